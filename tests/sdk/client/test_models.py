"""What models make of answers: of those that are known, and of those that a newer service may give."""

from __future__ import annotations

import copy
import json
from typing import Any

import pytest
from citadels_api import contract
from citadels_api.tables import contract as tables
from citadels_engine import apply, legal_actions, new_game
from citadels_engine.views.view import view
from citadels_sdk.client.model_base import Clock
from citadels_sdk.client.models_stream import Frame, Notice
from citadels_sdk.live import (
    BankClock,
    BotAccount,
    CorrespondenceClock,
    Credential,
    DecisionClock,
    Event,
    EventsFrame,
    Guest,
    InvitedNotice,
    InviteLink,
    NoClock,
    Page,
    Player,
    Position,
    Table,
    Unknown,
)
from hypothesis import given, settings
from hypothesis import strategies as st
from pydantic import TypeAdapter, ValidationError

pytestmark = pytest.mark.interpreter

CLOCKS: TypeAdapter[Clock] = TypeAdapter(Clock)
FRAMES: TypeAdapter[Frame] = TypeAdapter(Frame)
NOTICES: TypeAdapter[Notice] = TypeAdapter(Notice)
JSON = st.recursive(
    st.none() | st.booleans() | st.integers(-(2**53), 2**53) | st.text(max_size=8),
    lambda below: st.lists(below, max_size=3) | st.dictionaries(st.text(max_size=8), below, max_size=3),
    max_leaves=6,
)
SECRET = "never-to-be-shown"

TABLE: dict[str, Any] = {
    "id": "game_1",
    "name": "",
    "status": "open",
    "number": 3,
    "creator": {"id": "acct_1", "name": "ann", "kind": "human"},
    "edition": "modern",
    "players": 2,
    "scenario": None,
    "cast": ["assassin"],
    "uniques": [],
    "options": {},
    "seats": [
        {"seat": 0, "kind": "ai", "player": {"id": None, "name": "g", "kind": "ai", "level": "greedy"}, "left": None,
         "level": None, "bank_ms": None},
    ],
    "clock": {"kind": "none", "limit_ms": None, "bank_ms": None, "increment_ms": 0},
    "timeout": "forfeit",
    "visibility": "public",
    "spectator_delay_ms": 0,
    "rated": False,
    "start": "full",
    "rules": 1,
    "commitment": "00",
    "seeded": False,
    "seed": None,
    "created": 1,
    "started": None,
    "ended": None,
    "decision": None,
    "result": None,
    "rematch": None,
    "archived": False,
    "your_seat": None,
    "tournament": None,
    "fixture": None,
    "sealed": False,
}  # fmt: skip

# what is known


@pytest.mark.parametrize(
    ("told", "clock"),
    [
        ({"kind": "none", "limit_ms": None, "bank_ms": None, "increment_ms": 0}, NoClock()),
        ({"kind": "decision", "limit_ms": 9, "bank_ms": None, "increment_ms": 0}, DecisionClock(limit_ms=9)),
        (
            {"kind": "bank", "limit_ms": None, "bank_ms": 60, "increment_ms": 2},
            BankClock(bank_ms=60, increment_ms=2),
        ),
        (
            {"kind": "correspondence", "limit_ms": 3 * 86_400_000, "bank_ms": None, "increment_ms": 0},
            CorrespondenceClock(days=3),
        ),
    ],
)
def test_a_clock_is_what_its_kind_says(told: dict[str, Any], clock: Clock) -> None:
    assert CLOCKS.validate_python(told) == clock


def test_the_models_that_are_written_by_hand_have_what_the_contract_has() -> None:
    clocks = {name for kind in (NoClock, DecisionClock, BankClock, CorrespondenceClock) for name in kind.model_fields}
    assert clocks - {"days"} == set(tables.ClockAnswer.__struct_fields__)
    assert set(Page.model_fields) == set(contract.Page.__struct_fields__)


def test_a_clock_of_days_tells_its_limit() -> None:
    assert CorrespondenceClock(days=2).limit_ms == 2 * 86_400_000


def test_a_table_is_read_as_it_stands() -> None:
    table = Table.model_validate_json(json.dumps(TABLE))
    assert (table.status, table.creator.name, table.seats[0].kind, table.clock) == ("open", "ann", "ai", NoClock())
    assert isinstance(table.seats[0].player, Player)
    assert table.seats[0].player.level == "greedy"


def test_models_cannot_be_changed() -> None:
    table = Table.model_validate(TABLE)
    with pytest.raises(ValidationError):
        table.name = "another"
    with pytest.raises(AttributeError):
        Unknown(1).raw = 2


# what is not known


def test_words_that_came_later_are_unknown() -> None:
    told = copy.deepcopy(TABLE)
    told["status"] = "postponed"
    told["visibility"] = "secret"
    told["seats"][0]["kind"] = "robot"
    told["creator"]["kind"] = "committee"
    table = Table.model_validate(told)
    assert table.status == Unknown("postponed")
    assert table.visibility == Unknown("secret")
    assert table.seats[0].kind == Unknown("robot")
    assert table.creator.kind == Unknown("committee")


def test_words_of_a_list_are_unknown_one_by_one() -> None:
    told = {"id": "acct_1", "name": "b", "owner": None, "about": "", "present": True, "players": [2],
            "editions": ["modern", "deluxe"], "clocks": ["hourglass"], "least_ms": 0, "rated": True}  # fmt: skip
    bot = BotAccount.model_validate(told)
    assert bot.editions == ("modern", Unknown("deluxe"))
    assert bot.clocks == (Unknown("hourglass"),)


@pytest.mark.parametrize("kinds", [CLOCKS, FRAMES, NOTICES])
@pytest.mark.parametrize(
    "told", [{"kind": "hourglass", "type": "rumour", "sand": [1, {"a": None}]}, {}, "word", 7, None, []]
)
def test_kinds_that_came_later_are_unknown_and_keep_their_json(kinds: TypeAdapter[Any], told: Any) -> None:
    found = kinds.validate_json(json.dumps(told))
    assert found == Unknown(told)
    assert json.loads(kinds.dump_json(found)) == told


@settings(deadline=None)
@given(JSON)
def test_no_json_stops_the_reading_of_a_tagged_union_that_has_not_its_kind(told: Any) -> None:
    for kinds in (CLOCKS, FRAMES, NOTICES):
        if not isinstance(told, dict) or not {"kind", "type"} & set(told):
            assert kinds.validate_python(told) == Unknown(told)


@settings(deadline=None)
@given(st.dictionaries(st.text(max_size=6).filter(lambda name: name not in TABLE), JSON, max_size=4))
def test_members_that_came_later_are_passed_over(more: dict[str, Any]) -> None:
    assert Table.model_validate({**TABLE, **more}) == Table.model_validate(TABLE)


def test_unknowns_are_equal_where_their_json_is() -> None:
    assert Unknown({"a": 1}) == Unknown({"a": 1})
    assert hash(Unknown({"a": 1})) == hash(Unknown({"a": 1}))
    assert Unknown("open") != "open"
    assert (str(Unknown({"a": 1})), repr(Unknown("x"))) == ('{"a": 1}', "Unknown('x')")


def test_an_answer_without_what_has_to_be_there_is_refused() -> None:
    with pytest.raises(ValidationError):
        Table.model_validate({name: value for name, value in TABLE.items() if name != "seats"})


# secrets


def test_secrets_do_not_show() -> None:
    account = {"id": "a", "kind": "guest", "name": "n", "owner": None, "about": "", "created": 1}
    credential = {"id": "c", "name": "", "scopes": [], "created": 1, "expires": 2, "revoked": None, "table": None,
                  "last_used": None, "secret": SECRET}  # fmt: skip
    told = [
        Credential.model_validate(credential),
        Guest.model_validate({"account": account, "credential": credential, "recovery": SECRET}),
        InviteLink(table="game_1", invite=SECRET),
        InvitedNotice(number=1, at=1, table="game_1", invite=SECRET),
    ]
    for one in told:
        assert SECRET not in f"{one} {one!r} {[one]}"
        assert SECRET in one.model_dump_json()
    with pytest.raises(ValidationError) as refused:
        Credential.model_validate({**credential, "created": SECRET})
    assert SECRET not in str(refused.value)


# positions


def test_a_position_is_seen_as_bots_see_it() -> None:
    game = new_game(3, seed="models")
    for _ in range(30):
        apply(game, legal_actions(game)[0])
    assert game.pending is not None
    seat = game.pending.seat
    seen = view(game, seat)
    actions = [{"text": str(one), "verb": str(one).split()[0], "fields": {}, "price": 4} for one in seen.actions]
    del actions[0]["price"]
    decision = {"seat": seat, "kind": game.pending.kind, "n": game.n, "asked": 0, "deadline": None, "actions": actions}
    position = Position.model_validate(
        {"table": "game_1", "number": 9, "seat": seat, "status": "running", "view": seen.to_json(),
         "decision": decision, "result": None}
    )  # fmt: skip
    mine = position.view([Event(number=8, kind="gold", seat=1, facts={"amount": 2})], time_left=4.5)
    assert (mine.seat, mine.n, mine.kind, mine.time_left) == (seat, game.n, game.pending.kind, 4.5)
    assert [str(one) for one in mine.actions] == [one["text"] for one in actions]
    assert position.decision is not None
    assert position.decision.actions is not None
    assert [one.price for one in position.decision.actions] == [0, *[4] * (len(actions) - 1)]
    assert list(mine.events) == [{"kind": "gold", "seat": 1, "amount": 2}]


def test_a_frame_of_events_is_told_from_a_view() -> None:
    told = {"type": "events", "table": "game_1", "number": 2, "at": 1, "events": [{"number": 2, "kind": "round", "seat": None, "facts": {"round": 1}}]}  # fmt: skip
    frame = FRAMES.validate_python(told)
    assert isinstance(frame, EventsFrame)
    assert frame.events[0].to_json() == {"kind": "round", "round": 1}
