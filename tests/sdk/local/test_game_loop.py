"""One game in this process: the same seed, the same game; decision by decision or at one go."""

from __future__ import annotations

import re
import subprocess
import sys
from typing import TYPE_CHECKING, Any

import citadels_sdk
import pytest
from citadels_engine import SetupError, apply, awaited, bots, is_over, new_game, save, view
from citadels_engine.formats import record
from citadels_sdk import Bot, View, play
from citadels_sdk.errors import BotRaised, IllegalChoice
from citadels_sdk.local.deal import chance_of, distinct_names
from citadels_sdk.local.game_loop import Table

from tests.support.setups import setup

if TYPE_CHECKING:
    from pathlib import Path

    from citadels_engine import Action
    from citadels_sdk.local.player import Player


class Chance(Bot):
    def choose(self, view: View) -> Action:
        return self.random.choice(view.actions)


def texts(game: citadels_sdk.Game) -> list[str]:
    return [action.text for _, action in game.taken]


@pytest.mark.parametrize("edition", ["modern", "classic"])
@pytest.mark.parametrize("players", range(2, 9))
def test_every_number_of_players_plays_both_editions(edition: str, players: int) -> None:
    game = play([Chance, "random"], edition=edition, players=players, seed="s")
    assert (game.edition, game.players, len(game.scores)) == (edition, players, players)
    assert is_over(game.final)
    assert game.names[:3] == ("chance", "random", "greedy")[:players]


def test_the_same_seed_is_the_same_game() -> None:
    line_up: list[Any] = ["random", Chance, "greedy", "random"]
    once, again, other = (play(line_up, seed=seed) for seed in (7, "7", 8))
    assert texts(once) == texts(again) != texts(other)
    assert (once.seed, once.id, once.scores) == ("7", again.id, again.scores)
    assert save(once.final) == save(again.final)


def test_without_a_seed_each_game_has_one_of_its_own() -> None:
    games = [play(["greedy", "greedy"]) for _ in range(2)]
    assert all(re.fullmatch("[0-9a-f]{64}", game.seed) for game in games)
    assert games[0].seed != games[1].seed
    assert texts(play(["greedy", "greedy"], seed=games[0].seed)) == texts(games[0])


def test_the_house_plays_as_it_does_without_us() -> None:
    seats = ["random", "greedy", "random"]
    game = new_game(3, seed="s", telling=True)
    players = [bots.make(name, chance_of("s", seat)) for seat, name in enumerate(seats)]
    seen: list[list[dict[str, object]]] = [[] for _ in seats]
    while True:
        for event in game.events:
            for seat, history in enumerate(seen):
                history.append(event.for_seat(seat))
        if is_over(game):
            break
        seat = awaited(game).seat
        apply(game, players[seat].choose(view(game, seat), seen[seat]))
    assert save(play(list(seats), seed="s").final) == save(game)


def test_the_house_learns_nothing_of_the_seed() -> None:
    assert chance_of("s", 0) != chance_of("s", 1)
    assert "seed" not in chance_of("seed", 0)


def test_a_scenario_and_a_cast_are_played() -> None:
    game = play(["greedy"] * 4, scenario="cunning_agents__001", seed="s")
    assert next(one.id for one in game.final.cast) == "witch"
    cast = ["witch", "spy", "wizard", "emperor", "abbot", "trader", "navigator", "diplomat"]
    game = play(["greedy"] * 4, cast=cast, uniques=None, seed="s", crown=2)
    assert [one.id for one in game.final.cast] == cast
    assert game.crown == 2


@pytest.mark.parametrize(
    ("settings", "fault"),
    [
        ({"players": 1}, "players"),
        ({"players": 9}, "players"),
        ({"edition": "third"}, "edition"),
        ({"scenario": "nowhere"}, "nowhere"),
        ({"scenario": "first_game", "edition": "classic"}, "is of the modern edition"),
        ({"cast": ["king"]}, "cast"),
        ({"on_fault": "shrug"}, "on_fault"),
        ({"time_limit": 0}, "time_limit"),
        ({"time_limit": float("nan")}, "time_limit"),
    ],
)
def test_settings_that_cannot_be_are_named(settings: dict[str, Any], fault: str) -> None:
    with pytest.raises((SetupError, ValueError), match=fault):
        play(["greedy", "greedy"][: settings.get("players", 2)], **settings)


def test_names_that_come_again_have_a_number() -> None:
    assert distinct_names(["a", "b", "a", "a#2", "a"]) == ("a", "b", "a#2", "a#3", "a#4")


def test_a_game_tells_its_result() -> None:
    game = play(["greedy", "random", "random", "greedy"], seed="s")
    assert sorted(seat for together in game.order for seat in together) == [0, 1, 2, 3]
    assert [game.places[seat] for seat in game.order[0]] == [1] * len(game.order[0])
    assert game.winners == game.order[0]
    assert game.scores == tuple(sheet.total for sheet in game.sheets)
    assert max(game.scores) == game.scores[game.winners[0]]
    assert sum(pace.count for pace in game.decisions) == len(game.taken) == game.final.n
    assert all(0 <= pace.mean <= pace.slowest for pace in game.decisions)
    assert game.rounds == game.final.round
    assert "greedy" in repr(game)


@pytest.mark.parametrize("number", [3, 9, 16, 24, 32, 40, 46, 61])
def test_the_record_of_any_game_is_verified(number: int) -> None:
    dealt = setup(number)
    options = {name: value for name, value in dealt.options.items() if name != "initial_crown"}
    game = play(
        ["random"] * dealt.players,
        edition=dealt.edition,
        cast=dealt.cast,
        uniques=dealt.uniques,
        options=options,
        crown=dealt.crown,
        seed=dealt.seed,
    )
    verdict = record.verify(record.read(game.record))
    assert verdict.ok, verdict.findings


def test_a_crown_that_a_host_gives_is_in_the_record() -> None:
    game = play(["random"] * 4, options={"initial_crown": "chosen_seat"}, crown=1, seed="s")
    assert record.read(game.record).header.crown == 1
    assert record.verify(record.read(game.record)).ok


def test_a_game_is_saved_as_its_record(tmp_path: Path) -> None:
    game = play(["greedy", "greedy"], seed="s")
    assert game.save(tmp_path / "game.ndjson").read_text("utf-8") == game.record
    assert record.read(game.record).header.names == list(game.names)


# --- decision by decision ----------------------------------------------------------------------------------------------


def test_a_table_is_played_step_by_step() -> None:
    table = Table.deal(["random", Chance, "greedy"], seed="s")
    while not table.over:
        seat, n = table.awaited, table.game.n
        action = table.step()
        assert table.taken[-1] == (seat, action)
        assert table.game.n == n + 1
    assert texts(table.finish()) == texts(play(["random", Chance, "greedy"], seed="s"))
    assert table.awaited is None


def test_what_is_decided_is_not_yet_done() -> None:
    table = Table.deal(["greedy", "greedy"], seed="s")
    action = table.decide()
    assert (table.game.n, table.taken) == (0, [])
    assert action in table.view().actions


def test_seats_without_a_bot_act_from_outside() -> None:
    table = Table.deal([None, "greedy"], seed="s")
    while not table.over:
        if table.awaited == 0:
            with pytest.raises(ValueError, match="seat 0 has no bot"):
                table.step()
            with pytest.raises(IllegalChoice):
                table.take("dance")
            assert table.take(table.view().actions[0].text) == table.taken[-1][1]
        else:
            table.step()
    assert table.finish().names == ("outside", "greedy")


def test_every_seat_can_look_at_any_time() -> None:
    table = Table.deal(["greedy", "greedy", "greedy"], seed="s")
    for _ in range(25):
        table.step()
    for seat in range(3):
        seen = table.view(seat)
        assert seen.seat == seat
        assert seen.to_json() == view(table.game, seat).to_json()
        assert bool(seen.actions) == (table.awaited == seat)
    assert table.view().seat == table.awaited


def test_events_are_dealt_out_as_each_seat_may_know_them() -> None:
    table = Table.deal(["random"] * 3, seed="s")
    whole: list[Any] = []
    table.begin()
    whole += table.game.events
    while not table.over:
        table.step()
        whole += table.game.events
    for seat, history in enumerate(table.histories):
        assert history == [event.for_seat(seat) for event in whole]


def test_what_a_bot_does_to_its_events_changes_nothing_for_anybody_else() -> None:
    class Spoiler(Bot):
        """Takes every event to pieces, with the lists in it."""

        name = "quiet"

        def on_event(self, event: Any) -> None:
            self.spoil(event)

        def choose(self, view: View) -> Action:
            for event in view.events:
                self.spoil(event)
            return view.actions[0]

        def spoil(self, event: Any) -> None:
            for value in event.values():
                if isinstance(value, list):
                    value.clear()
            event.clear()

    class Quiet(Bot):
        def choose(self, view: View) -> Action:
            return view.actions[0]

    spoiled, whole = (Table.deal([bot, "greedy", Quiet, "planner"], seed="s") for bot in (Spoiler, Quiet))
    for _ in range(25):
        assert spoiled.step() == whole.step()
    assert spoiled.histories == whole.histories
    assert not any(spoiled.view(0).events)
    assert spoiled.view(2).events == whole.view(2).events
    assert any(event.get("offered") for event in spoiled.view(2).events)


def test_a_bot_that_spoils_its_events_still_has_the_same_worlds() -> None:
    table = Table.deal(["greedy", None, "greedy"], seed="s", crown=0)
    table.step()
    view = table.view(1)
    once = [save(world) for world in view.sample_worlds(2, "w")]
    for event in view.events:
        event.clear()
    assert [save(world) for world in table.view(1).sample_worlds(2, "w")] == once


def test_events_are_copied_only_for_who_takes_them_and_once() -> None:
    class Quiet(Bot):
        def choose(self, view: View) -> Action:
            return view.actions[0]

    class Listens(Quiet):
        def on_event(self, event: Any) -> None:
            pass

    class Looks(Quiet):
        def choose(self, view: View) -> Action:
            assert view.events is not view.events
            assert all(one is another for one, another in zip(view.events, view.events, strict=True))
            return view.actions[0]

    table = Table.deal([Quiet, "planner", Listens, Looks], seed="s")
    for _ in range(25):
        table.step()
    counts = [len(history.given) for history in table.histories]
    assert counts[:2] == [0, 0]
    assert counts[2] == len(table.histories[2]) >= counts[3] > 0
    assert table.histories[0][0] is table.histories[1][0]


def test_the_drivers_own_list_is_none_of_a_bots_names() -> None:
    view = Table.deal(["greedy", "greedy"], seed="s").view()
    assert [name for name in dir(view) if "histor" in name] == []
    assert isinstance(view.events, tuple)


def test_a_game_under_way_has_a_record_without_a_seed() -> None:
    table = Table.deal(["greedy", "greedy"], seed="s")
    for _ in range(9):
        table.step()
    written = record.read(table.result().record)
    assert (written.header.seed, written.result, len(written.taken)) == (None, None, 9)


def watched(table: Table, monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """The seats whose players are closed, as it happens."""
    closed: list[int] = []

    def watch(player: Player) -> None:
        close = player.close

        def told() -> None:
            closed.append(player.seat)
            close()

        monkeypatch.setattr(player, "close", told)

    for player in table.players:
        assert player is not None
        watch(player)
    return closed


def test_a_table_that_is_left_lets_its_bots_go(monkeypatch: pytest.MonkeyPatch) -> None:
    async def later(view: View) -> Action:
        return view.actions[0]

    with Table.deal([later, "greedy"], seed="s") as table:
        closed = watched(table, monkeypatch)
        table.step()
        table.step()
        assert closed == []
    assert sorted(closed) == [0, 1]


def test_a_fault_lets_all_bots_go(monkeypatch: pytest.MonkeyPatch) -> None:
    def fails(view: View) -> Action:
        raise ZeroDivisionError

    table = Table.deal([Chance, fails], seed="s")
    closed = watched(table, monkeypatch)
    with pytest.raises(BotRaised):
        table.step(), table.step()
    assert set(closed) == {0, 1}


# --- the package -------------------------------------------------------------------------------------------------------


def test_everything_public_is_there() -> None:
    assert dir(citadels_sdk) == sorted(citadels_sdk.__all__)
    for name in citadels_sdk.__all__:
        assert getattr(citadels_sdk, name) is not None
    with pytest.raises(AttributeError, match="no attribute 'nonesuch'"):
        _ = citadels_sdk.nonesuch


def test_nothing_heavy_is_imported_before_it_is_used() -> None:
    heavy = ["httpx2", "pydantic", "click", "multiprocessing", "asyncio", "citadels_engine"]
    code = f"import sys, citadels_sdk; print([name for name in {heavy} if name in sys.modules])"
    told = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True, timeout=60)
    assert told.stdout == "[]\n"


def test_a_plain_game_needs_neither_a_client_nor_a_loop() -> None:
    heavy = ["httpx2", "pydantic", "multiprocessing", "asyncio"]
    code = (
        "import sys; from citadels_sdk import Bot, play\n"
        "play([lambda view: view.actions[0], 'greedy'], seed=1)\n"
        f"print([name for name in {heavy} if name in sys.modules])"
    )
    told = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True, timeout=60)
    assert told.stdout == "[]\n"


@pytest.mark.parametrize("how", ["step", "decide", "take"])
def test_whatever_comes_first_begins_the_game(how: str) -> None:
    table, fresh = (Table.deal([None if how == "take" else "greedy"] * 2, seed="s") for _ in range(2))
    fresh.begin()
    if how == "take":
        table.take(table.view().actions[0])
    else:
        getattr(table, how)()
    assert table.started
    assert (
        [event["kind"] for event in table.histories[0]][:1] == [event["kind"] for event in fresh.histories[0]][:1] != []
    )
