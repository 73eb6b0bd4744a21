"""Every field at the top is asked for once, over HTTP, and succeeds; and every trusted document."""

from __future__ import annotations

import asyncio
import re
from importlib.resources import files
from types import SimpleNamespace
from typing import TYPE_CHECKING, Any

import pytest
from citadels_api.graphql.rest_twins import LOOKUPS, TWINS, scope_of
from citadels_api.graphql.schema import CORE, guard
from citadels_api.ids import born
from citadels_api.operations import PUBLIC
from citadels_api.problems import Refusal
from graphql import GraphQLField, GraphQLString

from tests.api.graphql.page_successes import OTHERS, PAGE_SUCCESSES, USED_BY_PAGES
from tests.api.graphql.tournament_successes import TOURNAMENT_SUCCESSES, USED
from tests.support.talking import OWN, ask, events, own, payload, read_events

if TYPE_CHECKING:
    from collections.abc import Callable

    from tests.support.world import World

    Success = Callable[[World], object]

SUCCESSES: dict[str, Success] = {**TOURNAMENT_SUCCESSES, **PAGE_SUCCESSES}
NAMED: set[str] = set()
"""Trusted documents that a success has used."""


def success(field: str) -> Callable[[Success], Success]:
    """Declare how a field at the top succeeds."""

    def keep(made: Success) -> Success:
        SUCCESSES[field] = made
        return made

    return keep


def by_name(world: World, name: str, variables: Any = None, **more: Any) -> Any:
    NAMED.add(name)
    return own(world, name, variables, **more)


def table_of(world: World, name: str, variables: Any, **more: Any) -> Any:
    return payload(by_name(world, name, variables, **more), "TablePayload")["table"]


@success("Query.me")
def me(world: World) -> None:
    who = world.guest()
    assert by_name(world, "Me", who=who)["id"] == who.id
    assert by_name(world, "Me") is None


@success("Query.account")
def account(world: World) -> None:
    who = world.guest()
    told = ask(
        world, "query Q($id: ID!) { account(id: $id) { id kind name owner about created } }", {"id": who.id}, who=who
    )
    assert told["account"]["kind"] == "GUEST"


@success("Query.credentials")
def credentials(world: World) -> None:
    who = world.guest()
    assert [one["id"] for one in by_name(world, "Credentials", who=who)] == [who.credential]


@success("Query.bot")
def bot(world: World) -> None:
    made = make_bot(world)
    told = ask(
        world, "query Q($id: ID!) { bot(id: $id) { present account { id owner } accepts { clocks } } }", {"id": made}
    )
    assert told["bot"]["account"]["id"] == made
    assert "NONE" in told["bot"]["accepts"]["clocks"]


@success("Query.bots")
def bots(world: World) -> None:
    made = sorted([make_bot(world) for _ in range(3)], key=lambda one: (born(one), one))
    first = by_name(world, "Bots", {"first": 2, "edition": "MODERN", "players": 4})
    assert [one["account"]["id"] for one in first["nodes"]] == [made[2], made[1]]
    rest = by_name(world, "Bots", {"first": 1, "after": first["pageInfo"]["endCursor"]})
    assert [one["account"]["id"] for one in rest["nodes"]] == [made[0]]


def make_bot(world: World) -> Any:
    owner = world.account()
    text = """mutation M($input: MakeBotInput!) { makeBot(input: $input) {
        ... on GuestPayload { account { id kind } credential { secret } } ... on Problem { message } } }"""
    told = ask(
        world, text, {"input": {"name": world.name(), "accepts": {"editions": ["MODERN"], "rated": False}}}, who=owner
    )
    assert told["makeBot"]["account"]["kind"] == "BOT", told
    return told["makeBot"]["account"]["id"]


success("Mutation.makeBot")(make_bot)


@success("Query.table")
def table(world: World) -> None:
    who = world.guest()
    made = world.table([who], players=3)
    assert by_name(world, "Table", {"id": made}, who=who)["yourSeat"] == 0


@success("Query.tables")
def tables(world: World) -> None:
    who = world.guest()
    made = sorted([world.table([who], players=5) for _ in range(4)], key=lambda one: (born(one), one))
    text = """query Q($after: String) { tables(first: 3, after: $after, players: 5, mine: true) {
        edges { cursor node { id } } nodes { id } pageInfo { hasNextPage hasPreviousPage startCursor endCursor } } }"""
    first = ask(world, text, who=who)["tables"]
    assert [one["id"] for one in first["nodes"]] == [made[3], made[2], made[1]]
    assert first["pageInfo"]["hasNextPage"]
    assert not first["pageInfo"]["hasPreviousPage"]
    middle = ask(world, text, {"after": first["edges"][0]["cursor"]}, who=who)["tables"]
    assert [one["node"]["id"] for one in middle["edges"]] == [made[2], made[1], made[0]]
    rest = ask(world, text, {"after": first["pageInfo"]["endCursor"]}, who=who)["tables"]
    assert [one["id"] for one in rest["nodes"]] == [made[0]]
    assert rest["pageInfo"]["hasPreviousPage"]
    assert by_name(world, "Tables", {"mine": True}, who=who)["nodes"]


@success("Query.position")
def position(world: World) -> None:
    people = [world.guest(), world.guest()]
    made = world.table(people)
    told = by_name(world, "Position", {"table": made}, who=people[0])
    assert told["seat"] == 0
    assert told["view"]["seats"][0]["hand"] is not None
    assert told["view"]["seats"][1]["hand"] is None


@success("Query.owed")
def owed(world: World) -> None:
    people = [world.guest(), world.guest()]
    made = world.table(people)
    asked, other, decision = world.asked(made, people)
    assert [(one["table"], one["n"]) for one in by_name(world, "Owed", who=asked)] == [(made, decision["n"])]
    assert by_name(world, "Owed", who=other) == []


@success("Query.record")
def record(world: World) -> None:
    people, made = world.finished()
    assert '"result"' in by_name(world, "Record", {"table": made}, who=people[0])


@success("Query.frames")
def frames(world: World) -> None:
    people, made = world.finished()
    got: list[Any] = []
    while not got or got[-1]["type"] != "END":
        after = got[-1]["number"] if got else 0
        got += by_name(world, "Frames", {"table": made, "after": after}, who=people[0])
    numbers = [event["number"] for frame in got for event in frame["events"]]
    assert numbers == list(range(1, len(numbers) + 1))


@success("Query.catalogue")
def catalogue(world: World) -> None:
    told = by_name(world, "Catalogue", {"edition": "CLASSIC", "language": "PT"})
    assert {"Rei", "Imperador"} <= {one["name"] for one in told["characters"]}


@success("Query.limits")
def limits(world: World) -> None:
    assert by_name(world, "Limits", who=world.guest())["capacity"] == 2000
    told = ask(world, "{ limits { costs { operation cost } } }")
    assert {"operation": "createTable", "cost": 10} in told["limits"]["costs"]


@success("Query.statistics")
def statistics(world: World) -> None:
    world.finished()
    assert by_name(world, "Statistics")["counts"]


NODE = "query Q($id: ID!) { node(id: $id) { __typename id ... on Table { number } ... on Account { kind } ... on Credential { scopes } } }"


@success("Query.node")
def node(world: World) -> None:
    who = world.guest()
    made = world.table([who], players=2)
    for global_id, kind in ((made, "Table"), (who.id, "Account"), (who.credential, "Credential")):
        told = ask(world, NODE, {"id": global_id}, who=who)["node"]
        assert (told["__typename"], told["id"]) == (kind, global_id)
    assert ask(world, NODE, {"id": who.credential})["node"] is None
    assert ask(world, NODE, {"id": "game_nonsense"})["node"] is None


@success("Query.nodes")
def nodes(world: World) -> None:
    who = world.guest()
    made = world.table([who], players=2)
    told = ask(world, "query Q($ids: [ID!]!) { nodes(ids: $ids) { id } }", {"ids": [made, "acct_no", who.id]}, who=who)
    assert told["nodes"] == [{"id": made}, None, {"id": who.id}]


@success("Mutation.makeGuest")
def make_guest(world: World) -> None:
    told = payload(by_name(world, "MakeGuest", {"input": {"name": world.name()}}), "GuestPayload")
    assert told["credential"]["secret"].startswith("ctd_")


ACCOUNT = "{ __typename ... on GuestPayload { account { id kind name } credential { secret } recovery } ... on Problem { code message } }"


@success("Mutation.makeAccount")
def make_account(world: World) -> None:
    name = world.name()
    told = ask(
        world,
        f"mutation M($input: MakeAccountInput!) {{ makeAccount(input: $input) {ACCOUNT} }}",
        {"input": {"name": name}},
    )
    assert told["makeAccount"]["recovery"]
    assert told["makeAccount"]["account"]["name"] == name


@success("Mutation.claimAccount")
def claim(world: World) -> None:
    who = world.guest()
    text = f"mutation M($input: ClaimInput!) {{ claimAccount(input: $input) {ACCOUNT} }}"
    told = ask(world, text, {"input": {"name": world.name()}}, who=who)["claimAccount"]
    assert told["account"] | {"name": ""} == {"id": who.id, "kind": "ACCOUNT", "name": ""}


@success("Mutation.recoverAccount")
def recover(world: World) -> None:
    made = world.account().made
    text = f"mutation M($input: RecoverInput!) {{ recoverAccount(input: $input) {ACCOUNT} }}"
    said = {"name": made["account"]["name"], "recovery": made["recovery"]}
    told = ask(world, text, {"input": said})["recoverAccount"]
    assert told["account"]["id"] == made["account"]["id"]


@success("Mutation.updateAccount")
def update_account(world: World) -> None:
    text = 'mutation M { updateAccount(input: {about: "slow"}) { ... on AccountPayload { account { about } } } }'
    assert ask(world, text, who=world.account())["updateAccount"]["account"]["about"] == "slow"


def owned_bot(world: World) -> tuple[Any, str]:
    owner = world.account()
    made = owner.post("/v1/bots", {"name": world.name()})
    return owner, made.json()["account"]["id"]


@success("Mutation.updateBot")
def update_bot(world: World) -> None:
    owner, made = owned_bot(world)
    text = "mutation M($input: UpdateBotInput!) { updateBot(input: $input) { ... on BotPayload { bot { accepts { players } } } } }"
    told = ask(world, text, {"input": {"bot": made, "accepts": {"players": [4]}}}, who=owner)
    assert told["updateBot"]["bot"]["accepts"]["players"] == [4]


@success("Mutation.retireBot")
def retire_bot(world: World) -> None:
    owner, made = owned_bot(world)
    text = "mutation M($id: ID!) { retireBot(input: {bot: $id}) { ... on BotPayload { bot { present } } } }"
    assert ask(world, text, {"id": made}, who=owner)["retireBot"]["bot"]["present"] is False


CREDENTIAL = "{ __typename ... on CredentialPayload { credential { id secret scopes revoked } } ... on Problem { code message } }"


@success("Mutation.makeCredential")
def make_credential(world: World) -> None:
    text = f'mutation M {{ makeCredential(input: {{name: "one", scopes: [PLAY], days: 3}}) {CREDENTIAL} }}'
    told = ask(world, text, who=world.guest())["makeCredential"]
    assert told["credential"]["scopes"] == ["PLAY"]
    assert told["credential"]["secret"]


@success("Mutation.rotateCredential")
def rotate_credential(world: World) -> None:
    who = world.guest()
    text = f"mutation M($id: ID!) {{ rotateCredential(input: {{credential: $id, overlapS: 60}}) {CREDENTIAL} }}"
    assert ask(world, text, {"id": who.credential}, who=who)["rotateCredential"]["credential"]["secret"]


@success("Mutation.revokeCredential")
def revoke_credential(world: World) -> None:
    who = world.guest()
    text = f"mutation M($id: ID!) {{ revokeCredential(input: {{credential: $id}}) {CREDENTIAL} }}"
    assert ask(world, text, {"id": who.credential}, who=who)["revokeCredential"]["credential"]["revoked"]


@success("Mutation.createTable")
def create_table(world: World) -> None:
    order = {
        "name": "evening",
        "players": 3,
        "seats": [{"kind": "YOU"}, {"kind": "AI", "level": "GREEDY"}],
        "clock": {"kind": "BANK", "bankMs": 600_000, "incrementMs": 1_000},
        "options": {"initial_crown": "random"},
        "visibility": "UNLISTED",
        "timeout": "FORFEIT",
    }
    made = table_of(world, "CreateTable", {"input": order}, who=world.guest())
    assert [seat["kind"] for seat in made["seats"]] == ["HUMAN", "AI", "OPEN"]
    assert made["clock"] == {"kind": "BANK", "limitMs": None, "bankMs": 600_000, "incrementMs": 1_000}


CLOCKS = [
    {"kind": "NONE"},
    {"kind": "DECISION", "limitMs": 20_000},
    {"kind": "BANK", "bankMs": 60_000},
    {"kind": "BANK", "bankMs": 60_000, "limitMs": 5_000, "incrementMs": 500},
    {"kind": "CORRESPONDENCE", "days": 2},
]


@pytest.mark.parametrize("clock", CLOCKS, ids=str)
def test_a_clock_of_every_kind_can_be_had(world: World, clock: dict[str, Any]) -> None:
    who = world.guest()
    made = table_of(world, "CreateTable", {"input": {"clock": clock}}, who=who)
    found = table_of(world, "QuickMatch", {"input": {"clock": clock}}, who=world.guest())
    assert made["clock"]["kind"] == found["clock"]["kind"] == clock["kind"]
    assert made["clock"]["incrementMs"] == clock.get("incrementMs", 0)


@success("Mutation.joinTable")
def join(world: World) -> None:
    made = world.table([world.guest()], players=3)
    assert table_of(world, "JoinTable", {"input": {"table": made, "seat": 2}}, who=world.guest())["yourSeat"] == 2


@success("Mutation.leaveTable")
def leave(world: World) -> None:
    who = world.guest()
    made = world.table([who], players=3)
    assert table_of(world, "LeaveTable", {"input": {"table": made}}, who=who)["yourSeat"] is None


@success("Mutation.startTable")
def start(world: World) -> None:
    people = [world.guest(), world.guest()]
    made = world.table(people, start="demand")
    assert table_of(world, "StartTable", {"input": {"table": made}}, who=people[0])["status"] == "RUNNING"


@success("Mutation.abortTable")
def abort(world: World) -> None:
    who = world.guest()
    made = world.table([who], players=3)
    assert table_of(world, "AbortTable", {"input": {"table": made}}, who=who)["status"] == "ABORTED"


@success("Mutation.resignTable")
def resign(world: World) -> None:
    people = [world.guest(), world.guest(), world.guest()]
    made = world.table(people)
    told = table_of(world, "ResignTable", {"input": {"table": made}}, who=people[1])
    assert told["seats"][1]["left"] == "resigned"


@success("Mutation.rematchTable")
def rematch(world: World) -> None:
    people, made = world.finished()
    again = table_of(world, "RematchTable", {"input": {"table": made}}, who=people[0])
    assert again["id"] != made
    assert [seat["kind"] for seat in again["seats"]] == ["HUMAN", "RESERVED"]


@success("Mutation.makeInviteLink")
def invite_link(world: World) -> None:
    who, guest = world.guest(), world.guest()
    made = world.table([who], players=2, visibility="private")
    text = "mutation M($id: ID!) { makeInviteLink(input: {table: $id}) { ... on InviteLinkPayload { invite } } }"
    secret = ask(world, text, {"id": made}, who=who)["makeInviteLink"]["invite"]
    assert by_name(world, "Table", {"id": made, "invite": secret}, who=guest)["id"] == made
    assert table_of(world, "JoinTable", {"input": {"table": made, "invite": secret}}, who=guest)["yourSeat"] == 1


@success("Mutation.inviteToTable")
def invite(world: World) -> None:
    who, guest = world.guest(), world.guest()
    made = world.table([who], players=3)
    told = table_of(world, "InviteToTable", {"input": {"table": made, "account": guest.id, "seat": 2}}, who=who)
    assert told["seats"][2]["kind"] == "RESERVED"


@success("Mutation.declineInvitation")
def decline(world: World) -> None:
    who, guest = world.guest(), world.guest()
    made = world.table([who], players=3)
    payload(own(world, "InviteToTable", {"input": {"table": made, "account": guest.id}}, who=who), "TablePayload")
    told = table_of(world, "DeclineInvitation", {"input": {"table": made}}, who=guest)
    assert [seat["kind"] for seat in told["seats"]] == ["HUMAN", "OPEN", "OPEN"]


@success("Mutation.seatAi")
def seat_ai(world: World) -> None:
    who = world.guest()
    made = world.table([who], players=3)
    told = table_of(world, "SeatAi", {"input": {"table": made, "seat": 1, "level": "RANDOM"}}, who=who)
    assert told["seats"][1]["player"]["level"] == "RANDOM"


@success("Mutation.quickMatch")
def quick_match(world: World) -> None:
    told = table_of(world, "QuickMatch", {"input": {"players": 6, "edition": "CLASSIC"}}, who=world.guest())
    assert (told["players"], told["edition"]) == (6, "CLASSIC")
    assert told["yourSeat"] is not None


@success("Mutation.submit")
def submit(world: World) -> None:
    people = [world.guest(), world.guest()]
    made = world.table(people)
    asked, _, decision = world.asked(made, people)
    said = {"table": made, "n": decision["n"], "actions": [{"text": decision["actions"][0]["text"]}], "key": "one"}
    told = payload(by_name(world, "SubmitMove", {"input": said}, who=asked), "SubmitPayload")
    assert (told["taken"], told["replayed"]) == (1, False)
    again = payload(own(world, "SubmitMove", {"input": said}, who=asked), "SubmitPayload")
    assert again == told | {"replayed": True}


@success("Subscription.events")
def events_of_a_table(world: World) -> None:
    people, made = world.finished()
    NAMED.add("Events")
    with events(world, OWN["Events"], {"table": made, "after": 0}, who=people[0]) as answer:
        got = list(read_events(answer))
    assert got[-1] == ("complete", None)
    assert got[-2][1]["data"]["events"]["type"] == "END"


@success("Subscription.notices")
def notices(world: World) -> None:
    NAMED.add("Notices")
    with events(world, OWN["Notices"], who=world.guest()) as answer:
        name, told = next(read_events(answer))
    assert (name, told["data"]["notices"]["type"]) == ("next", "SNAPSHOT")


@pytest.mark.parametrize("field", TWINS)
def test_a_field_at_the_top_answers(world: World, field: str) -> None:
    SUCCESSES[field](world)


def test_every_field_at_the_top_is_asked_for() -> None:
    roots = [root for root in (CORE.query_type, CORE.mutation_type, CORE.subscription_type) if root is not None]
    assert set(SUCCESSES) == {f"{root.name}.{name}" for root in roots for name in root.fields}


def test_a_field_without_a_scope_cannot_be_built() -> None:
    with pytest.raises(ValueError, match=r"Query\.more has no scope"):
        guard("Query", "more", GraphQLField(GraphQLString, resolve=lambda *_: None))


def test_the_scope_is_looked_at_before_anything_is_done() -> None:
    nobody: Any = SimpleNamespace(context=SimpleNamespace(who=None))
    for root in (CORE.query_type, CORE.mutation_type, CORE.subscription_type):
        assert root is not None
        for name, field in root.fields.items():
            begin: Any = field.subscribe if root is CORE.subscription_type else field.resolve
            if scope_of(f"{root.name}.{name}") == PUBLIC:
                continue
            if f"{root.name}.{name}" in LOOKUPS:
                assert asyncio.run(begin(None, nobody)) is None
            elif root is CORE.mutation_type:
                told = asyncio.run(begin(None, nobody))
                assert told.code == "unauthenticated"
            else:
                with pytest.raises(Refusal, match="unauthenticated"):
                    begin(None, nobody)


def named_in(*names: str) -> set[str]:
    """The operations in some files of trusted documents; those of single pages are used by the tests of the pages."""
    folder = files("citadels_api.graphql").joinpath("trusted")
    texts = [folder.joinpath(f"{name}.graphql").read_text(encoding="utf-8") for name in names]
    return {
        name for text in texts for name in re.findall(r"^(?:query|mutation|subscription) (\w+)", text, re.MULTILINE)
    }


def test_every_trusted_document_is_used_by_these_tests(world: World) -> None:
    for made in (*SUCCESSES.values(), *OTHERS):
        made(world)
    assert (NAMED | USED | USED_BY_PAGES) & set(OWN) == named_in("sdk", "page")
