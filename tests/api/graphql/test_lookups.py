"""What is looked up by its id is null where it is not there for the asker: no error, so that the fields beside it are of use."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest
from citadels_api.graphql.rest_twins import LOOKUPS
from citadels_api.graphql.schema import CORE

from tests.support.talking import ask, codes, post
from tests.support.world import NOWHERE, Person

if TYPE_CHECKING:
    from tests.support.world import World

FIELDS = {
    "account": "account(id: $id) { id name }",
    "bot": "bot(id: $id) { present account { id } }",
    "table": "table(id: $id) { id seats { seat } }",
    "tournament": "tournament(id: $id) { id name }",
    "node": "node(id: $id) { id }",
}
ID = NOWHERE.partition("_")[2]
UNKNOWN = [f"{kind}_{ID}" for kind in ("acct", "game", "tour", "cred", "hook", "none")]
MALFORMED = [
    "",
    "x",
    "_",
    "game_",
    f"game_{ID}x",
    f"GAME_{ID}",
    f"{ID}",
    f"acct_{ID}\n",
    "game_" + "9" * 5_000,
    "\u0000",
    "🂡",
]


def looked_up(world: World, field: str, global_id: str, who: Person | None) -> Any:
    """What stands under the field, whose neighbours answer."""
    told = ask(
        world, f"query Q($id: ID!) {{ limits {{ capacity }} found: {FIELDS[field]} }}", {"id": global_id}, who=who
    )
    assert told["limits"]["capacity"] > 0
    return told["found"]


def test_every_lookup_is_looked_at() -> None:
    assert {f"Query.{name}" for name in FIELDS} == LOOKUPS


def test_every_field_that_says_so_is_a_lookup() -> None:
    query = CORE.query_type
    assert query is not None
    said = {f"Query.{name}" for name, field in query.fields.items() if "null if" in (field.description or "")}
    assert said == LOOKUPS


@pytest.mark.parametrize("field", FIELDS)
@pytest.mark.parametrize("signed_in", [True, False])
def test_what_is_not_there_is_null(world: World, field: str, signed_in: bool) -> None:
    who = world.guest() if signed_in else None
    for global_id in [*UNKNOWN, *MALFORMED]:
        assert looked_up(world, field, global_id, who) is None, global_id


def things(world: World) -> tuple[Person, dict[str, str]]:
    """Somebody's things, and their ids: an account, a bot, a private table and a private tournament."""
    owner = world.account()
    bot = owner.post("/v1/bots", {"name": world.name()}).json()["account"]["id"]
    tournament = owner.post("/v1/tournaments", {"name": world.name(), "visibility": "private"}).json()["id"]
    table = world.table([owner], players=3, visibility="private")
    return owner, {"account": owner.id, "bot": bot, "table": table, "tournament": tournament}


def test_what_the_asker_may_not_know_of_looks_like_nothing(world: World) -> None:
    owner, made = things(world)
    for who in (world.guest(), world.account(), None):
        for field, global_id in made.items():
            if field != "bot":  # whoever asks may know of those
                assert looked_up(world, field, global_id, who) is None
                assert looked_up(world, "node", global_id, who) is None
    for field, global_id in made.items():
        assert looked_up(world, field, global_id, owner) is not None


def test_an_id_of_another_kind_is_null(world: World) -> None:
    owner, made = things(world)
    for field in FIELDS:
        for kind, global_id in made.items():
            if field not in {kind, "node"} and (field, kind) != ("account", "bot"):  # a bot is an account, too
                assert looked_up(world, field, global_id, owner) is None, (field, kind)


def test_a_credential_of_another_table_finds_nothing(world: World) -> None:
    owner, made = things(world)
    narrow = Person(
        world, {"credential": owner.post("/v1/credentials", {"table": world.table([owner], players=3)}).json()}
    )
    assert looked_up(world, "table", made["table"], narrow) is None


def test_what_is_wrong_with_the_request_is_an_error_still(world: World) -> None:
    answer = post(world, {"query": "{ table(id: []) { id } }"})
    assert codes(answer) == ["invalid"]
    answer = post(
        world, {"query": "query Q($id: ID!) { position(table: $id) { number } }", "variables": {"id": NOWHERE}}
    )
    assert codes(answer) == ["not_found"]
