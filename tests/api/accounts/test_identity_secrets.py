"""The form of secrets: what is well-formed is found without a read, what is mistyped is told without one."""

from __future__ import annotations

import hashlib
import string

import pytest
from citadels_api.credentials.secrets import digest, matches, new_recovery, new_secret, parse_secret, recovery_digest
from hypothesis import given, settings
from hypothesis import strategies as st

SIGNS = string.ascii_letters + string.digits + "_-"
SECRET = st.builds(new_secret, st.sampled_from(["guest", "acct", "bot", "seat"]))


@settings(deadline=None)
@given(SECRET)
def test_a_secret_names_its_credential_by_the_first_12_of_its_43_characters(secret: str) -> None:
    kind, chance = secret.split("_", 2)[1:]
    assert kind in {"guest", "acct", "bot", "seat"}
    assert len(chance) == 49
    assert parse_secret(secret) == f"cred_{chance[:12]}"


@settings(deadline=None)
@given(SECRET, st.data())
def test_one_wrong_character_is_always_told(secret: str, data: st.DataObject) -> None:
    at = data.draw(st.integers(0, len(secret) - 1))
    wrong = data.draw(st.sampled_from(SIGNS).filter(lambda sign: sign != secret[at]))
    assert parse_secret(secret[:at] + wrong + secret[at + 1 :]) is None


@settings(deadline=None)
@given(SECRET, st.data())
def test_two_neighbours_that_changed_places_are_always_told(secret: str, data: st.DataObject) -> None:
    at = data.draw(st.integers(0, len(secret) - 2).filter(lambda place: secret[place] != secret[place + 1]))
    assert parse_secret(secret[:at] + secret[at + 1] + secret[at] + secret[at + 2 :]) is None


@settings(deadline=None)
@given(SECRET, st.data())
def test_a_character_too_few_or_too_many_is_always_told(secret: str, data: st.DataObject) -> None:
    at = data.draw(st.integers(0, len(secret) - 1))
    more = data.draw(st.sampled_from([*SIGNS, " ", "\n", "\udc80", "é"]))
    assert parse_secret(secret[:at] + secret[at + 1 :]) is None
    assert parse_secret(secret[:at] + more + secret[at:]) is None
    assert parse_secret(secret + more) is None


@settings(deadline=None)
@given(st.text())
def test_other_texts_are_no_secrets(text: str) -> None:
    assert parse_secret(text) is None


@pytest.mark.parametrize("text", ["", "ctd_", "ctd_admin_" + "A" * 49, "Bearer ctd_guest_" + "A" * 49, "A" * 100_000])
def test_what_only_looks_like_one_is_none(text: str) -> None:
    assert parse_secret(text) is None


def test_a_secret_is_kept_as_the_digest_of_all_of_it() -> None:
    secret = new_secret("acct")
    assert digest(secret) == hashlib.sha256(secret.encode()).digest()
    assert matches(secret, digest(secret))
    assert not matches(secret, digest(new_secret("acct")))
    assert not matches(secret, None)


def test_no_two_secrets_are_alike() -> None:
    assert len({new_secret("bot") for _ in range(1000)}) == 1000


def test_a_recovery_code_has_130_bits_in_groups_that_can_be_copied() -> None:
    code = new_recovery()
    assert [len(group) for group in code.split("-")] == [5, 5, 5, 5, 5, 1]
    assert set(code) <= set("0123456789ABCDEFGHJKMNPQRSTVWXYZ-")
    assert len({new_recovery() for _ in range(1000)}) == 1000


@settings(deadline=None)
@given(st.lists(st.sampled_from("0123456789ABCDEFGHJKMNPQRSTVWXYZ"), min_size=1).map("".join))
def test_a_recovery_code_may_be_typed_as_it_was_heard(code: str) -> None:
    heard = " " + code.lower().replace("0", "o").replace("1", "l") + "-"
    assert recovery_digest(heard) == recovery_digest(code)


def test_another_recovery_code_is_another() -> None:
    assert recovery_digest("7ABCD") != recovery_digest("7ABCE")
