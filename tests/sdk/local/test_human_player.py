"""A person at the keyboard: what is shown, what is asked, and what each answer means."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from citadels_sdk.local.human_player import BRIEF, HELP, LONG, SHOWN, Person, Quit, card_texts, cut, fits, refusal
from citadels_sdk.render.sentences import Teller

from tests.support.decisions import NAMES, decisions
from tests.support.kept import assert_kept

if TYPE_CHECKING:
    from citadels_engine.actions.types import Action
    from citadels_engine.views.view import View

KEPT = Path(__file__).parent / "kept"


@pytest.fixture(autouse=True)
def plain(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("NO_COLOR", "1")
    monkeypatch.setenv("COLUMNS", "80")


def of(kind: str, least: int = 1, most: int = 1000) -> View:
    return next(
        one for one in decisions() if one.decision and one.decision.kind == kind and least <= len(one.actions) <= most
    )


def seat(view: View) -> Person:
    assert view.own is not None
    return Person(Teller(view.edition, NAMES, viewer=view.own.seat))


def choose(view: View, *said: str, person: Person | None = None) -> Action:
    """What comes of these lines."""
    asked = person or seat(view)
    lines = iter(said)
    asked.read = lambda: next(lines)  # type: ignore[method-assign]  # what is typed
    return asked.choose(view)


def test_each_kind_of_decision_is_asked_as_people_have_read_it(capsys: pytest.CaptureFixture[str]) -> None:
    kinds = dict.fromkeys(one.decision.kind for one in decisions() if one.decision)
    told = []
    for kind in kinds:
        view = of(kind)
        choose(view, "1")
        shown = capsys.readouterr().out
        told += [f"-- {kind}", shown[shown.index("\n\n") if kind != "turn" else 0 :]]
    assert_kept(KEPT / "asked.txt", told)


def test_an_action_is_chosen_by_its_number_or_its_text(capsys: pytest.CaptureFixture[str]) -> None:
    view = of("turn", 5)
    last = len(view.actions)
    assert choose(view, "1") is view.actions[0]
    assert choose(view, str(last)) is view.actions[-1]
    assert choose(view, f"  {view.actions[2].text.upper()} ") is view.actions[2]
    capsys.readouterr()
    assert choose(view, "0", str(last + 1), "²", "", "1") is view.actions[0]
    assert capsys.readouterr().out.count(HELP[:20]) == 4


def test_help_stands_there_once() -> None:
    view = of("turn")
    person = seat(view)
    assert person.asked == 0
    choose(view, "1", person=person)
    choose(view, "1", person=person)
    assert person.asked == 2


def test_the_whole_board_is_shown_once_a_turn_and_whenever_it_is_asked_for(capsys: pytest.CaptureFixture[str]) -> None:
    view = of("turn")
    person = seat(view)
    choose(view, "1", person=person)
    first = capsys.readouterr().out
    choose(view, "1", person=person)
    again = capsys.readouterr().out
    other = (view.own.seat + 1) % len(view.seats) if view.own else 0
    assert NAMES[other] in first.split("Your turn")[0]
    assert NAMES[other] not in again.split("Your turn")[0]
    choose(view, "b", "board", "1", person=person)
    assert capsys.readouterr().out.count(f" {NAMES[other]} ") >= 2


def test_a_long_list_is_cut_and_shown_whole_where_it_is_asked_for(capsys: pytest.CaptureFixture[str]) -> None:
    view = of("turn", LONG + 1)
    count = len(view.actions)
    choose(view, "1")
    shown = capsys.readouterr().out
    assert f"and {count - SHOWN} more: l lists them all" in shown
    assert f"\n{SHOWN:>4}  " in shown
    assert f"\n{SHOWN + 1:>4}  " not in shown
    assert all(len(line) <= 80 for line in shown.splitlines())
    choose(view, "l", "1")
    assert f"\n{count:>4}  " in capsys.readouterr().out
    few = of("turn", 2, BRIEF)
    choose(few, "list", "1")
    assert capsys.readouterr().out.count(f"\n{len(few.actions):>4}  ") == 2


def test_the_beginning_of_an_action_lists_those_that_fit(capsys: pytest.CaptureFixture[str]) -> None:
    view = next(one for one in decisions() if sum(action.verb == "build" for action in one.actions) > 1)
    choose(view, "1")
    capsys.readouterr()
    choose(view, "bui", "1")
    shown = capsys.readouterr().out
    for number, action in enumerate(view.actions, 1):
        assert shown.count(f"{number:>4}  {action.text} ") == 1 + (action.verb == "build"), action.text


def test_what_is_no_action_now_is_refused_with_its_rule(capsys: pytest.CaptureFixture[str]) -> None:
    view = of("pick")
    choose(view, "end", "fly", "1")
    shown = " ".join(capsys.readouterr().out.split())
    assert "fly: no action that there is. Answer with" in shown
    assert refusal(view, "end") in shown
    assert refusal(view, "fly") == "fly: no action that there is"


@pytest.mark.parametrize("word", ["q", "quit", " Q "])
def test_a_person_may_leave(word: str) -> None:
    with pytest.raises(Quit):
        choose(of("turn"), word)


def test_cards_are_told_by_a_part_of_their_name_and_else_those_on_the_table() -> None:
    view = of("turn")
    teller = Teller(view.edition, NAMES, viewer=0)
    french = Teller(view.edition, NAMES, viewer=0, language="fr")
    told = [card_texts(teller, view, word) for word in ("king", "school_of", "great wall", "manor", "no such", "")]
    told += [card_texts(french, view, word) for word in ("forge", "smithy", "roi")]
    assert_kept(KEPT / "cards.txt", [line for lines in told for line in ["--", *lines]])


def test_words_fit_where_they_begin_an_action() -> None:
    words = ["destroy", "1", "castle"]
    for said in (["d"], ["destroy"], ["destroy", "1"], ["destroy", "1", "cas"], words):
        assert fits(words, said), said
    for said in (["x"], ["dest", "1"], ["destroy", "2"], ["destroy", "1", "castle+"], [*words, "x"]):
        assert not fits(words, said), said


def test_a_text_is_cut_to_its_room() -> None:
    assert cut("abcdefgh", 8) == "abcdefgh"
    assert cut("abcdefgh", 7) == "abcd..."
    assert cut("abc  fgh", 7) == "abc..."
