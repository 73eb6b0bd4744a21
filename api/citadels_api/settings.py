"""Settings, from the environment: `REDIS_URL`, `QUEUE_REDIS_URL`, everything else with the prefix `CITADELS_`."""

from __future__ import annotations

from ipaddress import ip_network
from typing import Annotated, Literal

from pydantic import AliasChoices, Field, field_validator
from pydantic_settings import BaseSettings, NoDecode, SettingsConfigDict


class Settings(BaseSettings):
    """All that can be set; the defaults are for development on one machine."""

    model_config = SettingsConfigDict(env_prefix="CITADELS_", extra="ignore", populate_by_name=True)

    redis_url: str = Field("", validation_alias=AliasChoices("redis_url", "REDIS_URL"))
    """The game store: redis://, rediss://, unix://, redis+sentinel://, redis+cluster://, or memory:// for one process.

    Behind Sentinel the address ends with the name of the service, `redis+sentinel://:PASSWORD@a:26379,b:26379/SERVICE`, and
    `?sentinel_password=` is what the Sentinels ask for. TLS is `rediss://`, `rediss+sentinel://`, `rediss+cluster://`, with
    `?ca=FILE&cert=FILE&key=FILE&check_hostname=no&sentinel_tls=no` as needed. All of it holds for both stores, and for every part.
    """
    queue_redis_url: str | None = Field(None, validation_alias=AliasChoices("queue_redis_url", "QUEUE_REDIS_URL"))
    """The queue's store, an address like the other; by default the game store. It is one server, or one behind Sentinel."""
    production: bool = False
    host: str = "127.0.0.1"
    port: int = 8000
    log_level: Literal["debug", "info", "warning", "error"] = "info"

    store_timeout_ms: int = 700
    """How long one call to the store may take; after one more try the answer is 503."""

    origins: Annotated[tuple[str, ...], NoDecode] = ()
    """Origins of browsers that may call; in development any loopback origin may."""
    hosts: Annotated[tuple[str, ...], NoDecode] = ()
    """Host names that are answered; in development those of this machine are, too, and every address."""

    @field_validator("origins", "hosts", "webhook_hosts", "trusted_proxies", mode="before")
    @classmethod
    def split(cls, value: object) -> object:
        """A variable names several with commas."""
        return tuple(part.strip() for part in value.split(",") if part.strip()) if isinstance(value, str) else value

    trust_proxy: bool = False
    """Whether one proxy stands in front, at a private address or on this machine: what it puts last into `X-Forwarded-For` is the client.

    On a connection from any other address the header is not believed.
    """
    trusted_proxies: Annotated[tuple[str, ...], NoDecode] = ()
    """Where the proxies are whose `X-Forwarded-For` is believed, as addresses and networks: `10.0.0.5,192.0.2.0/24`.

    For proxies behind one another, or at public addresses; it takes the place of `CITADELS_TRUST_PROXY`. The header is read from its end,
    and the first address that is none of these is the client's. A proxy of these has to add to the header, or to write it anew.
    """

    @field_validator("trusted_proxies")
    @classmethod
    def are_networks(cls, value: tuple[str, ...]) -> tuple[str, ...]:
        """Each is an address or a network."""
        for name in value:
            try:
                ip_network(name, strict=False)
            except ValueError:
                raise ValueError(f"{name} is no address and no network") from None
        return value

    preload: bool = True
    """Whether what a first query of GraphQL and a first call of an AI need is loaded beforehand, in idle time; otherwise when first needed."""

    trusted_documents_only: bool = False
    """Whether GraphQL takes registered documents only."""
    introspection: bool = True

    consoles: bool | None = None
    """Whether GraphiQL and Swagger UI are served; None: in development only, as code of others runs there beside people's credentials."""
    web_dev: bool = False
    """Whether the files of the page are read anew at every request."""

    body_limit: int = 64 * 1024
    receive_timeout_s: float = 10.0
    drain_s: float = 12.0
    heartbeat_s: float = 15.0
    streams_per_credential: int = 50
    subscriptions_per_socket: int = 20

    rate_per_second: float = 200.0
    rate_burst: int = 2000
    """The bucket of a credential: a cost of 1 is one plain read."""
    address_per_second: float = 500.0
    address_burst: int = 5000
    """The bucket of an address, before it is known who asks."""
    guests_per_hour: int = 2000
    """Guests that one address may make."""
    guests_kept_per_address: int = 10_000
    """Guests of one address that are kept at a time, about: so many more may be made within the time for which a guest is kept."""
    streams_per_address: int = 500
    """Streams that one address may have open in one process."""
    open_tables_per_account: int = 50
    """Tables of one creator that have not started."""
    open_tables_per_address: int = 200
    """The same for all guests of one network together."""

    tables_per_account: int = 1000
    """Tables of one creator that are not over."""
    ai_seats_per_account: int = 400
    """AI seats at the tables of one creator that are not over."""
    ai_seats_per_address: int = 1600
    """The same for all guests of one network together."""
    ai_burst_ms: int = 600_000
    ai_ms_per_second: float = 250.0
    """The time that the AIs of one account may think: so much at a time, and so much more each second. Beyond it their turns come last."""
    linger_ms: int = 60_000
    """For how long a finished game stays as it is before it shrinks to its record."""
    tournament_linger_ms: int = 24 * 3_600_000
    """For how long the log of a tournament that is over stays as it is before it is packed."""
    keep_records_days: int | None = None
    """For how long records are kept; None: for ever."""
    idle_table_ms: int = 24 * 3_600_000
    """An open table that never starts is forgotten after so long."""
    lonely_table_ms: int = 30 * 60_000
    """The same for a table where nobody but its creator sits and no seat is reserved."""

    idle_game_ms: int = 7 * 24 * 3_600_000
    """A game without a clock in which nobody moves for so long is broken off."""

    ai_lease_ms: int = 1500
    """When an AI seat that was called has not answered, it is called again."""
    ai_limit_ms: int = 8000
    """When it has still not answered, the default action is taken for it."""
    planner_ms: int = 400
    planner_playouts: int | None = None
    """The planner's budget for one decision: milliseconds, or playouts where it has to be reproducible."""
    grace_ms: int = 300
    """How long after a deadline a move that was on its way may still come in."""

    game_lease_ms: int = 5000
    """A worker that plays a whole game of a tournament says so often that it still does; for another is rung when it has not."""
    games_ahead: int = 200
    """For how many games of a tournament is rung before they are played."""
    webhook_hosts: Annotated[tuple[str, ...], NoDecode] = ()
    """Hosts (a name or an address, with :port where it is another than the usual) that webhooks may go to although their address is private."""
    webhook_timeout_ms: int = 10_000
    """How long the answer to a webhook may take."""
    webhook_keep_ms: int = 24 * 3_600_000
    """For how long a webhook that fails is tried again before it is given up."""


def unsafe(settings: Settings) -> list[str]:
    """What production mode refuses to start with, a sentence each, with the way out."""
    faults: list[str] = []
    if not settings.production:
        return faults
    if settings.redis_url.startswith("memory:"):
        faults.append("the store is memory://, which forgets everything: set REDIS_URL")
    if not settings.hosts:
        faults.append("no Host header would be answered: set CITADELS_HOSTS")
    if any("*" in host for host in settings.hosts):
        faults.append("no Host header has a * in it: give the names in CITADELS_HOSTS in full")
    if any(origin == "*" for origin in settings.origins):
        faults.append("every origin may call: name them in CITADELS_ORIGINS")
    if any(ip_network(name, strict=False).prefixlen == 0 for name in settings.trusted_proxies):
        faults.append("everybody would be believed about his address: name the proxies in CITADELS_TRUSTED_PROXIES")
    if settings.log_level == "debug":
        faults.append("debug logs tell too much: set CITADELS_LOG_LEVEL=info")
    if settings.web_dev:
        faults.append("the page's files are read at every request: leave CITADELS_WEB_DEV out")
    if settings.rate_per_second <= 0 or settings.address_per_second <= 0:
        faults.append("the rate limits are off: set CITADELS_RATE_PER_SECOND and CITADELS_ADDRESS_PER_SECOND")
    return faults
