"""Where webhooks may go: to addresses of the open net over https, and to the hosts that the operator names.

The same rules hold where a webhook is made and where it is sent; only who sends knows what a name stands for just then.

>>> is_public("93.184.215.14"), is_public("10.0.0.1"), is_public("::ffff:127.0.0.1"), is_public("64:ff9b::a00:1")
(True, False, False, False)
>>> is_named("http", "hooks.internal", None, ["hooks.internal"]), is_named("http", "hooks.internal", 8080, ["hooks.internal"])
(True, False)
"""

from __future__ import annotations

import ipaddress
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from collections.abc import Collection


PORTS: Final = {"http": 80, "https": 443}
"""The usual port of each way."""
NAT64: Final = ipaddress.IPv6Network("64:ff9b::/96")
SPECIAL_4: Final = tuple(
    map(
        ipaddress.IPv4Network,
        (
            "0.0.0.0/8", "10.0.0.0/8", "100.64.0.0/10", "127.0.0.0/8", "169.254.0.0/16", "172.16.0.0/12", "192.0.0.0/24",
            "192.0.2.0/24", "192.31.196.0/24", "192.52.193.0/24", "192.88.99.0/24", "192.168.0.0/16", "192.175.48.0/24",
            "198.18.0.0/15", "198.51.100.0/24", "203.0.113.0/24", "224.0.0.0/4", "240.0.0.0/4",
        ),
    )
)  # fmt: skip
"""IANA's registry of special-purpose addresses, and multicast. Some entries count as public and are no host's: anycast of the net's own
services, and what tunnels of old times used. Python's own list is shorter, and differs from version to version.
"""
UNICAST_6: Final = ipaddress.IPv6Network("2000::/3")
"""Where the hosts of the open net are; everything else has a special purpose or none."""
SPECIAL_6: Final = tuple(
    map(ipaddress.IPv6Network, ("2001::/23", "2001:db8::/32", "2002::/16", "2620:4f:8000::/48", "3fff::/20"))
)
"""The same registry within the open net."""
INSIDE: Final = ("localhost", "local", "internal", "lan", "home", "arpa", "test", "invalid", "onion")
"""Last labels of names that stand for nothing in the open net."""


def is_named(scheme: str, host: str, port: int | None, hosts: Collection[str]) -> bool:
    """Whether the operator names the host: with its port, unless that is the usual one."""
    usual = PORTS.get(scheme)
    called = f"[{host}]" if ":" in host else host
    names = {f"{called}:{port or usual}".lower()}
    if port in (None, usual):
        names |= {host.lower(), called.lower()}
    return not names.isdisjoint(one.lower() for one in hosts)


def is_open(host: str) -> bool:
    """Whether a host, as far as its name tells, is one of the open net."""
    try:
        return is_public(host)
    except ValueError:
        pass
    labels = host.rstrip(".").split(".")
    if len(labels) < 2 or not labels[-1][:1].isalpha():
        return False  # a name of the house, or an address in another way of writing
    return labels[-1] not in INSIDE


def is_public(address: str) -> bool:
    """Whether an address is that of a host of the open net, in whatever way it is written down."""
    found = ipaddress.ip_address(address.partition("%")[0])
    if isinstance(found, ipaddress.IPv4Address):
        return not any(found in network for network in SPECIAL_4)
    inner = found.ipv4_mapped
    if inner is None and found in NAT64:
        inner = ipaddress.IPv4Address(int(found) & 0xFFFFFFFF)
    if inner is not None:
        return is_public(str(inner))
    return found in UNICAST_6 and not any(found in network for network in SPECIAL_6)
