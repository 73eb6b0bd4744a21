"""How every field succeeds that pages ask for and the SDK does not."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from tests.support.talking import OWN, events, own, payload, read_events

if TYPE_CHECKING:
    from collections.abc import Callable

    from tests.support.world import Person, World

    Success = Callable[[World], object]


PAGE_SUCCESSES: Final[dict[str, Success]] = {}
USED_BY_PAGES: Final[set[str]] = set()
"""Trusted documents that a success has used."""


def success(field: str) -> Callable[[Success], Success]:
    """Declare how a field at the top succeeds."""

    def keep(made: Success) -> Success:
        PAGE_SUCCESSES[field] = made
        return made

    return keep


def by_name(world: World, name: str, variables: Any = None, *, who: Person | None = None) -> Any:
    USED_BY_PAGES.add(name)
    return own(world, name, variables, who=who)


@success("Query.replay")
def replay(world: World) -> None:
    people, made = world.finished()
    told = by_name(world, "Replay", {"table": made, "eyes": "all"}, who=people[0])
    assert told["moments"][0]["n"] == 0
    assert {moment["position"]["seed"] for moment in told["moments"]} == {told["seed"]}
    rest = by_name(world, "Replay", {"table": made, "after": told["n"] - 1})
    assert [(moment["n"], moment["do"], moment["decision"]) for moment in rest["moments"]] == [(told["n"], None, None)]
    assert [sheet["total"] for sheet in rest["scores"]] == rest["result"]["totals"]


@success("Query.whyNot")
def why_not(world: World) -> None:
    people = [world.guest(), world.guest()]
    made = world.table(people)
    asked, _, decision = world.asked(made, people)
    actions = [decision["actions"][0]["text"], "gold"]
    told = by_name(world, "WhyNot", {"table": made, "actions": actions}, who=asked)
    assert [(one["text"], one["legal"], one["rule"]) for one in told] == [
        (actions[0], True, None),
        ("gold", False, "P-4"),
    ]


@success("Query.profile")
def profile(world: World) -> None:
    who = world.guest()
    told = by_name(world, "Profile", {"account": who.id})
    assert (told["player"]["account"], told["games"], told["meanPlace"], told["seats"]) == (who.id, 0, None, [])


@success("Query.previewTable")
def preview_table(world: World) -> None:
    wanted = {"scenario": "devious_dignitaries__000", "players": 3, "substitutes": ["tax_collector"]}
    setup = by_name(world, "PreviewTable", {"input": wanted})
    assert setup["places"] == [
        {"rank": 9, "wanted": "queen", "chosen": "tax_collector", "choices": ["artist", "tax_collector"]}
    ]
    assert setup["rank9"] == "ALWAYS"
    order = {**wanted, "seats": [{"kind": "YOU"}]}
    made = payload(own(world, "CreateTable", {"input": order}, who=world.guest()), "TablePayload")["table"]["id"]
    table = own(world, "Table", {"id": made})
    assert (table["cast"], table["uniques"]) == (setup["cast"], setup["uniques"])


def cards(world: World) -> None:
    told = by_name(world, "Cards", {"edition": "MODERN", "language": "PT"})
    titles = [one["title"] for one in told["scenarios"]]
    assert "Nobres Perversos (regras inglesas, 2016/2021)" in titles
    assert len(set(titles)) == len(titles)


def watch_table(world: World) -> None:
    people, made = world.finished()
    for document in ("WatchTable", "WatchPricedTable"):
        USED_BY_PAGES.add(document)
        with events(world, OWN[document], {"table": made, "after": 0}, who=people[0]) as answer:
            got = [told["data"]["events"] for name, told in read_events(answer) if name == "next"]
        *_, last, end = got
        assert end["type"] == "END"
        assert last["position"]["number"] == last["number"]
        assert last["position"]["result"] is not None


def make_invite_link(world: World) -> None:
    who = world.guest()
    made = world.table([who], players=3, visibility="private")
    told = by_name(world, "MakeInviteLink", {"input": {"table": made}}, who=who)
    assert payload(told, "InviteLinkPayload")["invite"]


OTHERS: Final = (watch_table, make_invite_link, cards)
"""What uses a document of fields that are asked for elsewhere, too."""
