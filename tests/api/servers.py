"""A real uvicorn on loopback, in a thread of the test."""

from __future__ import annotations

import asyncio
import socket
import threading
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

import uvicorn
from citadels_api.http.protocol import Reception, protocol

if TYPE_CHECKING:
    from collections.abc import Iterator

    from starlette.types import ASGIApp


@contextmanager
def served(app: ASGIApp, reception: Reception | None = None, **settings: Any) -> Iterator[int]:
    """The port of a server that runs within the block."""
    listener = socket.create_server(("127.0.0.1", 0), backlog=512)
    settings = {
        "lifespan": "off",
        "ws": "websockets-sansio",
        "log_config": None,
        "timeout_graceful_shutdown": 1,
    } | settings
    server = uvicorn.Server(uvicorn.Config(app, http=protocol(reception), **settings))
    thread = threading.Thread(target=lambda: asyncio.run(server.serve([listener])), daemon=True)
    thread.start()
    try:
        yield listener.getsockname()[1]
    finally:
        server.should_exit = True
        thread.join(30)
        listener.close()
        assert not thread.is_alive()


@contextmanager
def talk(port: int, *parts: bytes) -> Iterator[socket.socket]:
    """A connection on which this has been sent."""
    with socket.create_connection(("127.0.0.1", port), timeout=20) as connection:
        for part in parts:
            connection.sendall(part)
        yield connection


def read_all(connection: socket.socket) -> bytes:
    """What comes until the server closes; a reset counts as the end."""
    answer = b""
    try:
        while data := connection.recv(65536):
            answer += data
    except ConnectionResetError:
        pass
    return answer


def read_up_to(connection: socket.socket, mark: bytes) -> bytes:
    """What comes until this has come."""
    answer = b""
    while mark not in answer:
        data = connection.recv(65536)
        assert data, f"the server closed after {answer!r}"
        answer += data
    return answer
