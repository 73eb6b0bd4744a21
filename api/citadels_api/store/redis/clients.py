"""Clients of redis-py for users who cannot use the store's own connections: RQ, and health checks."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

import redis
from redis.backoff import NoBackoff
from redis.cluster import ClusterNode, RedisCluster
from redis.retry import Retry
from redis.sentinel import Sentinel

from citadels_api.store.addresses import read_address, read_single

if TYPE_CHECKING:
    from citadels_api.store.addresses import StoreAddress, Tls


SENTINEL_TIMEOUT_S: Final = 1.0
"""How long a Sentinel may take before the next one is asked."""


class Watchers(Sentinel):
    """Sentinels whose connections close after each answer: the master is rarely looked up."""

    def discover_master(self, service_name: str) -> Any:
        """The address of the master with that name."""
        untyped: Any = super()
        try:
            return untyped.discover_master(service_name)
        finally:
            for one in self.sentinels:
                one.connection_pool.disconnect()


def client_of(url: str, **wishes: Any) -> redis.Redis:
    """A client of the server at an address, or of the current master behind Sentinel. `wishes` are options of redis-py."""
    address = read_single(url)
    return _master(address, wishes) if address.form == "sentinel" else _server(address, wishes)


def clients_of(url: str, **wishes: Any) -> list[redis.Redis]:
    """A client of each server that holds a part of the store: one server, or every primary of a cluster."""
    address = read_address(url)
    if address.form != "cluster":
        return [client_of(url, **wishes)]
    untyped: Any = ClusterNode
    begin = [untyped(host, port) for host, port in address.places]
    untyped = RedisCluster
    cluster: Any = untyped(startup_nodes=begin, **_login(address), **_secure(address.tls), **wishes)
    return [cluster.get_redis_connection(node) for node in cluster.get_primaries()]


def _server(address: StoreAddress, wishes: dict[str, Any]) -> redis.Redis:
    if address.path:
        return redis.Redis(unix_socket_path=address.path, db=address.database, **_login(address), **wishes)
    host, port = address.places[0]
    return redis.Redis(host, port, address.database, **_login(address), **_secure(address.tls), **wishes)


def _master(address: StoreAddress, wishes: dict[str, Any]) -> redis.Redis:
    """Sentinels that are asked in turn, each once: the next one knows as much."""
    watching = {
        "socket_timeout": SENTINEL_TIMEOUT_S,
        "socket_connect_timeout": SENTINEL_TIMEOUT_S,
        "retry": Retry(NoBackoff(), 0),
        "username": address.sentinel_username or None,
        "password": address.sentinel_password or None,
        **_secure(address.sentinel_tls),
    }
    untyped: Any = Watchers
    found: redis.Redis = untyped(list(address.places), sentinel_kwargs=watching).master_for(
        address.service, db=address.database, **_login(address), **_secure(address.tls), **wishes
    )
    return found


def _login(address: StoreAddress) -> dict[str, Any]:
    return {"username": address.username or None, "password": address.password or None}


def _secure(tls: Tls | None) -> dict[str, Any]:
    return {} if tls is None else {"ssl": True, **tls.options()}
