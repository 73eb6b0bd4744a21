"""Certificates for servers in tests, made by the openssl command in a folder: an authority of its own, and what it vouches for."""

from __future__ import annotations

import subprocess
from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from pathlib import Path


@dataclass(frozen=True, slots=True)
class Certificates:
    """The files of an authority and of one certificate."""

    ca: str
    cert: str
    key: str

    @property
    def options(self) -> str:
        """What an address says so that a client trusts the authority and shows the certificate."""
        return f"ca={self.ca}&cert={self.cert}&key={self.key}"


def make_certificates(folder: Path, name: str = "IP:127.0.0.1,DNS:localhost") -> Certificates:
    """An authority, and a certificate by it for a name, good for a server and for a client."""
    folder.mkdir(exist_ok=True)
    new = (
        "openssl",
        "req",
        "-x509",
        "-newkey",
        "ec",
        "-pkeyopt",
        "ec_paramgen_curve:prime256v1",
        "-nodes",
        "-days",
        "2",
    )
    ca = ("-subj", "/CN=authority", "-keyout", "ca.key", "-out", "ca.crt")
    own = ("-subj", "/CN=server", "-addext", f"subjectAltName={name}", "-addext", "basicConstraints=critical,CA:FALSE",
           "-CA", "ca.crt", "-CAkey", "ca.key", "-keyout", "own.key", "-out", "own.crt")  # fmt: skip
    for words in ((*new, *ca), (*new, *own)):
        subprocess.run(words, cwd=folder, check=True, capture_output=True, timeout=300)
    return Certificates(*(str(folder / file) for file in ("ca.crt", "own.crt", "own.key")))
