"""What of others is served with the page is what its manifest says, and nothing else is."""

from __future__ import annotations

import hashlib
import json
import os
import re
import subprocess

import pytest

from tools import vendor
from tools.node import MISSING, SOURCE

CI = os.environ.get("CITADELS_CI", "") == "1"
MANIFEST = {entry["package"]: entry for entry in vendor.read_manifest()}
LISTED = {path: found for entry in MANIFEST.values() for path, found in entry["files"].items()}
CODE = [path for path in LISTED if not path.endswith(".txt")]
FOLDERS = ("vendor",)


def import_map() -> dict[str, str]:
    """Where bare imports go, by the page."""
    page = (vendor.WEB / "index.html").read_text(encoding="utf-8")
    found = re.search(r'<script type="importmap">(.*?)</script>', page, re.DOTALL)
    assert found is not None
    imports = json.loads(found[1].replace("{{base}}", ""))["imports"]
    assert isinstance(imports, dict)
    return imports


@pytest.mark.parametrize("path", LISTED)
def test_a_vendored_file_has_the_bytes_that_the_manifest_says(path: str) -> None:
    body = (vendor.WEB / path).read_bytes()
    assert hashlib.sha256(body).hexdigest() == LISTED[path]["sha256"]


def test_every_file_in_the_vendored_folders_is_in_the_manifest() -> None:
    found = {
        path.relative_to(vendor.WEB).as_posix()
        for folder in FOLDERS
        for path in (vendor.WEB / folder).rglob("*")
        if path.is_file() and path != vendor.MANIFEST
    }
    assert found == set(LISTED)


@pytest.mark.parametrize("package", vendor.PACKAGES, ids=lambda package: package.name)
def test_the_manifest_says_of_a_package_what_is_asked_for(package: vendor.Package) -> None:
    entry = MANIFEST[package.name]
    assert entry["version"] == package.version
    assert entry["integrity"].startswith("sha512-")
    assert entry["licence"] in {"MIT", "Apache-2.0"}
    sources = {path: found["source"] for path, found in entry["files"].items()}
    assert sources.pop(package.licence_file) == " + ".join(package.licences)
    assert sources == package.files


def test_the_manifest_knows_of_no_other_package() -> None:
    assert set(MANIFEST) == {package.name for package in vendor.PACKAGES}


def test_the_import_map_names_vendored_modules() -> None:
    mapped = import_map()
    assert set(mapped.values()) <= set(LISTED)
    assert set(mapped.values()) == {path for path in CODE if path.endswith(".mjs")}


@pytest.mark.parametrize("path", [path for path in CODE if path.endswith(".mjs")])
def test_what_a_vendored_module_imports_is_in_the_import_map(path: str) -> None:
    text = (vendor.WEB / path).read_text(encoding="utf-8")
    assert set(re.findall(r"""(?:from|import)\s*["']([^"']+)["']""", text)) <= set(import_map())


@pytest.mark.parametrize("path", CODE)
def test_no_vendored_file_sends_a_browser_for_a_source_map(path: str) -> None:
    assert b"sourceMappingURL=" not in (vendor.WEB / path).read_bytes()[-400:]


def test_the_types_that_are_checked_are_those_of_what_is_served() -> None:
    checked = json.loads((SOURCE / "package.json").read_text(encoding="utf-8"))["devDependencies"]
    served = {package.name: package.version for package in vendor.PACKAGES if package.name in checked}
    assert set(served) == {"preact", "htm", "@preact/signals", "@preact/signals-core"}
    assert {name: checked[name] for name in served} == served


def test_the_lock_of_the_checks_holds_hashes_and_no_addresses() -> None:
    lock = json.loads((SOURCE / "package-lock.json").read_text(encoding="utf-8"))
    held = {path: entry for path, entry in lock["packages"].items() if path}
    assert all("resolved" not in entry for entry in held.values())
    assert all(entry["integrity"].startswith("sha512-") for entry in held.values())
    assert len(held) > 5


@pytest.mark.heavy
@pytest.mark.skipif(bool(MISSING) and not CI, reason="there is no node with npm here; CI promises them")
def test_everything_is_as_in_the_packages() -> None:
    try:
        wanted = vendor.written()
    except subprocess.CalledProcessError as fault:
        if CI:
            raise
        pytest.skip(f"the packages cannot be fetched here: {fault.stderr[-300:]}")
    assert vendor.differences(wanted) == []
