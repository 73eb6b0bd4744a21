"""`tournament`: every format among every kind of bot, the same bytes however it is played, and what is refused."""

import sys
from pathlib import Path
from typing import Any

import pytest
from citadels_contest import ContestError
from citadels_contest.log import dump
from citadels_engine import Action
from citadels_engine.errors import CitadelsError
from citadels_engine.formats.record import verify
from citadels_sdk import Bot, Tournament, View, tournament
from citadels_sdk.errors import BotNotFound
from citadels_sdk.pool.supervisor import Slot
from citadels_sdk.pool.tournament_pool import TournamentPool
from citadels_sdk.tournaments.game_run import Task
from citadels_sdk.tournaments.scheduler import Underway

FILES = ("event.json", "log.ndjson", "records.ndjson")


class Last(Bot):
    def choose(self, view: View) -> Action:
        return view.actions[-1]


def first(view: View) -> Action:
    return view.actions[0]


def logged(played: Tournament) -> list[str]:
    return [dump(entry) for entry in played.log]


@pytest.mark.parametrize(
    ("name", "rounds"),
    [("round-robin", 1), ("swiss", None), ("knock-out", None), ("gauntlet", 1), ("arena", None), ("sequential", None)],
)
def test_each_format_comes_to_its_end_and_is_the_same_on_one_core_and_on_two(name: str, rounds: int | None) -> None:
    field = ["greedy", "random", "greedy", "random", "random"]
    more: dict[str, Any] = {"rounds": 3} if name == "arena" else {"most": 60} if name == "sequential" else {}
    alone, together = (
        tournament(field, format=name, seats=3, deals=1, seed="s", jobs=jobs, progress=False, **more) for jobs in (1, 2)
    )
    assert alone.over
    assert alone.results
    assert rounds is None or len(alone.contest.rounds) == rounds
    assert logged(alone) == logged(together)
    assert all(alone.games.text(one) == together.games.text(one) for one in alone.games)


def test_a_folder_is_the_same_bytes_whatever_the_number_of_processes(tmp_path: Path) -> None:
    for jobs in (1, 2):
        played = tournament(
            ["random", Last, first, "greedy"], deals=3, seed=7, jobs=jobs, out=tmp_path / str(jobs), progress=False
        )
        assert len(played.results) == 12
    for name in FILES:
        assert (tmp_path / "1" / name).read_bytes() == (tmp_path / "2" / name).read_bytes()
    again = Tournament.load(tmp_path / "2")
    assert again.standings == played.standings
    assert again.games.text("1.0.2.3") == played.games.text("1.0.2.3")


def test_every_game_has_a_record_that_holds_and_its_result_is_that_record_s() -> None:
    played = tournament([Last, "random", "greedy"], seats=3, deals=2, seed="s", progress=False)
    assert len(played.games) == len(played.results) == 6
    for result in played.results:
        record = played.games[result.fixture.id]
        assert verify(record).ok
        assert record.header.names == list(result.fixture.seats)
        assert record.header.seed == f"s/{played.contest.deal_label(result.fixture)}"
        assert record.header.date == played.described.date
        assert record.result is not None
        assert [score["total"] for score in record.result.scores] == list(result.scores)
        for seat, picks in enumerate(result.picks):
            assert [f"pick {one}" for one in picks] == [
                taken.do for taken in record.taken if taken.seat == seat and taken.do.startswith("pick ")
            ]


def test_the_same_deterministic_bot_twice_ties_exactly_over_duplicate_deals() -> None:
    played = tournament([Last, Last, Last, Last], deals=2, seed="s", order=["points", "wins", "score"], progress=False)
    assert [one.id for one in played.entrants] == ["last", "last#2", "last#3", "last#4"]
    assert len({(one.place, one.points, one.wins, one.score) for one in played.standings}) == 1


def test_entrants_may_have_names_of_their_own() -> None:
    played = tournament([("old", "greedy"), ("new", first), "greedy"], seats=3, deals=1, seed="s", progress=False)
    assert [(one.id, one.kind, one.level) for one in played.entrants] == [
        ("old", "house", "greedy"),
        ("new", "bot", None),
        ("greedy", "house", "greedy"),
    ]


def test_a_name_can_be_shown_anywhere() -> None:
    field: list[Any] = [
        ("\x1b[31mred\n\u202e2", "random"),
        ("", "random"),
        ("Zoë 🏰 <b>", "random"),
        ("x" * 500, "random"),
    ]
    played = tournament(field, seats=4, deals=1, duplicate=False, seed="s", jobs=1, progress=False)
    assert [one.id for one in played.entrants] == ["\ufffd[31mred \ufffd2", "bot", "Zoë 🏰 <b>", "x" * 200]


def test_no_name_makes_nobody_or_a_bot_of_the_house_of_a_bot() -> None:
    field: list[Any] = [("absent", "greedy"), ("house:random", "greedy"), "greedy"]
    played = tournament(field, seats=2, deals=1, seed="s", jobs=1, progress=False)
    assert {one.by for record in played.games.values() for one in record.taken} == {None}
    assert len({(one.points, one.score, one.faults) for one in played.standings}) == 1


@pytest.mark.parametrize("jobs", [1, 2])
def test_a_program_plays_like_any_other_bot(tmp_path: Path, jobs: int) -> None:
    program = tmp_path / "plain.py"
    program.write_text(
        "import json, sys\nfor line in sys.stdin:\n    told = json.loads(line)\n"
        "    if told['type'] == 'hello':\n        print(json.dumps({'type': 'ready'}), flush=True)\n"
        "    if told['type'] == 'choose':\n        print(json.dumps({'n': told['n'], 'choice': 0}), flush=True)\n"
    )
    given = f"{sys.executable} {program}"
    played = tournament([("program", given), "random"], seats=2, deals=1, seed="s", jobs=jobs, progress=False)
    same = tournament([("program", first), "random"], seats=2, deals=1, seed="s", jobs=1, progress=False)
    assert [one.scores for one in played.results] == [one.scores for one in same.results]
    assert str(program) in played.described.entrants[0].files


def test_an_object_is_one_bot_for_all_games_so_they_are_played_one_after_the_other() -> None:
    class Counts(Bot):
        seen = 0

        def choose(self, view: View) -> Action:
            self.seen += 1
            return view.actions[0]

    bot = Counts()
    played = tournament([bot, "random"], seats=2, deals=3, seed="s", jobs=2, progress=False)
    assert bot.seen == sum(
        taken.seat == names.index("counts")
        for game in played.games
        for names in [played.games[game].header.names]
        for taken in played.games[game].taken
    )
    assert "one object" in played.notes[0]


def test_scenarios_come_in_turn_one_for_each_deal() -> None:
    scenes = ["cunning_agents__001", "illustrious_emissaries__001"]
    played = tournament(["random", "random"], seats=2, deals=3, scenario=scenes, seed="s", progress=False)
    casts = {one.fixture.deal: played.games[one.fixture.id].header.cast for one in played.results}
    assert casts[0] == casts[2] != casts[1]


def test_progress_tells_games_time_left_and_live_standings() -> None:
    told: list[tuple[int, int | None, float | None, int]] = []

    def hear(underway: Underway) -> None:
        told.append((underway.played, underway.games, underway.left, len(underway.standings)))

    tournament(["random", "random"], seats=2, deals=40, seed="s", jobs=2, progress=hear)
    assert told[-1] == (80, 80, 0.0, 2)
    assert [played for played, *_ in told] == sorted(played for played, *_ in told)


def test_processes_stay_from_round_to_round(monkeypatch: pytest.MonkeyPatch) -> None:
    started: list[int] = []
    start = TournamentPool.start

    def counted(self: TournamentPool, index: int) -> Slot[Task]:
        started.append(index)
        return start(self, index)

    monkeypatch.setattr(TournamentPool, "start", counted)
    played = tournament(["random"] * 6, format="swiss", rounds=5, seats=2, deals=1, seed="s", jobs=2, progress=False)
    assert len(played.contest.rounds) == 5
    assert sorted(started) == [0, 1]


@pytest.mark.parametrize(
    ("wrong", "message"),
    [
        ({"format": "league"}, "format: 'league' is not one of"),
        ({"seats": 4}, "do not fill a table of 4"),
        ({"time": 0}, "time: 0 is no time to think"),
        ({"jobs": 0}, "jobs: 0 processes"),
        ({"edition": "third"}, "third"),
        ({"scenario": "nowhere"}, "nowhere"),
        ({"colour": "red"}, "colour: no such setting"),
        ({"changed": "perhaps"}, "not one of refuse, accept"),
    ],
)
def test_what_cannot_be_played_is_refused_before_the_first_game(
    tmp_path: Path, wrong: dict[str, Any], message: str
) -> None:
    asked: dict[str, Any] = {"seats": 3, "deals": 1, "progress": False, **wrong}
    with pytest.raises((ContestError, CitadelsError, ValueError), match=message):
        tournament(["random", "random", "greedy"], out=tmp_path / "out", **asked)
    assert not (tmp_path / "out").exists()


def test_a_tournament_needs_bots_and_no_file_plays_one_while_it_is_read(tmp_path: Path) -> None:
    with pytest.raises(BotNotFound):
        tournament([])
    file = tmp_path / "eager.py"
    file.write_text("from citadels_sdk import tournament\ntournament(['random', 'random'], seats=2)\n")
    with pytest.raises(BotNotFound, match="__main__"):
        tournament([str(file), "random"], seats=2)
