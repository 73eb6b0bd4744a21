"""Records: written to the letter, read strictly, and every kind of tampering is caught."""

import hashlib
import json
from collections.abc import Callable
from typing import Any

import citadels_engine
import pytest
from citadels_engine import (
    IllegalAction,
    RecordError,
    SetupError,
    apply,
    is_over,
    legal_actions,
    new_game,
    places,
    save,
)
from citadels_engine.formats import record
from citadels_engine.formats.record import Record

pytestmark = pytest.mark.interpreter

HEADER = (
    '{"format": "citadels-record/1", "id": "golden-1", "rules": 1, "edition": "modern", "players": 3, "cast": ["assassin", '
    '"thief", "magician", "king", "bishop", "merchant", "architect", "warlord", "artist"], "uniques": ["dragon_gate", '
    '"factory", "haunted_quarter", "imperial_treasury", "keep", "laboratory", "library", "map_room", "quarry", '
    '"school_of_magic", "smithy", "statue", "thieves_den", "wishing_well"], "options": {"city_size_8p": 7, "discard_order": '
    '"faceup_first", "emperor_resource_chooser": "emperor", "emperor_min_players": 3, "marks_on_self": "no", '
    '"initial_crown": "random"}, "crown": 1, "names": ["Ann", "Béa", "Cid"], "date": "2026-01-31", "commitment": '
    '"c5841d36ac5681fdc5e80e2155d9d9c97ed782a500072b2bef1400c6e65408be"'
)
Lines = list[dict[str, Any]]


def played(left: list[int] | None = None, steps: int = 10_000) -> Record:
    """A game of three: the first action of the list at every third decision, else the last."""
    game = new_game(3, seed="golden", crown=1)
    made = record.begin(game, game_id="golden-1", names=["Ann", "Béa", "Cid"], date="2026-01-31", crown=1)
    while not is_over(game) and game.n < steps:
        made.take(game, legal_actions(game)[-1 if game.n % 3 else 0], ms=game.n % 7)
    if is_over(game):
        made.finish(game, left)
    return made


WHOLE = played().text()


def lines_of(text: str) -> Lines:
    return [json.loads(line) for line in text.splitlines()]


def text_of(lines: Lines) -> str:
    return "".join(json.dumps(line, ensure_ascii=False) + "\n" for line in lines)


def faults(text: str) -> list[str]:
    """What is wrong with the record, by reading or by verifying it."""
    try:
        verdict = record.verify(record.read(text))
    except RecordError as error:
        return [str(error)]
    assert verdict.ok == all(finding.ok for finding in verdict.findings)
    return [f"{finding.what}: {finding.text}" for finding in verdict.findings if not finding.ok]


# --- the format ------------------------------------------------------------------------------------------------------


def test_every_line_is_written_to_the_letter() -> None:
    lines = WHOLE.split("\n")
    assert lines[0] == HEADER + ', "seed": "golden"}'
    assert lines[1] == '{"n": 0, "seat": 1, "do": "pick thief", "ms": 0}'
    assert lines[18] == '{"n": 17, "seat": 2, "do": "bonus", "ms": 3}'
    assert lines[-1] == ""
    assert lines[-2].startswith(
        '{"result": {"places": [[0], [2], [1]], "left": [], "scores": [{"total": 33, "lines": ['
    )
    assert lines[-2].endswith('{"total": 10, "lines": [{"for": "districts", "points": 10}]}]}}')


def test_the_commitment_is_the_hash_that_the_notation_says() -> None:
    assert record.commitment("g|é", 3, "s") == hashlib.sha256("g|é|3|s".encode()).hexdigest()
    assert lines_of(WHOLE)[0]["commitment"] == record.commitment("golden-1", 1, "golden")


def test_the_header_has_the_number_of_the_engines_rules() -> None:
    assert lines_of(WHOLE)[0]["rules"] == citadels_engine.RULES


def test_the_text_reads_and_writes_unchanged() -> None:
    assert record.read(WHOLE).text() == WHOLE
    assert record.read(WHOLE.rstrip("\n")).text() == WHOLE


def test_a_record_of_a_game_that_goes_on_is_read_and_has_no_seed_and_no_result() -> None:
    text = played(steps=17).text()
    assert text.split("\n")[0] == HEADER + "}"
    again = record.read(text)
    assert (again.header.seed, again.result, len(again.taken)) == (None, None, 17)
    assert again.text() == text
    with pytest.raises(RecordError, match="line 1: seed: it is not revealed"):
        record.replay(again)
    assert faults(text) == ["seed: the seed is not revealed yet: the game goes on, nothing can be checked"]


def test_whoever_knows_the_seed_replays_a_game_that_goes_on() -> None:
    again = record.read(played(steps=17).text())
    with pytest.raises(RecordError, match="is not the one that it commits to"):
        again.reveal("silver")
    again.reveal("golden")
    assert record.replay(again).n == 17
    assert [finding.what for finding in record.verify(again).findings if not finding.ok] == ["end", "result"]


def test_a_services_fields_are_read_and_written() -> None:
    lines = lines_of(WHOLE)
    lines[1] |= {"asked": 1769817600000, "received": 1769817600031, "by": "default"}
    lines[2] |= {"by": "ai"}
    text = text_of(lines)
    assert record.read(text).text() == text
    assert faults(text) == []


def test_the_crown_stands_in_the_header_only_where_it_was_chosen() -> None:
    game = new_game(4, seed="7")
    assert '"crown"' not in record.begin(game, game_id="a", names=list("abcd"), date="2026-01-31").text()
    with pytest.raises(RecordError, match="not what its set-up and its seed deal"):
        record.begin(game, game_id="a", names=list("abcd"), date="2026-01-31", crown=(game.crown + 1) % 4)


def test_only_a_game_just_dealt_is_recorded() -> None:
    game = new_game(4, seed="7")
    apply(game, legal_actions(game)[0])
    with pytest.raises(RecordError, match="just dealt"):
        record.begin(game, game_id="a", names=list("abcd"), date="2026-01-31")
    with pytest.raises(RecordError, match="3 names for 4 seats"):
        record.begin(new_game(4), game_id="a", names=list("abc"), date="2026-01-31")


def test_an_illegal_action_is_not_written_down() -> None:
    game = new_game(4, seed="7")
    made = record.begin(game, game_id="a", names=list("abcd"), date="2026-01-31")
    with pytest.raises(IllegalAction):
        made.take(game, "end")
    assert made.taken == []


def test_a_game_played_on_without_its_record_is_noticed() -> None:
    game = new_game(4, seed="7")
    made = record.begin(game, game_id="a", names=list("abcd"), date="2026-01-31")
    apply(game, legal_actions(game)[0])
    with pytest.raises(RecordError, match="0 decisions and the game 1"):
        made.take(game, legal_actions(game)[0])


def test_a_game_that_goes_on_has_no_result() -> None:
    game = new_game(4, seed="7")
    made = record.begin(game, game_id="a", names=list("abcd"), date="2026-01-31")
    with pytest.raises(RecordError, match="not over"):
        made.finish(game)
    assert made.header.seed is None


# --- replaying -------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("edition", ["modern", "classic"])
@pytest.mark.parametrize("players", range(2, 9))
def test_a_record_replays_to_the_same_position(edition: str, players: int) -> None:
    game = new_game(players, edition=edition, seed=f"{edition} {players}")
    made = record.begin(game, game_id="g", names=[f"p{i}" for i in range(players)], date="2026-01-31T10:00:00Z")
    while not is_over(game):
        legal = legal_actions(game)
        made.take(game, legal[game.n * 7919 % len(legal)])
    made.finish(game)
    again = record.read(made.text())
    assert save(record.replay(again)) == save(game)
    assert record.verify(again).ok


def test_the_steps_are_the_deal_and_each_decision() -> None:
    seen = [(taken and taken.do, game.n) for taken, game in record.steps(record.read(WHOLE))]
    assert seen[:3] == [(None, 0), ("pick thief", 1), ("pick artist", 2)]
    assert len(seen) == len(lines_of(WHOLE)) - 1


def test_steps_tell_what_happened() -> None:
    kinds = [[event.kind for event in game.events] for _, game in record.steps(record.read(WHOLE), telling=True)]
    assert kinds[0] == ["round"]
    assert kinds[1] == ["pick"]


# --- those that left -------------------------------------------------------------------------------------------------


def test_those_that_left_come_last_the_first_to_leave_at_the_very_end() -> None:
    made = played(left=[0, 2])
    assert made.result is not None
    assert made.result.places == [[1], [2], [0]]
    assert faults(made.text()) == []


def test_those_that_stayed_keep_their_order_and_shared_places() -> None:
    game = record.replay(record.read(WHOLE))
    assert record.final_places(game, []) == places(game) == [[0], [2], [1]]
    assert record.final_places(game, [0]) == [[2], [1], [0]]
    assert record.final_places(game, [1, 0]) == [[2], [0], [1]]


def test_nobody_leaves_twice_or_from_elsewhere() -> None:
    for left in ([1, 1], [3]):
        with pytest.raises(RecordError, match="not seats, each once"):
            played(left=left)


# --- tampering -------------------------------------------------------------------------------------------------------


def change(line: int, **fields: object) -> Callable[[Lines], None]:
    return lambda lines: lines[line].update(fields)


def drop(line: int, field: str) -> Callable[[Lines], None]:
    return lambda lines: lines[line].pop(field) and None


def result(**fields: object) -> Callable[[Lines], None]:
    return lambda lines: lines[-1]["result"].update(fields)


def score(lines: Lines) -> None:
    lines[-1]["result"]["scores"][2]["total"] = 11


def score_line(lines: Lines) -> None:
    lines[-1]["result"]["scores"][0]["lines"][1]["for"] = "statue"


def other_character(lines: Lines) -> None:
    lines[0]["cast"][1] = "spy"


def reseed(lines: Lines) -> None:
    lines[0].update(seed="silver", commitment=record.commitment("golden-1", 1, "silver"))


def swap_two(lines: Lines) -> None:
    lines[3], lines[4] = lines[4], lines[3]


def cut(count: int) -> Callable[[Lines], None]:
    def tamper(lines: Lines) -> None:
        del lines[len(lines) - count :]

    return tamper


def leave_out(lines: Lines) -> None:
    del lines[5]


def more(lines: Lines) -> None:
    lines.insert(-1, {"n": len(lines) - 2, "seat": 0, "do": "end", "ms": 0})


TAMPERINGS: list[tuple[Callable[[Lines], None], str]] = [
    (change(0, seed="silver"), "commitment: id, rules and seed give"),
    (reseed, "decisions: line 5: do: pick magician: not legal now"),
    (change(0, commitment="0" * 64), "commitment: id, rules and seed give"),
    (change(0, id="golden-2"), "commitment: id, rules and seed give"),
    (change(0, commitment="C5"), "line 1: commitment: it is not 64 hex"),
    (change(0, rules=2), "line 1: rules: the record was made under the rules 2, this engine plays the rules 1"),
    (change(0, format="citadels-record/2"), "line 1: format"),
    (change(0, edition="golden"), "line 1: edition"),
    (change(0, players=4), "line 1: names: 3 names for 4 players"),
    (change(0, crown=0), "decisions: line 2: seat"),
    (change(0, crown=3), "line 1: crown"),
    (drop(0, "crown"), "decisions: line 2: seat"),
    (other_character, "decisions: line 2: do: pick thief"),
    (change(0, cast=["assassin"]), "line 1: cast"),
    (change(0, uniques=["keep"]), "line 1: uniques"),
    (change(0, uniques=[1]), "line 1: uniques.0"),
    (change(0, options={"fast": True}), "line 1: options.fast"),
    (change(0, options=[]), "line 1: options"),
    (change(0, date="yesterday"), "line 1: date"),
    (change(0, date="2026-13-01"), "line 1: date"),
    (change(0, names=["Ann", "Béa", 3]), "line 1: names.2"),
    (change(0, event="final"), "line 1: event: there is no such field"),
    (change(0, seed=None), "line 1: seed: null"),
    (drop(0, "seed"), "line 1: seed: the game is over"),
    (drop(0, "names"), "line 1: names: it is missing"),
    (change(1, do="pick king"), "decisions: line "),
    (change(1, do="end"), "decisions: line 2: do: end: not legal now"),
    (change(1, do="pick  thief"), "line 2: 'pick  thief' is no action"),
    (change(18, do="gold"), "decisions: line "),
    (change(2, seat=0), "decisions: line 3: seat: the decision is seat 2's, not 0's"),
    (change(2, seat=3), "line 3: seat: there is no seat 3"),
    (change(2, n=2), "decisions: line 3: n: the decisions are numbered"),
    (change(2, n=True), "line 3: n: True is no whole number"),
    (change(2, ms=-1), "line 3: ms: -1 is under 0"),
    (change(2, asked="noon"), "line 3: asked"),
    (change(2, by="me"), "line 3: by"),
    (change(2, comment="good"), "line 3: comment: there is no such field"),
    (drop(2, "ms"), "line 3: ms: it is missing"),
    (swap_two, "decisions: line 4: n"),
    (leave_out, "decisions: line 6: n"),
    (more, "decisions: line 574: the game was over"),
    (score, "score of seat 2: seat 2 has 10 points (districts 10), the record says 11 points"),
    (score_line, "score of seat 0: seat 0 has 33 points"),
    (result(places=[[2], [0], [1]]), "places: the places are [[0], [2], [1]], the record says [[2], [0], [1]]"),
    (result(places=[[0, 2], [1]]), "places: "),
    (result(places=[[0], [1]]), "line 574: result.places"),
    (result(left=[0]), "places: "),
    (result(left=[1, 1]), "line 574: result.left"),
    (result(scores=[]), "line 574: result.scores"),
    (result(winner=0), "line 574: result.winner: there is no such field"),
    (change(573, n=3), "line 574: n: there is no such field"),
    (cut(1), "result: line 574: the result is missing"),
    (cut(2), "end: the game goes on after decision 570: the record is cut off"),
    (cut(573), "end: "),
    (cut(574), "line 1: a record begins with its header"),
]


def test_the_record_holds_as_it_is() -> None:
    assert faults(WHOLE) == []


@pytest.mark.parametrize(("tamper", "fault"), TAMPERINGS)
def test_tampering_is_caught_and_named(tamper: Callable[[Lines], None], fault: str) -> None:
    lines = lines_of(WHOLE)
    tamper(lines)
    found = faults(text_of(lines))
    assert found
    assert found[0].startswith(fault)


@pytest.mark.parametrize(
    ("text", "fault"),
    [
        (WHOLE[:-3], "line 574: no JSON"),
        (WHOLE.replace("\n", "\n\n", 1), "line 2: no JSON"),
        (WHOLE + WHOLE.splitlines()[-1], "line 575: the result is the last line"),
        (WHOLE.replace('"seat": 1,', '"seat": 1, "seat": 2,', 1), "line 2: no JSON: the field 'seat' stands twice"),
        (WHOLE.replace('"ms": 0', '"ms": NaN', 1), "line 2: no JSON: NaN is no JSON"),
        (WHOLE.replace('"ms": 0', '"ms": 0.0', 1), "line 2: ms: 0.0 is no whole number"),
        (WHOLE.replace('"id": "golden-1"', r'"id": "\ud800"', 1), "line 1: no JSON"),
        (WHOLE.replace('{"n": 0', '["n", 0]\n{"n": 0', 1), "line 2: a line is a JSON object"),
        ("[" * 100_000, "line 1: no JSON"),
        ("", "line 1: a record begins with its header"),
    ],
    ids=["cut", "blank", "twice", "double", "nan", "float", "surrogate", "list", "deep", "empty"],
)
def test_what_is_no_line_of_a_record_is_refused(text: str, fault: str) -> None:
    found = faults(text)
    assert found
    assert found[0].startswith(fault)


def test_an_action_that_was_not_legal_is_caught_at_its_line() -> None:
    """Another legal action is caught where what follows, or the result, does not go with it; else it is another true game."""
    texts = sorted({line["do"] for line in lines_of(WHOLE)[1:-1]})
    legal: list[set[str]] = []
    for _, game in record.steps(record.read(WHOLE)):
        legal.append({action.text for action in legal_actions(game)})
    for line in range(1, 573, 9):
        lines = lines_of(WHOLE)
        lines[line]["do"] = next(text for text in texts[line % 7 :] if text not in legal[line - 1])
        assert faults(text_of(lines))[0].startswith(f"decisions: line {line + 1}: do: ")


def test_other_rules_are_refused_before_anything_else_is_looked_at() -> None:
    lines = lines_of(WHOLE)
    lines[0].update(rules=7, edition="a new one", unknown=True)
    assert faults(text_of(lines))[0].startswith("line 1: rules: the record was made under the rules 7")


def test_a_header_of_a_forbidden_setup_is_no_setup_error() -> None:
    lines = lines_of(WHOLE)
    lines[0]["cast"][3] = "thief"
    with pytest.raises(RecordError) as caught:
        record.read(text_of(lines))
    assert not isinstance(caught.value, SetupError)
