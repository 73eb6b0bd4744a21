"""Witch (1). Gather, bewitch another character, wait; when that one has gathered, you play its turn with what is yours.

C-WITCH-1: she gathers first and then must name; nothing else is legal before. C-WITCH-2 and C-WITCH-3 are kept in
`turn.py`: the bewitched player only gathers, then the Witch resumes as that character. C-WITCH-4: if nobody reveals it,
her turn never resumes (R-WITCH-9). C-WITCH-5, C-WITCH-7, C-WITCH-9: whatever that character decides, receives and names
is then the Witch's (R-WITCH-2), against the bewitched player too (R-WITCH-3). C-WITCH-10: neither she nor the bewitched
can be robbed or threatened (`thief.may_be_marked`, R-WITCH-1). Rank 1 is no choice: no cast has it twice (R-WITCH-12). In
the classic edition naming is optional: having gathered she names or ends, she builds nothing and uses no district in her own
turn (K-C-WITCH-1, R-K-1, R-K-29; K-C-WITCH-2 and R-K-2: the King's crown stays with its player, the Emperor's she moves).
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from citadels_engine.actions.types import END, Action, Bewitch
from citadels_engine.cards.base import Character
from citadels_engine.cards.registry import register_character
from citadels_engine.rules.effects import tell, use_up
from citadels_engine.rules.turn import close_turn, offer_gathering

if TYPE_CHECKING:
    from citadels_engine.state import Game, Turn


class Witch(Character):
    id = "witch"
    rank = 1
    en = "Witch"
    fr = "Sorcière"
    pt = "Bruxa"
    text = (
        "Gather, name another character and wait. When it is called its player only gathers; then you play on as that "
        "character with your own gold, hand and city."
    )
    verbs = "bewitch C-WITCH-1"

    def insists(self, game: Game, turn: Turn, out: list[Action]) -> bool:
        if turn.gathered:
            self.offer_names(game, out)
        else:
            offer_gathering(game, out)
        return True

    def offer_names(self, game: Game, out: list[Action]) -> None:
        """List every other character of the cast."""
        for character in game.cast:
            if character is not self:
                out.append(character.do_bewitch)

    def use(self, game: Game, turn: Turn, action: Action) -> None:
        assert isinstance(action, Bewitch)
        use_up(turn, "bewitch")
        for character in game.cast:
            if character.id == action.character:
                game.bewitched, game.bewitched_by = character, turn.seat
        if game.telling:
            tell(game, "mark", turn.seat, {"verb": "bewitch", "characters": [action.character]})
        close_turn(game)


class ClassicWitch(Witch):
    """She may also name nobody and end her turn (K-C-WITCH-1)."""

    text = (
        "Gather, then name another character and wait, or end your turn: in it you build nothing and use no district. When "
        "the character is called its player only gathers; then you play on as that character with your own gold, hand and "
        "city."
    )

    def insists(self, game: Game, turn: Turn, out: list[Action]) -> bool:
        super().insists(game, turn, out)
        if turn.gathered:
            out.append(END)
        return True


register_character(modern=Witch(), classic=ClassicWitch())
