"""What is wanted of the catalogue, wish by wish, and the words of a name."""

from __future__ import annotations

from dataclasses import fields
from pathlib import Path

from citadels_workers.practice.wanted_positions import Wish, in_words, named, wishes

from tests.support.kept import assert_kept

KEPT = Path(__file__).parent / "kept"


def lines_of(wish: Wish) -> list[str]:
    """A wish: its name, its title, and what differs from a wish that says nothing else."""
    plain = Wish(name=wish.name, title=wish.title)
    said = [one.name for one in fields(wish) if getattr(wish, one.name) != getattr(plain, one.name)]
    return [f"{wish.name}: {wish.title}", *(f"    {name} {getattr(wish, name)!r}" for name in said)]


def test_the_wishes_are_what_they_were() -> None:
    assert_kept(KEPT / "wishes.txt", ["\n".join(lines_of(wish)) for wish in wishes()])


def test_a_wish_that_says_nothing_is_a_turn_of_four_in_the_modern_edition() -> None:
    wish = Wish(name="any", title="Any")
    assert (wish.edition, wish.kind, wish.players, wish.random) == ("modern", "turn", 4, 0.25)
    assert (wish.cast, wish.uniques, wish.options, wish.shows, wish.only, wish.urges) == ((), (), {}, (), (), ())
    assert (wish.character, wish.built, wish.held, wish.picked, wish.state, wish.clock) == ("", "", "", None, "", None)
    assert (wish.last, wish.over, wish.open, wish.watched) == (False, False, False, False)


def test_names_of_the_classic_edition_say_so() -> None:
    assert (named("modern", "keep"), named("classic", "keep")) == ("keep", "classic_keep")
    assert in_words("thieves_den") == "Thieves Den"
