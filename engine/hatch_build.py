"""The build hook of the distributions: a wheel is compiled where a C compiler is found, and plain Python elsewhere.

`CITADELS_PURE=1` asks for plain Python; `CITADELS_COMPILED=FOLDER` takes what `compile_engine.py FOLDER` has left there of the same sources. An editable install is never compiled: `./citadels` does that beside the sources.
"""

import os
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface

HERE = Path(__file__).resolve().parent
sys.path.insert(0, str(HERE))
import compile_engine  # noqa: E402  (the hook is loaded by its path, its folder is on no path before)


class CompiledEngine(BuildHookInterface):  # type: ignore[type-arg]  # generic in the builder's settings, of which none is used
    """Puts the compiled modules into the wheel and tags it for this platform."""

    def dependencies(self) -> list[str]:
        """What the build needs beyond hatchling: nothing where nothing is compiled."""
        return [] if compile_engine.why_not() else ["mypy>=2.4", "setuptools>=80"]

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Compile, or say why not and leave the wheel as it is."""
        if self.target_name != "wheel" or version == "editable":
            return
        reason = compile_engine.why_not()
        if reason:
            self.app.display_warning(f"citadels-engine is installed as plain Python: {reason}")
            return
        ready = os.environ.get("CITADELS_COMPILED")
        folder = Path(ready) if ready else self.compiled()
        if folder is None:
            return
        if ready and not compile_engine.is_compiled(folder):
            raise SystemExit(
                f"citadels-engine: CITADELS_COMPILED={ready} does not hold these sources, compiled for this Python"
            )
        for pattern in ("*.so", "*.pyd"):
            for path in folder.rglob(pattern):
                build_data["force_include"][str(path)] = path.relative_to(folder).as_posix()
        build_data["pure_python"] = False
        build_data["infer_tag"] = True

    def compiled(self) -> Path | None:
        """A folder in which the engine was compiled; none, and it was said why, where that has failed."""
        self.scratch = tempfile.TemporaryDirectory(prefix="citadels-wheel-")
        run = subprocess.run(  # noqa: S603  (this very Python, on the file beside this one)
            [sys.executable, str(HERE / "compile_engine.py"), self.scratch.name],
            capture_output=True,
            text=True,
            check=False,
        )
        if not run.returncode:
            return Path(self.scratch.name)
        said = (run.stdout + run.stderr).strip()[-2000:]
        self.app.display_warning(
            f"{said}\ncitadels-engine is installed as plain Python: compiling it failed, as said above"
        )
        return None

    def finalize(self, version: str, build_data: dict[str, Any], artifact_path: str) -> None:
        """Clear away what was compiled, once it is in the wheel."""
        if hasattr(self, "scratch"):
            self.scratch.cleanup()
