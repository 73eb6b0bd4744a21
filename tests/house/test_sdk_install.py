"""The toolkit installed as its users do: what comes with it, how much, and on which Pythons it runs."""

import importlib.metadata
import json
import os
import re
import shutil
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path

import pytest

from tests.house.test_packaging import built, project
from tests.support.marks import INSTALLS

pytestmark = pytest.mark.timeout(300, reason="installs packages, over a network that may be slow")

ROOT = Path(__file__).resolve().parents[2]
OURS = {"citadels-engine", "citadels-sdk"}
MOST_OTHERS = 13
MOST_MEGABYTES = 40
MINORS = ("3.11", "3.12", "3.13", "3.14")
RUNNING = f"{sys.version_info.major}.{sys.version_info.minor}"
LATER = {"asyncio", "click", "httpx2", "multiprocessing", "numpy", "pydantic", "ssl"}
"""What is loaded only when it is used."""


def reasons() -> dict[str, str]:
    """The distributions that sdk/README.md names, each with its reason."""
    text = (ROOT / "sdk" / "README.md").read_text(encoding="utf-8").partition("## What is installed beside it")[2]
    return dict(re.findall(r"^\| ([a-z0-9-]+) \| (.+) \|$", text.replace("| distribution | why |\n", ""), re.MULTILINE))


def plain(name: str) -> str:
    """A distribution's name in its one form."""
    return re.sub(r"[-_.]+", "-", name).lower()


def test_every_distribution_that_comes_along_has_its_reason() -> None:
    """What the toolkit needs, and what that needs, as the distributions installed here say."""
    wanted = project("sdk")["dependencies"]
    assert isinstance(wanted, list)
    found: set[str] = set()
    while wanted:
        need = wanted.pop()
        name = plain(re.split(r"[^A-Za-z0-9_.-]", need)[0])
        if name in found | OURS or ";" in need:
            continue  # on some machines only, or for an extra: the test below installs it in earnest
        found.add(name)
        wanted += importlib.metadata.requires(name) or []
    named = reasons()
    assert found <= set(named)
    assert len(named) <= MOST_OTHERS
    assert all(len(reason) > 8 for reason in named.values())


def test_both_pages_count_what_is_installed_alike() -> None:
    """All distributions, and those of others among them: the test below compares these with what an install brings."""
    for page in ("README.md", "sdk/README.md"):
        text = " ".join((ROOT / page).read_text(encoding="utf-8").split())
        counted = re.findall(r"in (\d+) distributions, as `pip freeze` lists them: .*? (\d+) of others\.", text)
        assert counted == [(str(len(reasons() | dict.fromkeys(OURS))), str(len(reasons())))], page


def test_what_its_page_shows_runs(tmp_path: Path) -> None:
    text = (ROOT / "sdk" / "README.md").read_text(encoding="utf-8")
    shown = re.findall(r"^```python\n(.*?)^```$", text, re.MULTILINE | re.DOTALL)
    assert len(shown) == 1
    ran = subprocess.run(
        [sys.executable, "-c", shown[0]], cwd=tmp_path, capture_output=True, text=True, check=False, timeout=300
    )
    assert re.fullmatch(r"\(\d+, \d+, \d+, \d+\)\n", ran.stdout), ran.stderr


@pytest.mark.parametrize(
    ("code", "allowed"),
    [
        ("import citadels_sdk", set()),
        ("from citadels_sdk import Bot, View, Game, errors, play", set()),
        ("import citadels_sdk; citadels_sdk.play(['greedy', 'random'], seed='1')", set()),
        ("import citadels_sdk.adapters.encoding", set()),
        ("import citadels_sdk.live", set()),
        ("import citadels_sdk.cli", {"click"}),
    ],
    ids=["import", "names", "play", "encoding", "live", "command"],
)
def test_what_costs_time_is_loaded_when_it_is_used(code: str, allowed: set[str]) -> None:
    shown = subprocess.run(
        [sys.executable, "-c", f"{code}\nimport sys, json; print(json.dumps(sorted(sys.modules)))"],
        capture_output=True,
        text=True,
        check=True,
        timeout=300,
    )
    assert {name.partition(".")[0] for name in json.loads(shown.stdout)} & LATER <= allowed


# --- installed in earnest --------------------------------------------------------------------------------------------


@dataclass
class Python:
    """An interpreter that was found."""

    path: Path
    minor: str
    version: tuple[int, ...]


def interpreters() -> dict[str, Python]:
    """The newest interpreter of each minor version found: on the path, of pyenv, of the system, of uv; the running one is its own."""
    home = Path.home()
    places = [Path(found) for minor in MINORS for found in [shutil.which(f"python{minor}")] if found]
    for folder, pattern in (
        (Path("/usr/bin"), "python3.[0-9]*"),
        (Path("/usr/local/bin"), "python3.[0-9]*"),
        (home / ".pyenv/versions", "3.*/bin/python3"),
        (home / ".local/share/uv/python", "cpython-3.*/bin/python3"),
    ):
        places += [path for path in folder.glob(pattern) if "config" not in path.name]
    code = "import sys, sysconfig; print(sys.version_info.releaselevel, sys.implementation.name, *sys.version_info[:3])"
    found: dict[str, Python] = {}
    for path in dict.fromkeys(places):
        try:
            asked = subprocess.run([path, "-I", "-c", code], capture_output=True, text=True, timeout=20, check=False)
        except OSError:
            continue
        words = asked.stdout.split()
        if asked.returncode or words[:2] != ["final", "cpython"]:
            continue
        version = tuple(int(word) for word in words[2:])
        minor = f"{version[0]}.{version[1]}"
        if minor in MINORS and (minor not in found or version > found[minor].version):
            found[minor] = Python(path, minor, version)
    found[RUNNING] = Python(Path(sys.executable), RUNNING, tuple(sys.version_info[:3]))
    return found


@dataclass
class Installed:
    """A clean environment with the toolkit in it."""

    python: Path
    site: Path

    def run(self, *arguments: str, cwd: Path) -> subprocess.CompletedProcess[str]:
        """Run its Python, with every warning an error."""
        return subprocess.run(
            [str(self.python), "-I", "-X", "dev", "-W", "error", *arguments],
            cwd=cwd,
            env={"PATH": os.defpath, "HOME": str(cwd)},
            capture_output=True,
            text=True,
            timeout=300,
            check=False,
        )


class Shop:
    """Makes clean environments: each interpreter's once."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.pythons = interpreters()
        self.made: dict[str, Installed] = {}
        self.wheels = [str(built(ROOT / name, folder, CITADELS_PURE="1").filename) for name in ("engine", "sdk")]
        beside = Path(sys.executable).with_name("uv")
        uv = str(beside) if beside.exists() else shutil.which("uv")
        assert uv, "uv is one of the development tools"
        self.uv = uv
        self.environment = {
            "UV_CACHE_DIR": str(ROOT / ".citadels" / "cache" / "uv"),
            **os.environ,
            "UV_PYTHON_DOWNLOADS": "never",
        }
        self.environment.pop("VIRTUAL_ENV", None)

    def install(self, minor: str) -> Installed:
        """The environment of that interpreter; the test is skipped where there is none, or its packages cannot be had."""
        if minor not in self.pythons:
            pytest.skip(f"there is no Python {minor} here; found: {', '.join(sorted(self.pythons))}")
        if minor not in self.made:
            locked = str(ROOT / "locks" / "run.txt")
            self.made[minor] = self.make(f"python-{minor}", minor, "--constraint", locked, *self.wheels)
        return self.made[minor]

    def make(self, name: str, minor: str, *wanted: str) -> Installed:
        """A new environment of that interpreter with what is wanted."""
        place = self.folder / name
        self.ask("venv", "--no-project", "--python", str(self.pythons[minor].path), str(place))
        python = place / "bin" / "python"
        asked = self.ask("pip", "install", "--python", str(python), *wanted, check=False)
        if asked.returncode:
            assert minor != RUNNING or re.search("fetch|request|network|offline", asked.stderr), asked.stderr
            pytest.skip(f"the packages for Python {minor} cannot be had: {asked.stderr.strip()[-400:]}")
        return Installed(python, next((place / "lib").glob("python3*/site-packages")))

    def ask(self, *arguments: str, check: bool = True) -> subprocess.CompletedProcess[str]:
        """Ask uv."""
        done = subprocess.run(
            [self.uv, *arguments],
            cwd=self.folder,
            env=self.environment,
            capture_output=True,
            text=True,
            check=False,
            timeout=300,
        )
        assert not check or done.returncode == 0, done.stderr
        return done


@pytest.fixture(scope="module")
def shop(tmp_path_factory: pytest.TempPathFactory) -> Shop:
    return Shop(tmp_path_factory.mktemp("shop"))


@pytest.mark.heavy
@INSTALLS
@pytest.mark.parametrize("minor", MINORS)
def test_a_clean_environment_has_no_more_than_was_said(shop: Shop, minor: str) -> None:
    """No server package, as many distributions as sdk/README.md names, and no more megabytes than promised."""
    installed = shop.install(minor)
    names = {plain(one.metadata["Name"]) for one in importlib.metadata.distributions(path=[str(installed.site)])}
    assert names >= OURS
    assert names - OURS == set(reasons())
    assert len(shop.ask("pip", "freeze", "--python", str(installed.python)).stdout.splitlines()) == len(names)
    size = sum(path.stat().st_size for path in installed.site.rglob("*") if path.is_file())
    assert size < MOST_MEGABYTES * 1_000_000
    print(f"Python {minor}: {len(names - OURS)} distributions of others, {size / 1_000_000:.1f} MB")


SMOKE = """
import sys
import citadels_sdk
from citadels_sdk import Bot, Client, check_bot, errors, play
from citadels_sdk.adapters.encoding import Encoding


class Mason(Bot):
    def choose(self, view):
        return max(view.actions, key=lambda action: view.cost(action) if action.verb == "build" else 0)


class Slow(Bot):
    async def choose(self, view):
        return view.actions[-1]


assert "site-packages" in citadels_sdk.__file__
for edition in ("modern", "classic"):
    game = play([Mason, Slow, "greedy", "random"], edition=edition, seed="smoke")
    assert len(game.scores) == 4 and str(game)
    assert play([Mason, Slow, "greedy", "random"], edition=edition, seed="smoke").scores == game.scores
    assert Encoding(edition, 4).describe()
report = check_bot(Mason, quick=True, time_limit=60)
assert report.ok, str(report)
try:
    with Client("http://127.0.0.1:9", patience=0) as client:
        client.get_me()
except errors.Unreachable as error:
    assert error.advice
else:
    raise AssertionError("somebody answers at port 9")
print("played on", sys.version.split()[0])
"""


@INSTALLS
@pytest.mark.rests_on("sdk/citadels_sdk/**/*.py", "engine/citadels_engine/**/*.py", "locks/*.txt")
@pytest.mark.heavy
@pytest.mark.parametrize("minor", MINORS)
def test_runs_on_every_python_found(shop: Shop, minor: str, tmp_path: Path) -> None:
    """A bot plays and is checked, a client finds nobody, the command plays; no warning from our files or in our way."""
    installed = shop.install(minor)
    version = ".".join(str(part) for part in shop.pythons[minor].version)
    (tmp_path / "smoke.py").write_text(SMOKE)
    played = installed.run("smoke.py", cwd=tmp_path)
    assert played.returncode == 0, played.stdout + played.stderr
    assert played.stdout.strip() == f"played on {version}"
    said = [
        line for line in played.stderr.splitlines() if not line.startswith("Executing <")
    ]  # asyncio, of a slow machine
    assert said == []
    ours = [str(installed.site / name) for name in ("citadels_engine", "citadels_sdk")]
    compiled = installed.run("-m", "compileall", "-q", "-f", *ours, cwd=tmp_path)
    assert compiled.returncode == 0, compiled.stdout + compiled.stderr
    command = str(installed.python.with_name("citadels"))
    for arguments in (["--version"], ["play", "--seed", "1", "greedy", "random"], ["bot", "--help"]):
        shown = installed.run(command, *arguments, cwd=tmp_path)
        assert shown.returncode == 0, shown.stdout + shown.stderr
    print(f"ran on Python {version} ({shop.pythons[minor].path})")


LEARNS = """
import gymnasium
from citadels_sdk.adapters.gymnasium import ID
from gymnasium.utils.env_checker import check_env

check_env(gymnasium.make(ID, render_mode="ansi", opponents="random", players=3).unwrapped)
env = gymnasium.make(ID, opponents="random", players=3)
env.reset(seed=1)
over = False
while not over:
    mask = env.get_wrapper_attr("action_masks")()
    _, _, over, _, info = env.step(int(mask.argmax()))
print("learnt with", gymnasium.__version__, "place", info["place"])
"""


@pytest.mark.heavy
@INSTALLS
@pytest.mark.rests_on("sdk/citadels_sdk/adapters/*.py")
def test_learns_with_the_oldest_gymnasium_that_it_asks_for(shop: Shop, tmp_path: Path) -> None:
    """Whole learning frameworks ask for one old version, so the bound is as low as the library's own check holds."""
    extras = project("sdk")["optional-dependencies"]
    assert isinstance(extras, dict)
    bound = next(need.partition(">=")[2] for need in extras["gymnasium"] if need.startswith("gymnasium>="))
    oldest = f"{bound}.0" if bound.count(".") == 1 else bound
    wheels = [wheel + "[gymnasium]" if "citadels_sdk" in wheel else wheel for wheel in shop.wheels]
    installed = shop.make("oldest-gymnasium", RUNNING, f"gymnasium=={oldest}", *wheels)
    (tmp_path / "learns.py").write_text(LEARNS)
    learnt = installed.run("-W", "default", "learns.py", cwd=tmp_path)
    assert learnt.returncode == 0, learnt.stdout + learnt.stderr
    assert re.fullmatch(rf"learnt with {re.escape(oldest)} place [123]", learnt.stdout.splitlines()[-1])


TYPED = """
from citadels_sdk import Bot, View, play
from citadels_engine import Action


class Mine(Bot):
    def choose(self, view: View) -> Action:
        reveal_type(view.gold)
        return view.actions[0]


reveal_type(play([Mine, "greedy"]).scores)
"""


@INSTALLS
@pytest.mark.rests_on("sdk/citadels_sdk/**/*.py", "engine/citadels_engine/**/*.py", "locks/*.txt")
@pytest.mark.heavy
def test_the_types_of_what_is_installed_are_found(shop: Shop, tmp_path: Path) -> None:
    """mypy, away from the sources, reads the wheels' own types."""
    installed = shop.install(RUNNING)
    (tmp_path / "mine.py").write_text(TYPED)
    command = [
        sys.executable, "-m", "mypy", "--strict", "--cache-dir", str(tmp_path / "cache"), "--config-file", os.devnull,
        "--python-executable", str(installed.python), "mine.py",
    ]  # fmt: skip
    environment = {name: value for name, value in os.environ.items() if name not in ("PYTHONPATH", "MYPYPATH")}
    shown = subprocess.run(
        command, cwd=tmp_path, env=environment, capture_output=True, text=True, check=False, timeout=300
    )
    assert shown.returncode == 0, shown.stdout + shown.stderr
    revealed = re.findall(r'Revealed type is "([^"]+)"', shown.stdout.replace("builtins.", ""))
    assert revealed == ["int", "tuple[int, ...]"], shown.stdout
