"""One table of forms: a text is written and read after the same line."""

import pytest
from citadels_engine import UnknownAction, parse
from citadels_engine.actions import types
from citadels_engine.actions.forms import FORMS, Form, add_form, intern, on_both, on_name, on_seat
from citadels_engine.actions.types import Action, Build, Plain, Spy, Warrants

pytestmark = pytest.mark.interpreter


def test_every_kind_with_fields_has_one_form() -> None:
    kinds = {name for name in types.__all__ if isinstance(getattr(types, name), type)}
    formed = [form.kind.__name__ for forms in FORMS.values() for form in forms]
    assert sorted(formed) == sorted(kinds - {"Action", "Plain", "OnCharacter", "OnDistrict"})


def test_fields_are_told_in_their_order_those_of_brackets_last() -> None:
    assert [form.fields for form in FORMS["theater"]] == [("seat", "character")]
    assert [form.fields for form in FORMS["warrants"]] == [("signed", "blank")]


@pytest.mark.parametrize(
    "text",
    [
        "build castle framework over temple", "build castle framework cards 2", "build castle over temple from 1",
        "build castle from 1 cards 2", "build castle cards 0", "build castle from", "build castle Framework", "crown 1 cards",
        "bonus castle", "income 3", "warrants king thief", "peek x", "peek 007", "peek 100", "peek ²", "peek", "keep 3", "keep Castle",
        "keep ", "", " gold", "gold ", "keep  castle",
    ],
)  # fmt: skip
def test_what_has_no_form_is_no_action(text: str) -> None:
    with pytest.raises(UnknownAction) as caught:
        parse(text)
    assert str(caught.value) == f"{text!r} is no action; see the table of actions in the notation"


def test_what_no_form_allows_can_be_made_but_not_read() -> None:
    made = Build("castle", framework=True, over="temple", lender=2)
    assert made.text == "build castle framework over temple from 2"
    with pytest.raises(UnknownAction):
        parse(made.text)


def test_a_field_that_stands_several_times_is_a_tuple() -> None:
    read = parse("warrants a b c")
    assert isinstance(read, Warrants)
    assert read.blank == ("b", "c")


def test_the_rules_have_one_value_for_each_text() -> None:
    assert intern("spy 1 noble") is on_both("spy", 1, "noble") is parse("spy 1 noble")
    assert intern("peek 2") is on_seat("peek", 2)
    assert intern("keep castle") is on_name("keep", "castle")
    assert intern("gold") is types.GOLD


def test_what_is_read_once_is_not_stored() -> None:
    assert parse("keep nothing_known") is not parse("keep nothing_known")


def test_a_kind_may_announce_a_form_later() -> None:
    before = {verb: list(forms) for verb, forms in FORMS.items()}
    try:
        add_form(Spy, "watch <type> [<seat:number>]")
        assert [form.verb for form in FORMS["watch"]] == ["watch"]
        found = FORMS["watch"][0].read(["watch", "noble", "3"])
        assert found is not None
        assert found.text == "watch noble 3"
        assert FORMS["watch"][0].read(["watch", "noble", "x"]) is None
    finally:
        add_form(Spy, "spy <seat:number> <type>")
        FORMS.clear()
        FORMS.update(before)


def test_a_word_alone_in_brackets_is_a_field() -> None:
    assert Form(Build, "build <district> [!framework]").fields == ("district", "framework")


def test_an_action_of_a_single_word_has_no_fields() -> None:
    assert Plain("gold").to_json() == {"verb": "gold"}


def test_an_action_that_only_knows_its_text_has_no_fields() -> None:
    action = Action("fly 3")
    assert (repr(action), action.to_json()) == ("Action()", {"verb": "fly"})
