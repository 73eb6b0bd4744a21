"""The address of a store, and the connection settings for all clients.

1. This is the only parser of addresses: the games, the queue, `doctor` and `citadels up` all use it.
2. `valkey` means the same as `redis`, and `valkeys` the same as `rediss`.
3. An error never contains a secret of an address.
"""

from __future__ import annotations

import ssl
from typing import TYPE_CHECKING, Final, Literal
from urllib.parse import SplitResult, parse_qsl, unquote, urlsplit

import msgspec

if TYPE_CHECKING:
    from collections.abc import Mapping


Form = Literal["memory", "server", "sentinel", "cluster"]

SCHEMES: Final[dict[str, str]] = {
    "memory": "memory",
    "unix": "unix",
    "redis+unix": "unix",
    "valkey+unix": "unix",
    **{
        f"{name}{form}": f"{own}{form}"
        for name, own in {"redis": "redis", "valkey": "redis", "rediss": "rediss", "valkeys": "rediss"}.items()
        for form in ("", "+sentinel", "+cluster")
    },
}
"""The known schemes, each with its canonical name."""

OPTIONS: Final = (
    "db",
    "username",
    "password",
    "ca",
    "cert",
    "key",
    "check_hostname",
    "sentinel_username",
    "sentinel_password",
    "sentinel_tls",
    "replicas",
)
ALIASES: Final = {
    "ssl_ca_certs": "ca",
    "ssl_certfile": "cert",
    "ssl_keyfile": "key",
    "ssl_check_hostname": "check_hostname",
}
"""The options with redis-py's names."""
PORTS: Final[dict[str, int]] = {"server": 6379, "sentinel": 26379, "cluster": 6379}
SIGNS: Final = ": signs in a password are written as %2F for /, %40 for @, %23 for #, %3F for ?"


class BadAddress(ValueError):
    """An address that cannot be read. The text tells what is wrong, without secrets."""


class Tls(msgspec.Struct, frozen=True):
    """TLS settings: the CA that vouches for a server, and our own certificate. Without `ca`, the machine's CAs count."""

    ca: str = ""
    cert: str = ""
    key: str = ""
    check_hostname: bool = True

    def context(self) -> ssl.SSLContext:
        """An SSL context for clients that take one. The error names a file that cannot be used."""
        try:
            context = ssl.create_default_context(cafile=self.ca or None)
        except OSError as fault:  # as is what ssl raises
            raise BadAddress(
                f"ca in the address of a store names a file that cannot be used: {self.ca}: {_why(fault)}"
            ) from None
        context.check_hostname = self.check_hostname
        try:
            if self.cert:
                context.load_cert_chain(self.cert, self.key or None, lambda: "")  # nobody is asked for a password
        except OSError as fault:
            files = f"{self.cert}, {self.key}" if self.key else self.cert
            raise BadAddress(
                f"cert and key in the address of a store name no certificate with its key: {files}: {_why(fault)}"
            ) from None
        return context

    def options(self) -> dict[str, object]:
        """The options for redis-py."""
        self.context()
        return {
            "ssl_ca_certs": self.ca or None,
            "ssl_certfile": self.cert or None,
            "ssl_keyfile": self.key or None,
            "ssl_check_hostname": self.check_hostname,
        }


class StoreAddress(msgspec.Struct, frozen=True):
    """A parsed address of a store."""

    form: Form
    places: tuple[tuple[str, int], ...] = ()
    """Hosts and ports: of the server, of the Sentinels, or of some servers of the cluster."""
    path: str = ""
    """The Unix socket of a server; for a store in memory its name."""
    service: str = ""
    """The Sentinels' name of the master."""
    database: int = 0
    username: str = ""
    password: str = ""
    tls: Tls | None = None
    sentinel_username: str = ""
    sentinel_password: str = ""
    sentinel_tls: Tls | None = None
    replicas: int = 0
    """How many replicas must have a commit before it counts."""

    def __repr__(self) -> str:
        return f"<{self.form} at {self.path or ','.join(f'{host}:{port}' for host, port in self.places)}>"


def read_address(url: str) -> StoreAddress:
    """Parse an address. `BadAddress` tells what is wrong with it.

    `redis://host:port/database`, `unix:///path`, `redis+sentinel://host:port,host:port/service/database`,
    `redis+cluster://host:port,host:port`, `memory://name`; `rediss` instead of `redis` means TLS. A user name and a password stand before
    an `@`; write special characters as `%40`. Options stand after `?`, joined by `&`:

    - `db=1`: the database; `replicas=1`: a move counts only when a replica has it
    - `ca=FILE`: the CA of the servers; `cert=FILE&key=FILE`: our own certificate, if the servers require one; `check_hostname=no`: the
      certificate may have another name, for example when Sentinels tell IP addresses
    - `sentinel_username=`, `sentinel_password=`: the login of the Sentinels, if it differs from the servers'; `sentinel_tls=yes` or `no`:
      if only the Sentinels or only the servers use TLS

    >>> read_address("rediss+sentinel://:hush@a:1,b/house/2?ca=/ca.pem&sentinel_password=other&sentinel_tls=no").tls
    Tls(ca='/ca.pem', cert='', key='', check_hostname=True)
    """
    parts = _split(url)
    scheme = SCHEMES.get(parts.scheme)
    if scheme is None:
        known = ", ".join(
            f"{name}://" for name in SCHEMES if "valkey" not in name and not name.startswith("redis+unix")
        )
        raise BadAddress(f"no address of a store begins with {parts.scheme or 'nothing'}://; known are {known}")
    if scheme == "memory":
        return StoreAddress("memory", path=parts.netloc + parts.path)
    given = _options(parts.query)
    login, _, hosts = parts.netloc.rpartition("@")
    name, _, password = login.partition(":")
    secure = scheme.startswith("rediss")
    tls = Tls(
        given.get("ca", ""), given.get("cert", ""), given.get("key", ""), _yes(given, "check_hostname", usual=True)
    )
    if tls.key and not tls.cert:
        raise BadAddress("key in the address of a store belongs to a certificate: name that with cert")
    form: Form = "sentinel" if scheme.endswith("+sentinel") else "cluster" if scheme.endswith("+cluster") else "server"
    path = [unquote(part) for part in parts.path.strip("/").split("/")]
    service = path.pop(0) if form == "sentinel" else ""
    if form == "sentinel" and not service:
        raise BadAddress(
            "the address of a store behind Sentinel names no service; it ends with one: redis+sentinel://host:port,host:port/SERVICE"
        )
    on_socket = scheme == "unix"
    asked = given.get("db", "0") if on_socket else (path[0] if path else "") or given.get("db", "0")
    sentinel_secure = _yes(given, "sentinel_tls", usual=secure)
    return StoreAddress(
        form,
        () if on_socket else _places(hosts, PORTS[form]),
        path=unquote(hosts + parts.path) if on_socket else "",
        service=service,
        database=_number(asked, "the database"),
        username=unquote(name) or given.get("username", ""),
        password=unquote(password) or given.get("password", ""),
        tls=tls if secure else None,
        sentinel_username=given.get("sentinel_username", ""),
        sentinel_password=given.get("sentinel_password", ""),
        sentinel_tls=tls if sentinel_secure else None,
        replicas=_number(given.get("replicas", "0"), "replicas"),
    )


def read_single(url: str) -> StoreAddress:
    """Parse the address of one server or of a master behind Sentinel. `BadAddress` if it is another one, or names files that cannot be
    used.
    """
    address = read_address(url)
    if address.form not in {"server", "sentinel"}:
        raise BadAddress(
            f"a single server is needed, or one behind Sentinel, and the address is that of a {address.form}"
        )
    for tls in (address.tls, address.sentinel_tls):
        if tls is not None:
            tls.context()
    return address


def _split(url: str) -> SplitResult:
    try:
        parts = urlsplit(url.strip())
    except ValueError:
        raise BadAddress("the address of a store is not well formed: a [ without a ]") from None
    if parts.fragment or "@" in parts.query:
        raise BadAddress(f"the address of a store is not well formed{SIGNS}")
    return parts


def _options(query: str) -> dict[str, str]:
    given: dict[str, str] = {}
    for name, value in parse_qsl(query, keep_blank_values=True):
        own = ALIASES.get(name, name)
        if own not in OPTIONS:
            raise BadAddress(f"the address of a store has no option {name}; there are {', '.join(OPTIONS)}")
        given[own] = value
    return given


def _yes(given: Mapping[str, str], name: str, *, usual: bool) -> bool:
    said = given.get(name, "").lower()
    if said not in {"", "yes", "true", "1", "no", "false", "0"}:
        raise BadAddress(f"{name} in the address of a store is yes or no")
    return usual if not said else said in {"yes", "true", "1"}


def _number(said: str, what: str) -> int:
    if not (said.isascii() and said.isdigit()):
        raise BadAddress(f"{what} in the address of a store is a number")
    return int(said)


def _places(hosts: str, default: int) -> tuple[tuple[str, int], ...]:
    """The hosts and ports in `host:port,[::1]:port,host`."""
    try:
        split = [urlsplit(f"//{place}") for place in hosts.split(",")]
        return tuple((place.hostname or "localhost", place.port or default) for place in split)
    except ValueError:  # its text may hold a piece of a password with a / in it
        raise BadAddress(f"a port in the address of a store is no number{SIGNS}") from None


def _why(fault: OSError) -> str:
    return fault.strerror or str(getattr(fault, "reason", "")) or "it does not hold what it should"


def shown(url: str) -> str:
    """The address as it may be shown: without a name or a password in it.

    >>> shown("redis://me:secret@host:6379/1"), shown("redis+sentinel://:secret@a:1,b:2/main?password=secret")
    ('redis://host:6379/1', 'redis+sentinel://a:1,b:2/main')
    >>> shown("localhost:6379")
    'localhost:6379'

    If the end of the password is unclear, only the scheme is shown.

    >>> shown("redis://:with/signs@host"), shown("redis://:with?signs@host")
    ('redis://...', 'redis://...')
    """
    scheme, colon, rest = url.partition("://")
    if not colon:
        return url.rpartition("@")[2]
    place, _, query = rest.partition("?")
    login, _, place = place.rpartition("@")
    return f"{scheme}://{'...' if '/' in login or '@' in query else place}"
