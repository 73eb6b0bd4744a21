"""What of others is served with the page: fetched from npm, a few files of each package, written down in `web/vendor/manifest.json`.

    python -m tools.vendor            fetch all packages and write their files and the manifest anew
    python -m tools.vendor --check    fetch all packages and say what in git is not as in them

1. A file is as it is in the package, but for the comment that names a source map: there is none here, and no browser is to ask for it.
2. The manifest says of each file from which package and which file in it it is, and its SHA-256; of each package its version, its licence
   and what npm says it is (`integrity`). The licence's text lies beside it.
3. A new version is a change of `PACKAGES`, a run of this, and a look at the page.
"""

from __future__ import annotations

import base64
import hashlib
import json
import os
import re
import subprocess
import sys
import tarfile
import tempfile
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

if TYPE_CHECKING:
    from collections.abc import Iterator


ROOT = Path(__file__).resolve().parents[1]
WEB: Final = ROOT / "web"
MANIFEST: Final = WEB / "vendor" / "manifest.json"


@dataclass(frozen=True, slots=True)
class Package:
    """A package, and where its files go: a path under `web/` for each path in the package."""

    name: str
    version: str
    files: dict[str, str]
    licences: tuple[str, ...] = ("LICENSE",)

    @property
    def licence_file(self) -> str:
        """Where the text of its licence lies, under `web/`."""
        folder = next(iter(self.files)).rpartition("/")[0]
        return f"{folder}/licences/{self.name.removeprefix('@').replace('/', '-')}.txt"


PACKAGES: Final = (
    Package(
        "preact",
        "11.2.0",
        {"vendor/preact.mjs": "dist/preact.mjs", "vendor/hooks.mjs": "hooks/dist/hooks.mjs"},
    ),
    Package("htm", "3.1.1", {"vendor/htm.mjs": "dist/htm.mjs"}),
    Package("@preact/signals", "2.11.4", {"vendor/signals.mjs": "dist/signals.mjs"}),
    Package("@preact/signals-core", "1.14.5", {"vendor/signals-core.mjs": "dist/signals-core.mjs"}),
    # the last line of GraphiQL that comes ready-made, and the last React that it can be used with: of 5 on it needs a bundler, and is 7 MB
    Package(
        "graphiql",
        "4.1.2",
        {"vendor/consoles/graphiql.js": "graphiql.min.js", "vendor/consoles/graphiql.css": "graphiql.min.css"},
    ),
    Package("react", "18.3.1", {"vendor/consoles/react.js": "umd/react.production.min.js"}),
    Package("react-dom", "18.3.1", {"vendor/consoles/react-dom.js": "umd/react-dom.production.min.js"}),
    Package(
        "swagger-ui-dist",
        "5.35.0",
        {"vendor/consoles/swagger-ui.js": "swagger-ui-bundle.js", "vendor/consoles/swagger-ui.css": "swagger-ui.css"},
        ("NOTICE", "LICENSE", "swagger-ui-bundle.js.LICENSE.txt"),
    ),
)
"""Everything of others that is served."""

_SOURCE_MAP: Final = re.compile(rb"\n?(?://|/\*)# sourceMappingURL=[^\n*]*(?:\*/)?\s*\Z")


def without_map(body: bytes) -> bytes:
    r"""A file without its last comment, if that names a source map.

    >>> without_map(b"let x;//# sourceMappingURL=x.map")
    b'let x;\n'
    >>> without_map(b"a{}/*# sourceMappingURL=x.map*/"), without_map(b"let y;")
    (b'a{}\n', b'let y;')
    """
    cut = _SOURCE_MAP.sub(b"", body)
    return body if cut == body else cut.rstrip() + b"\n"


def unpack(packages: tuple[Package, ...], into: Path) -> Iterator[tuple[Package, dict[str, bytes], str]]:
    """Of each package all files as npm has it, and its integrity."""
    names = [f"{package.name}@{package.version}" for package in packages]
    command = ["npm", "pack", *names, "--json", "--pack-destination", str(into)]
    made = subprocess.run(command, cwd=into, capture_output=True, text=True, check=True)
    told = json.loads(made.stdout)
    entries = {entry["name"]: entry for entry in (told if isinstance(told, list) else told.values())}
    for package in packages:
        archive = into / entries[package.name]["filename"].replace("@", "").replace("/", "-")
        integrity = "sha512-" + base64.b64encode(hashlib.sha512(archive.read_bytes()).digest()).decode()
        with tarfile.open(archive) as tar:
            files = {
                member.name.partition("/")[2]: opened.read()
                for member in tar.getmembers()
                if member.isfile() and (opened := tar.extractfile(member)) is not None
            }
        yield package, files, integrity


def written(packages: tuple[Package, ...] = PACKAGES) -> dict[str, bytes]:
    """All that belongs under `web/` because of the packages: their files, the texts of their licences, the manifest."""
    result: dict[str, bytes] = {}
    entries: list[dict[str, Any]] = []
    with tempfile.TemporaryDirectory() as name:
        for package, held, integrity in unpack(packages, Path(name)):
            bodies = {path: (source, without_map(held[source])) for path, source in package.files.items()}
            text = b"\n\n".join(held[licence].strip() for licence in package.licences) + b"\n"
            bodies[package.licence_file] = (" + ".join(package.licences), text)
            result |= {path: body for path, (_, body) in bodies.items()}
            entries.append(
                {
                    "package": package.name,
                    "version": package.version,
                    "licence": json.loads(held["package.json"])["license"],
                    "integrity": integrity,
                    "files": {
                        path: {"source": source, "sha256": hashlib.sha256(body).hexdigest()}
                        for path, (source, body) in bodies.items()
                    },
                }
            )
    manifest = json.dumps({"packages": entries}, indent=2) + "\n"
    result[MANIFEST.relative_to(WEB).as_posix()] = manifest.encode()
    return result


def read_manifest() -> list[dict[str, Any]]:
    """The packages of the manifest as it is in git."""
    packages = json.loads(MANIFEST.read_text(encoding="utf-8"))["packages"]
    assert isinstance(packages, list)
    return packages


def differences(wanted: dict[str, bytes]) -> list[str]:
    """What in git is not as it should be, a path each."""
    return [path for path, body in wanted.items() if not (WEB / path).is_file() or (WEB / path).read_bytes() != body]


def main(arguments: list[str]) -> int:
    """Write everything, or compare it."""
    if set(arguments) - {"--check"}:
        print("usage: python -m tools.vendor [--check]", file=sys.stderr)
        return 2
    wanted = written()
    changed = differences(wanted)
    if not arguments:
        for path in changed:
            (WEB / path).parent.mkdir(parents=True, exist_ok=True)
            (WEB / path).write_bytes(wanted[path])
    print("\n".join(changed) or "everything is as in the packages")
    return 1 if arguments and changed else os.EX_OK


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
