"""The image and the composition, as far as they can be checked without a Docker engine."""

import fnmatch
import importlib
import json
import os
import re
import shlex
import shutil
import subprocess
import sys
import tempfile
import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import click
import pytest
from citadels_workers.cli import parts

from tests.support.marks import INSTALLS

pytestmark = pytest.mark.timeout(300, reason="installs packages, over a network that may be slow")

ROOT = Path(__file__).resolve().parents[2]
PLACE = "/opt/citadels"
NOBODY = 65534

Instruction = tuple[str, str]


def instructions() -> list[Instruction]:
    """The Dockerfile, an instruction each, continued lines joined."""
    text = re.sub(r"^#.*\n", "", (ROOT / "Dockerfile").read_text(), flags=re.MULTILINE)
    lines = [line.strip() for line in re.sub(r"\\\n", " ", text).splitlines()]
    return [(words[0], words[1]) for words in (line.split(None, 1) for line in lines if line)]


def stages() -> tuple[list[Instruction], list[Instruction]]:
    """The stage that builds, and the one that runs."""
    found: list[list[Instruction]] = []
    for instruction in instructions():
        if instruction[0] == "FROM":
            found.append([])
        if found:
            found[-1].append(instruction)
    build, final = found
    return build, final


def copied() -> list[str]:
    """What is copied from the tree, in order."""
    sources: list[str] = []
    for name, rest in stages()[0]:
        if name == "COPY":
            sources += rest.split()[:-1]
    return sources


def let_through(path: str) -> bool:
    """Whether .dockerignore lets a path go to the build: the last pattern that fits decides, for it or a folder that it is in."""
    through = True
    for line in (ROOT / ".dockerignore").read_text().splitlines():
        pattern = line.strip().removeprefix("!")
        if not pattern or pattern.startswith("#"):
            continue
        names = ["/".join(path.split("/")[: end + 1]) for end in range(path.count("/") + 1)]
        if any(fnmatch.fnmatch(name, pattern) or fnmatch.fnmatch(name, pattern.removeprefix("**/")) for name in names):
            through = line.strip().startswith("!")
    return through


def composition() -> dict[str, Any]:
    yaml: Any = importlib.import_module("yaml")
    found: dict[str, Any] = yaml.safe_load((ROOT / "compose.yaml").read_text())
    return found


SERVICES: dict[str, dict[str, Any]] = composition()["services"]
OURS = sorted(name for name, service in SERVICES.items() if service.get("image") == "citadels-arena")


# the image


def test_all_that_is_copied_is_there_and_goes_to_the_build() -> None:
    assert copied()
    for source in copied():
        assert (ROOT / source).exists(), source
        assert let_through(source), source


def test_nothing_else_goes_to_the_build() -> None:
    assert not any(
        let_through(path) for path in (".git/config", ".citadels/x", "tests/a.py", "locks/develop.txt", ".env")
    )
    assert not any(let_through(path) for path in ("engine/citadels_engine/__pycache__/a.pyc", "engine/a.so"))
    assert let_through("api/citadels_api/app.py")


def test_all_that_the_distribution_is_built_from_is_copied() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text())
    wheel = project["tool"]["hatch"]["build"]["targets"]["wheel"]
    needed = {
        "pyproject.toml",
        project["project"]["readme"],
        "LICENSE",
        wheel["hooks"]["custom"]["path"],
        *wheel["packages"],
    }
    for path in needed:
        assert any(path == source or path.startswith(f"{source}/") for source in copied()), path


def test_packages_are_installed_by_their_hashes_only() -> None:
    installs = [rest for name, rest in instructions() if name == "RUN" and "pip install" in rest]
    assert len(installs) == 2
    assert "--require-hashes --requirement locks/run.txt" in installs[0]
    assert "--no-deps --no-build-isolation ." in installs[1]


def test_what_runs_is_small_and_nobody_special() -> None:
    _, final = stages()
    runs = " ".join(rest for name, rest in final if name == "RUN")
    assert not re.search(r"apt|gcc|pip", runs)
    (user,) = [rest for name, rest in final if name == "USER"]
    assert re.fullmatch(r"[1-9]\d*:[1-9]\d*", user)
    assert f"--uid {user.partition(':')[0]} " in runs
    (base, other) = [rest.split()[0] for name, rest in instructions() if name == "FROM"]
    assert base == other == "${PYTHON_IMAGE}"
    (image,) = [rest for name, rest in instructions() if name == "ARG"]
    assert "slim" in image
    assert "alpine" not in image


def test_its_command_is_the_one_that_is_installed() -> None:
    _, final = stages()
    words = {name: rest for name, rest in final if name in ("ENTRYPOINT", "CMD")}
    (command,) = json.loads(words["ENTRYPOINT"])
    assert command in tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]["scripts"]
    assert understood(json.loads(words["CMD"]))


def test_its_health_check_runs_on_what_is_there(tmp_path: Path) -> None:
    from tests.workers.test_doctor import service

    (check,) = [rest for name, rest in stages()[1] if name == "HEALTHCHECK"]
    command = json.loads(check[check.index("[") :])
    assert command[0] == "python"
    with service({"/healthz": (200, "ok")}) as port:
        environment = {**os.environ, "CITADELS_PORT": str(port)}
        assert subprocess.run([sys.executable, *command[1:]], env=environment, check=False, timeout=300).returncode == 0
    ill = subprocess.run(
        [sys.executable, *command[1:]], env=environment, stderr=subprocess.DEVNULL, check=False, timeout=300
    )
    assert ill.returncode != 0


# the composition


def understood(words: list[str]) -> bool:
    """Whether the command takes these words; nothing is run."""
    name, *rest = words
    verb = parts.commands[name]
    try:
        verb.make_context(name, rest, resilient_parsing=False)
    except click.UsageError:
        return False
    return True


def test_it_has_the_parts_that_it_should_have() -> None:
    commands = [" ".join(SERVICES[name]["command"]) for name in OURS]
    assert sorted(commands) == ["clock"] * 2 + ["serve"] * 2 + ["work --queue fast"] * 2 + ["work --queue thinking"]
    assert set(SERVICES) - set(OURS) == {"proxy", "store", "queue"}


@pytest.mark.parametrize("name", OURS)
def test_each_command_is_one_that_the_image_has(name: str) -> None:
    assert understood(SERVICES[name]["command"])
    assert not understood(["work", "--queue", "nonesuch"])


@pytest.mark.parametrize("name", sorted(SERVICES))
def test_every_service_can_do_no_more_than_it_has_to(name: str) -> None:
    service = SERVICES[name]
    assert service["read_only"] is True
    assert service["cap_drop"] == ["ALL"]
    assert service["security_opt"] == ["no-new-privileges:true"]
    assert service["mem_limit"]
    assert service["pids_limit"]
    assert service.get("user", "image") != "root"
    assert any(mount.startswith("/tmp:size=") for mount in service["tmpfs"])
    assert not service.get("privileged")


def test_only_the_proxy_can_be_reached() -> None:
    assert [name for name, service in SERVICES.items() if "ports" in service] == ["proxy"]
    assert composition()["networks"]["inside"] == {"internal": True}
    outward = ("proxy", "clock-1", "clock-2")  # the clocks call, to deliver webhooks, and nobody calls them
    assert all(service["networks"] == ["inside"] for name, service in SERVICES.items() if name not in outward)
    assert not any("ports" in SERVICES[name] for name in outward[1:])


def test_the_stores_keep_what_they_should() -> None:
    def settings(name: str) -> dict[str, str]:
        words = SERVICES[name]["command"]
        return dict(zip(words[::2], words[1::2], strict=True))

    games, queue = settings("store"), settings("queue")
    assert (games["--appendonly"], games["--appendfsync"]) == ("yes", "always")
    assert queue["--appendonly"] == "no"
    for one in (games, queue):
        assert one["--save"] == ""
        assert one["--maxmemory-policy"] == "noeviction"
        assert one["--maxmemory"]
    assert SERVICES["store"]["volumes"] == [f"games:{games['--dir']}"]


@pytest.mark.parametrize("name", ["store", "queue"])
def test_a_server_takes_the_settings_of_the_stores(name: str, tmp_path: Path) -> None:
    from tests.support import servers

    words = [str(tmp_path) if word in ("/data", "/tmp") else word for word in SERVICES[name]["command"]]
    listening = ["--port", "0", "--unixsocket", "socket"]
    with subprocess.Popen(
        [servers.KINDS["valkey"], *listening, *words], stdout=subprocess.PIPE, text=True, cwd=tmp_path
    ) as server:
        assert server.stdout is not None
        assert any("Ready to accept" in line for line in server.stdout)
        server.kill()
        server.stdout.read()


@pytest.mark.parametrize("name", OURS)
def test_every_part_is_told_of_both_stores_and_waits_for_them(name: str) -> None:
    variables = SERVICES[name]["environment"]
    assert "@store:6379" in variables["REDIS_URL"]
    assert "@queue:6379" in variables["QUEUE_REDIS_URL"]
    assert variables["CITADELS_PRODUCTION"] == "true"
    assert set(SERVICES[name]["depends_on"]) == {"store", "queue"}


@pytest.mark.parametrize("name", OURS)
def test_the_variables_are_settings_that_production_takes(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    from citadels_api.settings import Settings, unsafe

    for variable in [variable for variable in os.environ if variable.startswith("CITADELS_")]:
        monkeypatch.delenv(variable)
    for variable, value in SERVICES[name]["environment"].items():
        filled = re.sub(r"\$\{\w+:\?[^}]*\}", "x" * 48, re.sub(r"\$\{\w+:-([^}]*)\}", r"\1", value))
        assert "$" not in filled
        assert (
            variable in ("REDIS_URL", "QUEUE_REDIS_URL")
            or variable.removeprefix("CITADELS_").lower() in Settings.model_fields
        )
        monkeypatch.setenv(variable, filled)
    settings = Settings.model_validate({})
    assert settings.production
    assert unsafe(settings) == []


def test_a_missing_password_is_refused() -> None:
    text = (ROOT / "compose.yaml").read_text()
    assert set(re.findall(r"\$\{CITADELS_STORE_PASSWORD(..)", text)) == {":?"}


def test_every_drain_has_the_time_that_it_needs() -> None:
    from citadels_api.settings import Settings

    for name in OURS:
        assert int(SERVICES[name]["stop_grace_period"].removesuffix("s")) > Settings.model_fields["drain_s"].default


# the proxy


def proxy() -> str:
    text = (ROOT / "deploy" / "nginx.conf").read_text()
    return re.sub(r"#.*", "", text)


def directives(text: str) -> dict[str, str]:
    return dict(re.findall(r"^\s*(proxy_set_header \S+|\w+)\s+([^;{]+);", text, re.MULTILINE))


def test_the_proxy_gives_slow_clients_an_end() -> None:
    found = directives(proxy())
    for name in ("client_header_timeout", "client_body_timeout", "send_timeout"):
        assert 0 < int(found[name].removesuffix("s")) <= 30
    assert found["client_max_body_size"] == "64k"


def test_the_proxy_lets_streams_through_as_they_come() -> None:
    from citadels_api.settings import Settings

    found = directives(proxy())
    assert found["proxy_buffering"] == "off"
    assert found["proxy_http_version"] == "1.1"
    assert int(found["proxy_read_timeout"].removesuffix("s")) > 60, "the longest long poll"
    assert int(found["proxy_read_timeout"].removesuffix("s")) > Settings.model_fields["heartbeat_s"].default
    assert "proxy_set_header Upgrade $http_upgrade;" in proxy()
    assert "proxy_set_header Connection $connection_upgrade;" in proxy()


def test_the_proxy_never_sends_a_move_twice() -> None:
    assert "non_idempotent" not in proxy()


def test_the_proxy_knows_every_api_process() -> None:
    apis = {name for name in OURS if SERVICES[name]["command"] == ["serve"]}
    assert (
        set(re.findall(r"^\s*server (\S+):8000", proxy(), re.MULTILINE)) == apis == set(SERVICES["proxy"]["depends_on"])
    )
    port = directives(proxy())["listen"]
    assert SERVICES["proxy"]["ports"][0].endswith(f":{port}")
    assert proxy().count("{") == proxy().count("}")


def test_the_proxy_writes_only_where_it_can() -> None:
    found = directives(proxy())
    for name in ("client_body_temp_path", "proxy_temp_path", "pid"):
        assert found[name].startswith("/tmp/")
    mounts = [re.sub(r"\$\{\w+:-([^}]*)\}", r"\1", mount).split(":") for mount in SERVICES["proxy"]["volumes"]]
    assert all((ROOT / source).is_file() and mode == "ro" for source, _, mode in mounts)
    included = re.findall(r"^\s*include (\S+);", proxy(), re.MULTILINE)
    assert [target for _, target, _ in mounts] == ["/etc/nginx/nginx.conf", *included]


def test_the_proxy_says_itself_who_came() -> None:
    found = directives(proxy())
    assert found["proxy_set_header X-Forwarded-For"] == "$remote_addr", "never $proxy_add_x_forwarded_for"
    assert (found["real_ip_header"], found["real_ip_recursive"]) == ("X-Forwarded-For", "on")
    hops = re.sub(r"#.*", "", (ROOT / "deploy" / "hops.conf").read_text())
    assert "set_real_ip_from" not in hops + proxy(), "nothing stands in front unless the operator says so"
    assert SERVICES["api-1"]["environment"]["CITADELS_TRUST_PROXY"] == "true"


# the same lines, without Docker


def python_for(demoted: dict[str, Any]) -> str | None:
    """A Python with venv that can be run like this."""
    for python in (getattr(sys, "_base_executable", sys.executable), "/usr/local/bin/python3", "/usr/bin/python3"):
        code = "import ensurepip, sys; sys.exit(sys.version_info < (3, 11))"
        try:
            if subprocess.run([python, "-c", code], stderr=subprocess.DEVNULL, check=False, **demoted).returncode == 0:
                return str(python)
        except OSError:
            continue
    return None


@pytest.fixture
def open_path() -> Iterator[Path]:
    """A folder that every user may enter; `tmp_path` lies below folders that are its owner's alone."""
    with tempfile.TemporaryDirectory(dir="/tmp", prefix="citadels-open-") as made:
        Path(made).chmod(0o755)
        yield Path(made)


@pytest.mark.heavy
@INSTALLS
def test_the_same_lines_make_an_environment_that_runs_as_nobody_on_a_read_only_tree(open_path: Path) -> None:
    """What the RUN lines do, done here at another place, by a user without rights where the tests run as root.

    The engine is compiled at full size only: it takes minutes, and the tests of the packaging compile it too.
    """
    from tests.support.servers import free_port
    from tests.workers.test_valkey import store

    if not any(shutil.which(name) for name in ("cc", "gcc", "clang")):
        pytest.skip("the image compiles the engine, and there is no C compiler here")
    place, source = open_path / "place", open_path / "source"
    source.mkdir()
    for name in copied():
        (source / name).parent.mkdir(parents=True, exist_ok=True)
        if (ROOT / name).is_dir():
            shutil.copytree(ROOT / name, source / name, ignore=shutil.ignore_patterns("__pycache__", "*.so"))
        else:
            shutil.copy(ROOT / name, source / name)
    plain = {name: value for name, value in os.environ.items() if name not in ("PYTHONPATH", "VIRTUAL_ENV")}
    plain = {name: value for name, value in plain.items() if not name.startswith("CITADELS_")}
    compiled = os.environ.get("CITADELS_SIZE", "quick") == "full"
    if not compiled:
        plain["CITADELS_PURE"] = "1"
    demoted: dict[str, Any] = {"user": NOBODY, "group": NOBODY, "extra_groups": []} if os.getuid() == 0 else {}
    python = python_for(demoted)
    if python is None:
        pytest.skip("no Python 3.11 with venv that a user without rights may run")
    (open_path / "bin").mkdir()
    wrapper = open_path / "bin" / "python"
    wrapper.write_text(f'#!/bin/sh\nexec {shlex.quote(python)} "$@"\n')
    wrapper.chmod(0o755)
    plain["PATH"] = f"{wrapper.parent}:{plain['PATH']}"
    for name, rest in stages()[0]:
        if name == "RUN" and "apt-get" not in rest and (compiled or "COMPILED" not in rest):
            line = rest.replace(PLACE, shlex.quote(str(place)))
            made = subprocess.run(
                ["sh", "-ec", line], cwd=source, env=plain, capture_output=True, text=True, check=False, timeout=300
            )
            assert made.returncode == 0, f"{line}\n{made.stdout[-2000:]}{made.stderr[-2000:]}"
    shutil.rmtree(source)
    assert not list((place / "bin").glob("pip*"))
    subprocess.run(["chmod", "-R", "a-w,a+rX", str(place)], check=True, timeout=300)
    scratch = open_path / "scratch"
    scratch.mkdir()
    scratch.chmod(0o777)
    variables = {"PATH": f"{place / 'bin'}:/usr/bin:/bin", "TMPDIR": str(scratch), "PYTHONDONTWRITEBYTECODE": "1"}

    def run(*words: str) -> subprocess.CompletedProcess[str]:
        return subprocess.run(
            words, env=variables, cwd="/", capture_output=True, text=True, check=False, timeout=120, **demoted
        )

    shown = run("citadels", "--version")
    assert f"the engine runs {'compiled' if compiled else 'interpreted'}" in shown.stdout, shown.stderr
    assert run("touch", str(place / "x")).returncode != 0
    up = ["citadels", "up", "--ephemeral", "--port", str(free_port()), "--workers", "1", "--api-processes", "1"]
    with subprocess.Popen(
        up, env=variables, cwd="/", stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, **demoted
    ) as started:
        assert started.stdout is not None
        lines: list[str] = []
        for line in started.stdout:
            lines.append(line)
            if "Ctrl-C drains" in line:
                started.terminate()
        assert started.wait(60) == 0, "".join(lines)
    assert any(line.startswith("service ") for line in lines), "".join(lines)
    with store(open_path / "data") as server:
        for words in (
            ["serve", "--help"],
            ["work", "--help"],
            ["clock", "--help"],
            ["doctor", "--redis-url", server.url],
        ):
            done = run("citadels", *words)
            assert done.returncode == (0 if "--help" in words else 1 if demoted else 0), done.stdout + done.stderr
