"""What both doors say of a tournament is the same, field by field."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

import pytest

from tests.support.selection import everything
from tests.support.talking import ask
from tests.support.tournament_successes import TOLD, begun, in_entry, over, played

if TYPE_CHECKING:
    from tests.support.world import Person, World

OTHER_NAMES = ("entrant", "game", "webhook", "account")
"""Fields that GraphQL calls otherwise, since what has an `id` there is a node."""
OPEN = {"options", "statistics", "facts"}
"""Objects of an open form, which both give as they are."""


def as_graphql(told: Any, *, at: str = "") -> Any:
    """What REST told, in the names and words of GraphQL."""
    if isinstance(told, list):
        return [as_graphql(one, at=at) for one in told]
    if not isinstance(told, dict) or at in OPEN:
        return told
    return {camel(name): as_graphql(value, at=name) for name, value in told.items()}


def camel(name: str) -> str:
    return re.sub("_([a-z])", lambda found: found[1].upper(), name)


def same(rest: Any, graphql: Any, where: str) -> None:
    """Both say the same; a word of REST is a constant of GraphQL."""
    if isinstance(graphql, dict) and isinstance(rest, dict):
        for name in OTHER_NAMES:
            if name in graphql and "id" in rest:
                rest = {**{other: value for other, value in rest.items() if other != "id"}, name: rest["id"]}
        for name, value in graphql.items():
            if name not in {"__typename", "secret", "history"} or name in rest:
                same(rest.get(name), value, f"{where}.{name}")
        unsaid = set(rest) - set(graphql)
        assert unsaid <= {"seed", "expectedEnd"}, f"{where}: {unsaid}"
    elif isinstance(graphql, list) and isinstance(rest, list):
        assert len(rest) == len(graphql), where
        for number, (one, other) in enumerate(zip(rest, graphql, strict=True)):
            same(one, other, f"{where}[{number}]")
    elif isinstance(graphql, str) and isinstance(rest, str) and graphql != rest:
        assert graphql == rest.upper().replace("-", "_"), where
    elif not where.endswith(("expectedEnd", ".at")):
        assert rest == graphql, where


def both(world: World, path: str, field: str, kind: str, variables: dict[str, Any], who: Person | None = None) -> None:
    """Ask both doors, and hold what they say against each other."""
    told = (who or world.nobody).get(path).json()
    names = ", ".join(f"${name}: ID!" for name in variables)
    given = ", ".join(f"{name}: ${name}" for name in variables)
    text = f"query Q({names}) {{ {field}({given}) {{ {kind} }} }}"
    same(as_graphql(told), ask(world, text, variables, who=who)[field], field)


@pytest.mark.parametrize(
    "order",
    [
        {},
        {"settings": {"format": "swiss", "rounds": 2}, "about": "twice", "rated": False},
        {"settings": {"format": "knock-out", "order": ["reached", "head-to-head", "lot"]}, "edition": "classic"},
    ],
    ids=["plain", "swiss", "knock-out"],
)
def test_a_tournament(world: World, order: dict[str, Any]) -> None:
    _, tour = begun(world, **order)
    played(world, tour, most=2)
    both(world, f"/v1/tournaments/{tour}", "tournament", everything("Tournament"), {"id": tour})


def test_its_standings_with_all_statistics(world: World) -> None:
    _, tour = over(world, settings={"deals": 2})
    both(world, f"/v1/tournaments/{tour}/standings", "standings", everything("Standings"), {"tournament": tour})


def test_its_games(world: World) -> None:
    _, tour = over(world)
    told = world.nobody.get(f"/v1/tournaments/{tour}/games").json()["items"]
    text = f"query Q($t: ID!) {{ games(tournament: $t) {{ nodes {{ {everything('TournamentGame')} }} }} }}"
    same(as_graphql(told), ask(world, text, {"t": tour})["games"]["nodes"], "games")


def test_what_happened_in_it(world: World) -> None:
    _, tour = over(world)
    told = world.nobody.get(f"/v1/tournaments/{tour}/events?after=0").json()["items"]
    text = f"query Q($t: ID!) {{ tournamentFrames(tournament: $t) {{ {everything('TournamentFrame')} }} }}"
    same(as_graphql(told), ask(world, text, {"t": tour})["tournamentFrames"], "frames")


def test_its_webhooks(world: World) -> None:
    who, tour = in_entry(world)
    who.post(f"/v1/tournaments/{tour}/webhooks", {"url": TOLD, "kinds": ["ended"]})
    told = who.get(f"/v1/tournaments/{tour}/webhooks").json()["items"]
    text = f"query Q($t: ID!) {{ webhooks(tournament: $t) {{ {everything('Webhook')} }} }}"
    same(as_graphql(told), ask(world, text, {"t": tour}, who=who)["webhooks"], "webhooks")


CHANGED: list[tuple[dict[str, Any], list[Any]]] = [
    ({"settings": {"deals": 2}}, [2, "full", 7]),
    ({"settings": {"bye": None}, "conditions": {"bots_per_owner": 2}}, [1, "half", 7]),
]


@pytest.mark.parametrize(("change", "now"), CHANGED, ids=["left out", "null"])
def test_a_change_leaves_the_rest_as_it_is(world: World, change: dict[str, Any], now: list[Any]) -> None:
    for door in ("rest", "graphql"):
        who, tour = in_entry(world, settings={"bye": "full"}, conditions={"most": 7})
        if door == "rest":
            assert who.ask("PATCH", f"/v1/tournaments/{tour}", change).status_code == 200
        else:
            said = {name: {camel(field): value for field, value in part.items()} for name, part in change.items()}
            text = "mutation M($input: UpdateTournamentInput!) { updateTournament(input: $input) { __typename } }"
            ask(world, text, {"input": {"tournament": tour, **said}}, who=who)
        told = who.get(f"/v1/tournaments/{tour}").json()
        assert [told["settings"]["deals"], told["settings"]["bye"], told["conditions"]["most"]] == now, door


REFUSED: list[tuple[str, str, str, dict[str, Any]]] = [
    ("enterTournament", "EnterInput", "/entrants", {"account": "acct_01" + "0" * 24}),
    ("conductTournament", "ConductInput", "/conduct", {"do": "start"}),
    ("setPairings", "PairingsInput", "/pairings", {"round": 3, "pairings": [["greedy", "random"]]}),
    ("updateTournament", "UpdateTournamentInput", "", {"settings": {"deals": 2}}),
    ("makeWebhook", "MakeWebhookInput", "/webhooks", {"url": "https://127.0.0.1/"}),
]


@pytest.mark.parametrize(("field", "kind", "path", "body"), REFUSED, ids=[one[0] for one in REFUSED])
def test_what_is_refused_is_refused_for_the_same_reason(
    world: World, field: str, kind: str, path: str, body: dict[str, Any]
) -> None:
    who, tour = begun(world)
    method = {"setPairings": "PUT", "updateTournament": "PATCH"}.get(field, "POST")
    told = who.ask(method, f"/v1/tournaments/{tour}{path}", body)
    assert told.status_code in {403, 404, 409, 422}, told.text
    said = {"tournament": tour, **body} | ({"do": "START"} if "do" in body else {})
    text = f"""mutation M($input: {kind}!) {{ {field}(input: $input) {{
        ... on Problem {{ code message }} ... on NotPossibleProblem {{ reason }} }} }}"""
    problem = ask(world, text, {"input": said}, who=who)[field]
    rest = told.json()
    assert (problem["code"].lower(), problem["message"]) == (rest["code"], rest["detail"])
    assert problem.get("reason") == rest.get("reason")
