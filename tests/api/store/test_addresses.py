"""What stands in the address of a store."""

from __future__ import annotations

import ssl
from typing import TYPE_CHECKING

import pytest
from citadels_api.store.addresses import BadAddress, StoreAddress, Tls, read_address

if TYPE_CHECKING:
    from pathlib import Path


@pytest.mark.parametrize(
    ("url", "found"),
    [
        ("redis://", StoreAddress("server", (("localhost", 6379),))),
        ("valkey://a:1/3", StoreAddress("server", (("a", 1),), database=3)),
        ("redis://a?db=3&replicas=2", StoreAddress("server", (("a", 6379),), database=3, replicas=2)),
        ("redis://ada:a%2Fb%3Ac%40d@a", StoreAddress("server", (("a", 6379),), username="ada", password="a/b:c@d")),
        ("redis://a?password=p%2Fq", StoreAddress("server", (("a", 6379),), password="p/q")),
        ("unix:///run/a%20b?db=1", StoreAddress("server", path="/run/a b", database=1)),
        ("valkey+unix://:hush@/run/x", StoreAddress("server", path="/run/x", password="hush")),
        ("valkey+cluster://[::1]:2,b", StoreAddress("cluster", (("::1", 2), ("b", 6379)))),
        (
            "redis+sentinel://:hush@a,b:2/house/4?sentinel_password=other&sentinel_username=eve",
            StoreAddress(
                "sentinel",
                (("a", 26379), ("b", 2)),
                service="house",
                database=4,
                password="hush",
                sentinel_username="eve",
                sentinel_password="other",
            ),
        ),
        ("memory://ours", StoreAddress("memory", path="ours")),
    ],
    ids=str,
)
def test_an_address_says_where_the_store_is_and_how_to_come_in(url: str, found: StoreAddress) -> None:
    assert read_address(url) == found


@pytest.mark.parametrize("scheme", ["rediss", "valkeys", "rediss+cluster"])
def test_a_scheme_with_another_s_asks_for_tls(scheme: str) -> None:
    assert read_address(f"{scheme}://a").tls == Tls()
    whole = "ca=/c&cert=/o&key=/k&check_hostname=no"
    assert read_address(f"{scheme}://a?{whole}").tls == Tls("/c", "/o", "/k", check_hostname=False)


def test_the_names_that_redis_py_has_for_the_files_are_known() -> None:
    long = "ssl_ca_certs=/c&ssl_certfile=/o&ssl_keyfile=/k&ssl_check_hostname=false"
    assert read_address(f"rediss://a?{long}").tls == Tls("/c", "/o", "/k", check_hostname=False)


@pytest.mark.parametrize(
    ("url", "servers", "watchers"),
    [
        ("redis+sentinel://a/house", False, False),
        ("rediss+sentinel://a/house", True, True),
        ("rediss+sentinel://a/house?sentinel_tls=no", True, False),
        ("redis+sentinel://a/house?sentinel_tls=yes", False, True),
    ],
)
def test_sentinels_speak_tls_where_the_servers_do_unless_it_is_said(url: str, servers: bool, watchers: bool) -> None:
    found = read_address(url)
    assert (found.tls is not None, found.sentinel_tls is not None) == (servers, watchers)


@pytest.mark.parametrize(
    ("url", "fault"),
    [
        ("http://:hush@a", "begins with http"),
        ("hush", "begins with nothing"),
        ("redis+sentinel://:hush@a:1", "names no service"),
        ("redis://:hush/hush@a", "%2F for /"),
        ("redis://:1#hush@a", "%23 for #"),
        ("redis://:1?hush@a", "%3F for"),
        ("redis://:hush@[a", r"not well formed"),
        ("redis://:hush@a/one", "the database in the address of a store is a number"),
        ("redis://:hush@a?replicas=all", "replicas in the address of a store is a number"),
        ("rediss://:hush@a?check_hostname=perhaps", "check_hostname in the address of a store is yes or no"),
        ("rediss://:hush@a?key=/k", "name that with cert"),
        (
            "redis+sentinel://:hush@a/house?sentinel_pasword=hush",
            "no option sentinel_pasword; there are .*sentinel_password",
        ),
    ],
)
def test_a_bad_address_is_told_without_its_secrets(url: str, fault: str) -> None:
    with pytest.raises(BadAddress, match=fault) as told:
        read_address(url)
    assert "hush" not in str(told.value)


def test_nothing_that_shows_an_address_shows_its_secrets() -> None:
    found = read_address("redis+sentinel://:hush@a:1,b:2/house?sentinel_password=hush")
    assert repr(found) == "<sentinel at a:1,b:2>"


def test_a_file_that_cannot_be_used_is_named(tmp_path: Path) -> None:
    (tmp_path / "empty").write_text("")
    for name in ("missing", "empty"):
        with pytest.raises(
            BadAddress, match=f"ca in the address of a store names a file that cannot be used: .*{name}: "
        ):
            Tls(ca=str(tmp_path / name)).context()
        with pytest.raises(BadAddress, match=f"cert and key in the address of a store name no certificate.*{name}: "):
            Tls(cert=str(tmp_path / name)).context()


def test_a_server_is_always_asked_for_its_certificate() -> None:
    for check_hostname in (True, False):
        context = Tls(check_hostname=check_hostname).context()
        assert (context.verify_mode, context.check_hostname) == (ssl.CERT_REQUIRED, check_hostname)


def test_what_begins_like_no_store_is_answered_with_all_that_do() -> None:
    with pytest.raises(BadAddress) as refused:
        read_address("http://a")
    said = str(refused.value)
    assert said.startswith("no address of a store begins with http://; known are ")
    known = said.partition("known are ")[2].split(", ")
    assert len(known) == len(set(known)) > 4
    assert not [name for name in known if "valkey" in name or name.startswith("redis+unix")]
    assert "redis+sentinel://" in known


@pytest.mark.parametrize("url", ["redis://a?dbx=", "redis://a?db=1&more"])
def test_an_option_without_a_value_is_looked_at_too(url: str) -> None:
    with pytest.raises(BadAddress, match=r"has no option (dbx|more); there are "):
        read_address(url)


@pytest.mark.parametrize(
    ("option", "field", "value", "kept"),
    [
        ("db", "database", "3", 3),
        ("username", "username", "ann", "ann"),
        ("password", "password", "word", "word"),
        ("sentinel_username", "sentinel_username", "bea", "bea"),
        ("sentinel_password", "sentinel_password", "words", "words"),
        ("replicas", "replicas", "2", 2),
    ],
)
def test_what_stands_behind_the_question_mark_is_taken_by_its_name(
    option: str, field: str, value: str, kept: object
) -> None:
    found = read_address(f"redis+sentinel://a/house?{option}={value}")
    assert getattr(found, field) == kept
    assert getattr(found, field) != getattr(read_address("redis+sentinel://a/house"), field)


def test_an_option_that_is_none_is_answered_with_all_that_are() -> None:
    with pytest.raises(BadAddress) as refused:
        read_address("redis://a?colour=red")
    assert str(refused.value).rpartition("there are ")[2].split(", ") == [
        "db", "username", "password", "ca", "cert", "key", "check_hostname", "sentinel_username", "sentinel_password", "sentinel_tls",
        "replicas",
    ]  # fmt: skip
