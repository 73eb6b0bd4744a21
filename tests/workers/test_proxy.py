"""The proxy of the composition, as a real nginx on loopback before a real API: who it says came."""

from __future__ import annotations

import contextlib
import http.client
import json
import re
import shutil
import socket
import subprocess
import time
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from tests.support.servers import free_port
from tests.support.world import living

if TYPE_CHECKING:
    from collections.abc import Iterator

ROOT = Path(__file__).resolve().parents[2]
NGINX = shutil.which("nginx") or shutil.which("nginx", path="/usr/sbin:/usr/local/sbin")
BURST = 3

pytestmark = pytest.mark.skipif(NGINX is None, reason="there is no nginx here; test_docker.py reads its lines")


@contextlib.contextmanager
def proxy(folder: Path, api: int, *hops: str) -> Iterator[int]:
    """A real nginx with the lines of `deploy/nginx.conf`, in a folder of its own; its port."""
    port = free_port()
    (folder / "hops.conf").write_text("".join(f"set_real_ip_from {hop};\n" for hop in hops))
    text = (ROOT / "deploy" / "nginx.conf").read_text()
    text = re.sub(r"\bapi-\d:8000", f"127.0.0.1:{api}", text, count=1)
    text = re.sub(r"^\s*server api-\d:8000.*\n", "", text, flags=re.MULTILINE)
    for ours, here in (
        ("/tmp/", f"{folder}/"),
        ("/etc/nginx/hops.conf", f"{folder}/hops.conf"),
        ("/dev/stderr", f"{folder}/error.log"),
        ("listen 8080;", f"listen 127.0.0.1:{port}; listen 127.0.0.2:{port};"),
        ("worker_processes auto;", "worker_processes 1;"),
    ):
        assert ours in text
        text = text.replace(ours, here)
    (folder / "nginx.conf").write_text(text)
    assert NGINX is not None
    words = [NGINX, "-p", str(folder), "-e", f"{folder}/error.log", "-c", f"{folder}/nginx.conf", "-g", "daemon off;"]
    with (folder / "out").open("wb") as out, subprocess.Popen(words, stderr=out, stdout=out) as process:
        try:
            for _ in range(500):
                with contextlib.suppress(OSError), socket.create_connection(("127.0.0.1", port), 1):
                    break
                assert process.poll() is None, (folder / "out").read_text()
                time.sleep(0.02)
            yield port
        finally:
            process.terminate()
            process.wait(20)


def status(port: int, *said: str, source: str = "127.0.0.1", name: str = "X-Forwarded-For", query: str = "") -> int:
    """How a request is answered that comes from an address of this machine and says that it came from others."""
    asked = http.client.HTTPConnection("127.0.0.1", port, timeout=20, source_address=(source, 0))
    with contextlib.closing(asked):
        asked.putrequest("POST" if query else "GET", "/graphql" if query else "/v1/limits")
        for value in said:
            asked.putheader(name, value)
        body = json.dumps({"query": query}).encode() if query else None
        if body:
            asked.putheader("Content-Type", "application/json")
            asked.putheader("Accept", "application/graphql-response+json")
            asked.putheader("Content-Length", str(len(body)))
        asked.endheaders(body)
        return asked.getresponse().status


@pytest.mark.parametrize("name", ["X-Forwarded-For", "Forwarded", "X-Real-IP"])
def test_nobody_chooses_where_he_comes_from(name: str, tmp_path: Path) -> None:
    with (
        living(address_per_second=0.001, address_burst=BURST, trust_proxy=True) as world,
        proxy(tmp_path, world.port) as port,
    ):
        said = [f"9.9.9.{number}" for number in range(BURST)]
        assert [status(port, each, name=name) for each in said] == [200] * BURST
        assert status(port, "8.8.8.8", name=name) == 429
        assert status(port, "8.8.8.8", "7.7.7.7", name=name) == 429
        assert status(port, "8.8.8.8", name=name, query="{limits {remaining}}") == 429
        assert status(port, source="127.0.0.2") == 200, "who comes from elsewhere has an allowance of his own"


def test_a_hop_that_is_named_is_believed_about_who_came_to_it_and_no_further(tmp_path: Path) -> None:
    with (
        living(address_per_second=0.001, address_burst=BURST, trust_proxy=True) as world,
        proxy(tmp_path, world.port, "127.0.0.1", "192.0.2.0/24") as port,
    ):
        said = [f"9.9.9.{number}, 1.2.3.4, 192.0.2.7" for number in range(BURST)]
        assert [status(port, each) for each in said] == [200] * BURST
        assert status(port, "8.8.8.8, 1.2.3.4") == 429
        assert status(port, "1.2.3.4, 5.6.7.8") == 200
        stranger = [status(port, f"9.9.9.{number}", source="127.0.0.2") for number in range(BURST + 1)]
        assert stranger == [200] * BURST + [429]
