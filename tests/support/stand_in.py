"""Stands in for `./citadels` and `pip` in the pages: what is asked for must exist, and is not done."""

import re
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
REPOSITORY = ("check-code", "build", "lock")
DESCRIBED = {"test": "tools.suite", "mutate": "tools.mutate"}


def starter(words: list[str]) -> int:
    """What `./citadels` would hand over to: its own verbs, a measurement or proof with its options, a verb of the command."""
    verb = words[0] if words else "--help"
    if verb in REPOSITORY:
        return 0
    if verb in DESCRIBED:
        return known(words[1:], [sys.executable, "-m", DESCRIBED[verb], "--help"])
    if verb in ("bench", "prove"):
        return 0 if len(words) < 2 else known(words[2:], [sys.executable, "-m", f"{verb}.{words[1].lower()}", "--help"])
    command = Path(sys.executable).with_name("citadels")
    if verb == "up":
        return known(words[1:], [str(command), "up", "--help"])
    return subprocess.run([str(command), *words], check=False, timeout=300).returncode


def known(words: list[str], command: list[str]) -> int:
    """Whether a command's help names all options."""
    shown = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False, timeout=300)
    options = {word.partition("=")[0] for word in words if word.startswith("--")}
    unknown = options - set(re.findall(r"--[a-z-]+", shown.stdout))
    if shown.returncode or unknown:
        print(f"{' '.join(command)}: {shown.stderr} {' '.join(sorted(unknown))}", file=sys.stderr)
        return 1
    return 0


def pip(words: list[str]) -> int:
    """Whether every folder that is to be installed has a project."""
    folders = [re.sub(r"\[.*\]$", "", word) for word in words[1:] if word.startswith(("./", "/", "."))]
    missing = [folder for folder in folders if not (ROOT / folder / "pyproject.toml").is_file()]
    print(f"not projects: {missing}" if missing else "installed", file=sys.stderr)
    return 1 if missing or words[:1] != ["install"] else 0


if __name__ == "__main__":
    sys.exit((starter if sys.argv[1] == "citadels" else pip)(sys.argv[2:]))
