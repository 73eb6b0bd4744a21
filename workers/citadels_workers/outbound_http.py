"""Outbound requests to an address that a user has chosen, without access to internal addresses.

The HTTP client is imported for the first message: most clocks never send one.
"""

from __future__ import annotations

import asyncio
import logging
import socket
import ssl
from functools import cache
from typing import TYPE_CHECKING, Final
from urllib.parse import urlsplit

from citadels_api.webhooks.addresses import PORTS, is_named, is_public

if TYPE_CHECKING:
    from collections.abc import Collection, Mapping


logging.getLogger("httpx2").setLevel(logging.WARNING)  # it tells of every request, with its address
MOST_READ: Final = 64 * 1024
"""The maximum number of bytes read from a response."""


class Refused(Exception):
    """A message was not sent or got no response. One word says why; the text of the response is never included."""


async def send(
    url: str, body: bytes, headers: Mapping[str, str], *, hosts: Collection[str] = (), timeout_ms: int = 10_000
) -> int:
    """POST a message and return the status of the response. `hosts` may have private addresses and need no TLS."""
    import httpx2 as httpx

    try:
        async with asyncio.timeout(timeout_ms / 1000):
            return await sent(url, body, headers, hosts)
    except TimeoutError:
        raise Refused("timeout") from None
    except ssl.SSLError:
        raise Refused("tls") from None
    except (httpx.HTTPError, httpx.InvalidURL, OSError) as error:
        raise Refused("tls" if isinstance(error.__cause__, ssl.SSLError) else "connection") from None


async def sent(url: str, body: bytes, headers: Mapping[str, str], hosts: Collection[str]) -> int:
    """The same, without the limits."""
    import httpx2 as httpx

    try:
        parts = urlsplit(url)
        host, port = (parts.hostname or "").lower(), parts.port or PORTS.get(parts.scheme, 0)
    except ValueError:
        raise Refused("address") from None
    if not host or not port or parts.username is not None or parts.password is not None:
        raise Refused("address")
    named = f"[{host}]" if ":" in host else host
    trusted = is_named(parts.scheme, host, port, hosts)
    if parts.scheme != "https" and not trusted:
        raise Refused("not_https")
    address = await resolved(host, port, trusted=trusted)
    target = httpx.URL(
        scheme=parts.scheme,
        host=address,
        port=port,
        raw_path=(f"{parts.path or '/'}{'?' if parts.query else ''}{parts.query}").encode(),
    )
    usual = port == PORTS[parts.scheme]
    told = {
        **headers,
        "host": named if usual else f"{named}:{port}",
        "user-agent": "citadels-arena",
        "accept-encoding": "identity",
    }
    async with (
        httpx.AsyncClient(verify=trust(), trust_env=False, follow_redirects=False, timeout=None) as client,
        client.stream("POST", target, content=body, headers=told, extensions={"sni_hostname": host}) as answer,
    ):
        read = 0
        async for piece in answer.aiter_raw():
            read += len(piece)
            if read > MOST_READ:
                raise Refused("answer_too_long")
        return answer.status_code


@cache
def trust() -> ssl.SSLContext:
    """The trusted CA certificates."""
    return ssl.create_default_context()


async def resolved(host: str, port: int, *, trusted: bool) -> str:
    """The address to connect to. It was already checked and is not resolved again."""
    loop = asyncio.get_running_loop()
    try:
        found = await loop.getaddrinfo(host, port, type=socket.SOCK_STREAM)
    except (OSError, UnicodeError):
        raise Refused("no_such_host") from None
    addresses = [str(one[4][0]) for one in found]
    allowed = [one for one in addresses if trusted or is_public(one)]
    if not allowed:
        raise Refused("private_address")
    return allowed[0]
