"""A connection over HTTP/1.1 that says exactly how a request ended: answered, cut off, never answered, or never sent."""

from __future__ import annotations

import asyncio
import json
from typing import Any

HEAD_END = b"\r\n\r\n"


class Lost(ConnectionError):
    """No whole answer came: whether the request had been sent, and whether its answer had begun."""

    def __init__(self, why: str, *, sent: bool, begun: bool = False) -> None:
        super().__init__(why)
        self.sent = sent
        self.begun = begun


class Answer:
    """A whole answer."""

    __slots__ = ("body", "headers", "status")

    def __init__(self, status: int, headers: dict[str, str], body: bytes) -> None:
        self.status = status
        self.headers = headers
        self.body = body

    def __repr__(self) -> str:
        return f"{self.status} {self.body[:200]!r}"

    @property
    def text(self) -> str:
        """The body as text."""
        return self.body.decode()

    def json(self) -> Any:
        """The body as JSON."""
        return json.loads(self.body)

    @property
    def code(self) -> str:
        """The code of a problem; empty where it is none."""
        if not self.headers.get("content-type", "").startswith("application/problem+json"):
            return ""
        return str(self.json().get("code", ""))


class Line:
    """One connection, kept alive between requests and made anew when it is lost. For answers of a known length."""

    def __init__(self, port: int, *, timeout_s: float = 5.0) -> None:
        self.port = port
        self.timeout_s = timeout_s
        self._reader: asyncio.StreamReader | None = None
        self._writer: asyncio.StreamWriter | None = None

    async def ask(
        self, method: str, path: str, body: object = None, headers: dict[str, str] | None = None, *, close: bool = False
    ) -> Answer:
        """Send a request; `Lost` or `TimeoutError` where no whole answer comes."""
        data = b"" if body is None else json.dumps(body, separators=(",", ":")).encode()
        lines = [f"{method} {path} HTTP/1.1", f"Host: 127.0.0.1:{self.port}"]
        if data:
            lines += ["Content-Type: application/json", f"Content-Length: {len(data)}"]
        if close:
            lines.append("Connection: close")
        lines += [f"{name}: {value}" for name, value in (headers or {}).items()]
        message = "\r\n".join(lines).encode() + HEAD_END + data
        try:
            async with asyncio.timeout(self.timeout_s):
                reader, writer = await self._connected()
                return await self._exchange(reader, writer, message, close)
        except BaseException:
            self.close()
            raise

    async def _connected(self) -> tuple[asyncio.StreamReader, asyncio.StreamWriter]:
        if self._reader is not None and self._writer is not None:
            if not self._reader.at_eof() and not self._writer.is_closing():
                return self._reader, self._writer
            self.close()
        try:
            self._reader, self._writer = await asyncio.open_connection("127.0.0.1", self.port)
        except OSError as error:
            raise Lost(f"no connection: {error}", sent=False) from error
        return self._reader, self._writer

    async def _exchange(
        self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter, message: bytes, close: bool
    ) -> Answer:
        begun = False
        try:
            writer.write(message)
            head = await reader.readuntil(HEAD_END)
            begun = True
            first, *rest = head[:-4].decode("latin-1").split("\r\n")
            headers = {name.lower(): value.strip() for name, _, value in (line.partition(":") for line in rest)}
            status = int(first.split(" ", 2)[1])
            if "transfer-encoding" in headers:
                raise AssertionError(f"an answer without a length: {first}")
            body = await reader.readexactly(int(headers.get("content-length", 0)))
        except asyncio.IncompleteReadError as error:
            raise Lost("the answer was cut off", sent=True, begun=begun or bool(error.partial)) from error
        except OSError as error:
            raise Lost(f"the connection was lost: {error}", sent=True, begun=begun) from error
        if close or headers.get("connection", "").lower() == "close":
            self.close()
        return Answer(status, headers, body)

    def close(self) -> None:
        """Hang up."""
        if self._writer is not None:
            self._writer.transport.abort()
        self._reader = self._writer = None
