"""What is recorded: which tables, and how far each is played while everybody looks on."""

from __future__ import annotations

from typing import Final

import msgspec


class Scene(msgspec.Struct, frozen=True):
    """A position of the catalogue, and for how many moves it is followed; one that gets to the end of its game stops there."""

    position: str
    moves: int
    about: str


SCENES: Final = (
    Scene("pick_2_third", 7, "the draft of two players, and who is called first"),
    Scene("warrant", 6, "the Magistrate answers, and what comes after"),
    Scene("return_4", 6, "the Seer gives back what she took"),
    Scene("end_of_game", 1, "the last move of a game, its result and its seed"),
    Scene("classic_ward", 6, "a murdered player with the Hospital, classic edition"),
)
