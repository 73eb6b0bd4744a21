"""A tournament is the fold over its log: what an entry does, and what is refused."""

import pytest
from citadels_contest import ContestError, Entry, Fixture, Round, Tournament, fold, settings_from

from tests.contest.events import advance, again, entered, of, order, over, play, snapshot, started, strength

PAIR = {"seats": 2, "duplicate": False}


def refused(event: Tournament, entry: Entry, code: str, said: str) -> None:
    """The entry is refused with that code and message, and nothing has changed."""
    before = snapshot(event)
    with pytest.raises(ContestError, match=said) as caught:
        event.apply(entry)
    assert caught.value.code == code
    assert snapshot(event) == before


def corrected(game: str, scores: list[int], places: list[int], **more: object) -> Entry:
    return {"kind": "corrected", "game": game, "places": places, "scores": scores, "why": "typed wrong", **more}


# --- its course ------------------------------------------------------------------------------------------------------


def test_it_goes_from_entry_over_running_and_paused_to_over() -> None:
    event = entered("a", "b", **PAIR)
    seen = [event.status]
    course: list[Entry] = [
        {"kind": "started"},
        {"kind": "paused"},
        {"kind": "resumed"},
        {"kind": "ended", "why": "rain"},
    ]
    for entry in course:
        event.apply(entry)
        seen.append(event.status)
    assert seen == ["entry", "running", "paused", "running", "over"]
    assert event.why == "rain"


@pytest.mark.parametrize(
    ("entry", "said"),
    [
        ({"kind": "paused"}, "paused: the tournament is open for entry, not running"),
        ({"kind": "resumed"}, "resumed: the tournament is open for entry, not paused"),
        ({"kind": "ended", "why": "x"}, "ended: the tournament is open for entry, not running"),
        (
            {"kind": "round", "round": 1, "pairings": [["a", "b"]]},
            "round: the tournament is open for entry, not running",
        ),
    ],
)
def test_what_does_not_come_next_is_refused(entry: Entry, said: str) -> None:
    refused(entered("a", "b", **PAIR), entry, "wrong_status", said)


def test_it_starts_once() -> None:
    refused(started("a", "b", **PAIR), {"kind": "started"}, "wrong_status", "is running, not open for entry")


@pytest.mark.parametrize("status", ["entry", "running", "paused"])
def test_it_is_cancelled_at_any_time_and_then_takes_nothing(status: str) -> None:
    event = entered("a", "b", **PAIR) if status == "entry" else started("a", "b", **PAIR)
    if status == "paused":
        event.apply({"kind": "paused"})
    event.apply({"kind": "cancelled", "why": "rain"})
    assert (event.status, event.open(), event.due()) == ("cancelled", [], None)
    refused(event, {"kind": "started"}, "tournament_over", r"cancelled \(rain\)")


def test_nothing_is_due_or_open_while_it_is_paused_but_games_end() -> None:
    event = started("a", "b", **PAIR)
    game = event.open()[0]
    event.apply({"kind": "paused"})
    assert (event.open(), event.due()) == ([], None)
    event.apply(over(game, [20, 10]))
    assert event.due() is None
    event.apply({"kind": "resumed"})
    assert event.due() == {"kind": "ended", "why": "all rounds are played"}


def test_an_entry_of_no_kind_is_refused() -> None:
    refused(entered("a"), {"kind": "begun"}, "bad_entry", "kind: 'begun' is none")


# --- who takes part --------------------------------------------------------------------------------------------------


def test_the_same_id_enters_once() -> None:
    refused(entered("a"), {"kind": "entered", "entrant": "a"}, "entered_twice", "needs another id, as a#2")


def test_names_of_bots_that_fill_are_nobodys() -> None:
    refused(entered("a"), {"kind": "entered", "entrant": "fill:greedy:1"}, "bad_entry", "kept for bots that fill")


def test_an_entrant_is_a_bot_or_of_the_house() -> None:
    refused(
        entered("a"), {"kind": "entered", "entrant": "b", "as": "cat"}, "bad_entry", "'cat' is not one of bot, house"
    )


def test_who_withdraws_before_the_start_has_never_entered() -> None:
    event = entered("a", "b")
    event.apply({"kind": "withdrew", "entrant": "a", "why": "ill"})
    assert (list(event.entrants), event.withdrawn) == (["b"], {})
    event.apply({"kind": "entered", "entrant": "a"})
    assert list(event.entrants) == ["b", "a"]


def test_who_withdraws_after_the_start_keeps_a_row_and_does_not_come_back() -> None:
    event = started("a", "b", "c", **PAIR)
    event.apply({"kind": "withdrew", "entrant": "a", "why": "ill"})
    assert of(event, "a").withdrawn == "ill"
    refused(
        event, {"kind": "entered", "entrant": "a"}, "withdrawn", r"has withdrawn \(ill\); enter again by another id"
    )
    refused(event, {"kind": "withdrew", "entrant": "a", "why": "x"}, "withdrawn", "has withdrawn")


def test_somebody_unknown_cannot_withdraw() -> None:
    refused(
        entered("a"),
        {"kind": "withdrew", "entrant": "b", "why": "x"},
        "no_such_entrant",
        "'b' has not entered; there are a",
    )


def test_it_does_not_start_without_those_in_focus() -> None:
    event = entered("a", "b", format="gauntlet", focus=["c"], **PAIR)
    refused(event, {"kind": "started"}, "no_such_entrant", "focus: 'c' has not entered; there are a, b")


def test_a_gauntlet_does_not_start_with_nobody_to_meet() -> None:
    event = entered("a", "b", format="gauntlet", focus=["b", "a"], **PAIR)
    refused(event, {"kind": "started"}, "small_field", "all who entered are in focus, and have nobody to meet")
    event.apply({"kind": "entered", "entrant": "c"})
    event.apply({"kind": "started"})
    assert advance(event)


@pytest.mark.parametrize(
    ("form", "focus", "said"),
    [
        ("gauntlet", ["a", "b", "a"], "focus: 'a' is there twice"),
        ("sequential", ["a", "a"], "focus: 'a' is there twice"),
        ("sequential", ["a"], "focus: a test compares two, and not 1"),
        ("sequential", ["a", "b", "c"], "focus: a test compares two, and not 3"),
    ],
)
def test_those_in_focus_are_named_once_and_two_are_compared(form: str, focus: list[str], said: str) -> None:
    with pytest.raises(ContestError, match=said) as caught:
        entered(format=form, focus=focus)
    assert caught.value.code == "bad_setting"


# --- rounds ----------------------------------------------------------------------------------------------------------


def test_the_first_deal_of_all_tables_is_played_before_the_second() -> None:
    event = started("a", "b", "c", seats=2, deals=2)
    assert [(one.deal, one.table, one.turn) for one in event.open()] == sorted(
        (one.deal, one.table, one.turn) for one in event.open()
    )
    assert len(event.open()) == 3 * 2 * 2


def test_a_round_comes_in_its_turn() -> None:
    event = started("a", "b", **PAIR)
    refused(
        event,
        {"kind": "round", "round": 3, "pairings": [["a", "b"]]},
        "wrong_round",
        "3 is not the next one, which is 2",
    )


@pytest.mark.parametrize(
    ("pairings", "byes", "code", "said"),
    [
        ([], [], "bad_pairings", "round 1 has no table"),
        ([["a"]], [], "bad_pairings", "is not from 2 to 3 at a table"),
        ([["a", "b", "c", "d"]], [], "bad_pairings", "is not from 2 to 3 at a table"),
        ([["a", "a"]], [], "bad_pairings", "has somebody twice"),
        ([["a", "b"], ["b", "c"]], [], "bad_pairings", "'b' is at two tables of round 1"),
        ([["fill:greedy:1", "fill:greedy:2"]], [], "bad_pairings", "has no entrant"),
        ([["a", "fill:evil:1"]], [], "bad_pairings", "'fill:evil:1' is no bot that fills a table of 2"),
        ([["a", "fill:greedy"]], [], "bad_pairings", "'fill:greedy' is no bot that fills a table of 2"),
        ([["a", "fill:greedy:3"]], [], "bad_pairings", "'fill:greedy:3' is no bot that fills a table of 2"),
        ([["a", "z"]], [], "no_such_entrant", "'z' has not entered"),
        ([["a", "e"]], [], "withdrawn", "'e' has withdrawn"),
        ([["a", "b"]], ["a"], "bad_pairings", "'a' is at a table of round 1, or has a bye already"),
        ([["a", "b"]], ["c", "c"], "bad_pairings", "'c' is at a table of round 1, or has a bye already"),
        ([["a", "b"]], ["z"], "no_such_entrant", "'z' has not entered"),
    ],
)  # fmt: skip
@pytest.mark.parametrize("kind", ["round", "pairings"])
def test_pairings_that_cannot_be_played_are_refused(
    kind: str, pairings: list[list[str]], byes: list[str], code: str, said: str
) -> None:
    event = entered("a", "b", "c", "d", "e", format="swiss", seats=3)
    event.apply({"kind": "started"})
    event.apply({"kind": "withdrew", "entrant": "e", "why": "ill"})
    refused(event, {"kind": kind, "round": 1, "pairings": pairings, "byes": byes}, code, said)


def test_the_organizers_own_pairings_make_the_next_round() -> None:
    event = entered("a", "b", "c", "d", **PAIR)
    event.apply({"kind": "pairings", "round": 1, "pairings": [["a", "b"]]})
    event.apply({"kind": "pairings", "round": 1, "pairings": [["d", "a"], ["c", "b"]]})
    event.apply({"kind": "started"})
    assert event.due() == {"kind": "round", "round": 1, "pairings": [["d", "a"], ["c", "b"]]}


def test_own_pairings_are_forgotten_when_one_of_them_withdraws() -> None:
    event = entered("a", "b", "c", "d", **PAIR)
    event.apply({"kind": "started"})
    event.apply({"kind": "pairings", "round": 1, "pairings": [["d", "a"], ["c", "b"]]})
    event.apply({"kind": "withdrew", "entrant": "d", "why": "ill"})
    assert event.given is None
    entry = event.due()
    assert entry is not None
    event.apply(entry)


# --- games -----------------------------------------------------------------------------------------------------------


def test_a_game_has_one_result() -> None:
    event = started("a", "b", **PAIR)
    play(event, strength())
    refused(
        event,
        over(event.fixtures["1.0.0.0"], [1, 2]),
        "second_result",
        "a `corrected` entry with its reason changes it",
    )


@pytest.mark.parametrize("kind", ["result", "void", "corrected", "forfeited"])
def test_a_game_that_is_not_there_is_refused(kind: str) -> None:
    entries: dict[str, Entry] = {
        "result": over(Fixture(7, 0, 0, 0, ("a", "b")), [1, 2]),
        "void": {"kind": "void", "game": "7.0.0.0", "why": "x"},
        "corrected": corrected("7.0.0.0", [1, 2], [2, 1]),
        "forfeited": {"kind": "forfeited", "game": "7.0.0.0", "entrant": "a", "why": "x"},
    }
    refused(
        started("a", "b", **PAIR),
        entries[kind],
        "no_such_game",
        "'7.0.0.0' is no game of this tournament; rounds made so far: 1",
    )


def test_a_result_names_who_sat_there() -> None:
    event = started("a", "b", **PAIR)
    fixture = event.open()[0]
    refused(
        event, over(fixture._replace(seats=fixture.seats[::-1]), [1, 2]), "wrong_seats", "at seat 0 sits 'a', not 'b'"
    )
    refused(event, over(fixture, [1, 2], seats=["fill:greedy:1", "b"]), "wrong_seats", "at seat 0 sits 'a'")


def test_a_void_game_counts_for_nobody_played_or_not() -> None:
    event = started("a", "b", "c", **PAIR)
    event.apply(over(event.fixtures["1.0.0.0"], [20, 10]))
    event.apply({"kind": "void", "game": "1.0.0.0", "why": "power cut"})
    event.apply({"kind": "void", "game": "1.1.0.0", "why": "power cut"})
    assert [one.games for one in event.standings()] == [0, 0, 0]
    assert [one.id for one in event.open()] == ["1.2.0.0"]
    refused(event, over(event.fixtures["1.1.0.0"], [1, 2]), "game_closed", r"not to be played any more \(power cut\)")
    refused(event, {"kind": "void", "game": "1.1.0.0", "why": "x"}, "game_closed", "void already")


def test_a_correction_counts_and_the_log_keeps_what_was_said_first() -> None:
    event = started("a", "b", **PAIR)
    log = [over(event.fixtures["1.0.0.0"], [20, 10])]
    log.append(corrected("1.0.0.0", [10, 20], [2, 1], by="ann"))
    for entry in log:
        event.apply(entry)
    assert order(event) == ["b", "a"]
    assert event.results["1.0.0.0"].scores == (10, 20)
    assert log[0]["scores"] == [20, 10]


def test_a_correction_leaves_the_faults_of_the_game_as_they_were() -> None:
    event = started("a", "b", "c", **PAIR)
    game = event.open()[0]
    event.apply(over(game, [3, 4], faults=[2, 0]))
    event.apply({"kind": "corrected", "game": game.id, "places": [1, 2], "scores": [4, 3], "why": "x"})
    assert (event.results[game.id].places, event.results[game.id].faults) == ((1, 2), (2, 0))
    assert of(event, game.seats[0]).faults == 2


def test_a_correction_says_who_left_or_that_nobody_did() -> None:
    event = started("a", "b", **PAIR)
    event.apply(over(event.fixtures["1.0.0.0"], [20, 10], left=[0]))
    assert (of(event, "a").points, of(event, "a").forfeits) == (0.0, 1)
    event.apply(corrected("1.0.0.0", [20, 10], [1, 2]))
    assert (of(event, "a").points, of(event, "a").forfeits) == (1.0, 0)
    event.apply(corrected("1.0.0.0", [20, 10], [1, 2], left=[0]))
    assert (of(event, "a").points, of(event, "a").forfeits) == (0.0, 1)


def test_a_correction_makes_a_void_game_count_and_decides_one_that_was_not_played() -> None:
    event = started("a", "b", "c", **PAIR)
    event.apply({"kind": "void", "game": "1.0.0.0", "why": "power cut"})
    event.apply(corrected("1.0.0.0", [10, 20], [2, 1]))
    event.apply(corrected("1.1.0.0", [10, 20], [2, 1]))
    assert [one.fixture.id for one in event.counted()] == ["1.0.0.0", "1.1.0.0"]
    assert [one.id for one in event.open()] == ["1.2.0.0"]


def test_a_correction_fits_its_seats() -> None:
    event = started("a", "b", **PAIR)
    refused(event, corrected("1.0.0.0", [1], [1]), "bad_result", "places: 1 for 2 seats")
    refused(event, corrected("1.0.0.0", [1, 2], [2, 1], left=[4]), "bad_result", "left: ")


def test_after_the_end_results_are_still_corrected_and_void_and_nothing_else() -> None:
    event = started("a", "b", **PAIR)
    play(event, strength(a=20))
    event.apply({"kind": "ended", "why": "all rounds are played"})
    event.apply(corrected("1.0.0.0", [10, 20], [2, 1]))
    assert order(event) == ["b", "a"]
    event.apply({"kind": "void", "game": "1.0.0.0", "why": "cheating"})
    assert [one.games for one in event.standings()] == [0, 0]
    refused(
        event, {"kind": "entered", "entrant": "c"}, "tournament_over", "only results can still be corrected, or void"
    )


def test_a_forfeit_names_who_sits_there_once() -> None:
    event = started("a", "b", "c", **PAIR)
    entry: Entry = {"kind": "forfeited", "game": "1.0.0.0", "entrant": "a", "why": "no show"}
    refused(event, {**entry, "entrant": "c"}, "wrong_seats", "'c' does not sit there; there are a, b")
    event.apply(entry)
    refused(event, entry, "second_forfeit", "has forfeited it already")


def test_a_game_to_which_nobody_comes_is_not_played() -> None:
    event = started("a", "b", **PAIR)
    for name in ("a", "b"):
        event.apply({"kind": "forfeited", "game": "1.0.0.0", "entrant": name, "why": "no show"})
    assert (event.open(), event.struck) == ([], {"1.0.0.0": "nobody came"})


# --- deals -----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("shared", [True, False])
def test_games_of_the_same_label_have_the_same_number_and_no_others(shared: bool) -> None:
    event = entered("a", "b", "c", "d", format="swiss", seats=2, deals=2, shared=shared)
    event.apply({"kind": "started"})
    for number in (1, 2):
        event.apply({"kind": "round", "round": number, "pairings": [["a", "b"], ["c", "d"]]})
    found = {(event.deal_label(one), event.deal_number(one)) for one in event.fixtures.values()}
    assert sorted(number for _, number in found) == list(range(4 if shared else 8))
    assert len({label for label, _ in found}) == len(found)
    assert event.deal_label(event.fixtures["2.1.0.1"]) == ("2/0" if shared else "2/1/0")


# --- the fold --------------------------------------------------------------------------------------------------------


def test_a_copy_goes_its_own_way() -> None:
    event = started("a", "b", "c", **PAIR)
    event.apply({"kind": "forfeited", "game": "1.0.0.0", "entrant": "a", "why": "no show"})
    event.standings()
    event.apply(over(event.fixtures["1.2.0.0"], [1, 2]))
    other = event.copy()  # with a result that nobody has counted so far
    before = snapshot(event)
    assert snapshot(other) == before
    other.apply({"kind": "forfeited", "game": "1.0.0.0", "entrant": "b", "why": "no show"})
    other.apply({"kind": "entered", "entrant": "d"})
    other.apply(over(other.fixtures["1.1.0.0"], [1, 2]))
    other.apply({"kind": "withdrew", "entrant": "c", "why": "x"})
    other.standings()
    assert snapshot(event) == before


def test_the_log_read_back_makes_the_same_tournament() -> None:
    log: list[Entry] = [{"kind": "entered", "entrant": name} for name in "abc"]
    event = fold(entered(**PAIR).settings, [*log, {"kind": "started"}])
    log += [{"kind": "started"}, event.due() or {}]
    event.apply(log[-1])
    log.append(over(event.open()[1], [3, 4]))
    event.apply(log[-1])
    assert snapshot(again(event, log)) == snapshot(event)


def test_the_time_of_an_entry_tells_how_long_it_will_take_and_nothing_else() -> None:
    event = entered("a", "b", "c", **PAIR)
    event.apply({"kind": "started", "at": 1000})
    event.apply({**(event.due() or {}), "at": 1000})
    assert event.progress().left is None
    event.apply({**over(event.open()[0], [1, 2]), "at": 3000})
    told = event.progress()
    assert (told.played, told.known, told.expected, told.left) == (1, 3, 3, 4000)


@pytest.mark.parametrize(
    ("settings", "count", "games"),
    [
        ({"format": "swiss", "seats": 2, "rounds": 3, "duplicate": False}, 4, 3 * 2),
        ({"format": "swiss", "seats": 4, "rounds": 3, "deals": 2}, 8, 3 * 2 * 2 * 4),
        ({"format": "knock-out", "seats": 2, "advance": 1, "duplicate": False}, 8, 4 + 2 + 1),
        ({"format": "knock-out", "seats": 3, "duplicate": False}, 9, 3 + 2 + 1 + 1),
        ({"format": "arena", "seats": 2, "rounds": 3, "duplicate": False}, 6, 3 * 3),
        ({"format": "gauntlet", "seats": 2, "duplicate": False}, 4, 3),
    ],
)
def test_the_games_of_rounds_to_come_are_expected(settings: dict[str, object], count: int, games: int) -> None:
    event = started(*[f"bot{number}" for number in range(count)], **settings)
    assert event.progress().expected == games


@pytest.mark.parametrize("form", ["round-robin", "gauntlet"])
def test_who_comes_late_plays_at_once_where_all_games_are_known(form: str) -> None:
    event = started("a", "b", "c", format=form, seats=2, late="zero", duplicate=False)
    assert event.due() is None
    event.apply({"kind": "entered", "entrant": "d"})
    told = event.due()
    assert told is not None
    assert told["kind"] == "round"
    advance(event)
    assert [one.seats for one in event.open() if "d" in one.seats] == [
        one.seats for one in event.open() if one.round == 2
    ]


def test_in_an_arena_the_next_round_is_due_as_soon_as_enough_are_free() -> None:
    event = started(*"abcdef", format="arena", seats=2, rounds=9, duplicate=False)
    first, second, third = event.open()
    event.apply(over(first, [2, 1]))
    assert event.due() is None, "the same two would meet again at once"
    event.apply(over(second, [2, 1]))
    told = event.due()
    assert told is not None
    assert told["kind"] == "round"
    advance(event)
    assert third in event.open()
    assert len(event.open()) == 3


def test_who_comes_late_to_a_swiss_waits_for_the_round_to_end() -> None:
    event = started("a", "b", format="swiss", seats=2, late="zero", duplicate=False, rounds=2)
    event.apply({"kind": "entered", "entrant": "c"})
    assert event.due() is None


def test_a_seed_is_a_text() -> None:
    with pytest.raises(ContestError, match="seed: 7 is no text") as caught:
        settings_from({"seed": 7})
    assert caught.value.code == "bad_setting"


def test_a_round_is_seen_as_it_was_made() -> None:
    assert started("a", "b", **PAIR).rounds == [Round(1, (("a", "b"),))]
