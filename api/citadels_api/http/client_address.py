"""The address of a client: the peer of its connection, or the address that trusted proxies report.

1. `X-Forwarded-For` counts only on a connection from a trusted proxy. Other peers may send it, but it is ignored.
2. Each proxy appends the address of its peer. So the header is read from its end, past the named proxies. The first address that is none of
   them is the client's. What the client itself wrote stands further to the left.
3. An entry that is not an address ends the reading; the last proxy before it counts.
"""

from __future__ import annotations

from functools import lru_cache
from ipaddress import IPv4Address, IPv6Address, ip_address, ip_network
from typing import TYPE_CHECKING, Any, Final

if TYPE_CHECKING:
    from collections.abc import Sequence
    from ipaddress import IPv4Network, IPv6Network

    from citadels_api.settings import Settings


LOCAL: Final = "local"
"""The peer on a Unix socket: a process of this machine that may open the socket."""
PRIVATE: Final = ("127.0.0.0/8", "10.0.0.0/8", "172.16.0.0/12", "192.168.0.0/16", "169.254.0.0/16", "100.64.0.0/10",
                  "::1/128", "fc00::/7", "fe80::/10")  # fmt: skip
"""The addresses where an unnamed proxy may be."""
LONGEST: Final = 1000
"""The maximum number of bytes read from the end of the header."""


def client_address(scope: Any, settings: Settings) -> str:
    """The address of the client of a request or of a WebSocket."""
    client = scope.get("client")
    peer = str(client[0]) if client and client[0] else LOCAL
    if not (settings.trust_proxy or settings.trusted_proxies):
        return peer
    said = b",".join(value for name, value in scope["headers"] if name == b"x-forwarded-for")
    return _told(peer, said[-LONGEST:].decode("latin-1"), settings.trusted_proxies) if said else peer


@lru_cache(1024)
def _told(peer: str, said: str, named: tuple[str, ...]) -> str:
    """The client according to the header of a peer. Without named proxies there is only one proxy, and the last entry is the client."""
    trusted = _networks(named or PRIVATE)
    if peer != LOCAL and not _within(_read(peer), trusted):
        return peer
    found = peer
    for entry in reversed(said.split(",")):
        hop = _read(entry)
        if hop is None:
            break
        found = str(hop)
        if not named or not _within(hop, trusted):
            break
    return found


@lru_cache(8)
def _networks(named: Sequence[str]) -> tuple[IPv4Network | IPv6Network, ...]:
    return tuple(ip_network(name, strict=False) for name in named)


def _within(address: IPv4Address | IPv6Address | None, networks: Sequence[IPv4Network | IPv6Network]) -> bool:
    return address is not None and any(address in network for network in networks)


def _read(entry: str) -> IPv4Address | IPv6Address | None:
    """An address as proxies write it, perhaps with a port."""
    text = entry.strip()
    if text.startswith("["):
        text = text[1:].partition("]")[0]
    elif text.count(":") == 1:
        text = text.partition(":")[0]
    try:
        address = ip_address(text.partition("%")[0])
    except ValueError:
        return None
    return getattr(address, "ipv4_mapped", None) or address
