"""Ball Room (6, classic). A ritual of spoken thanks, which a digital game cannot judge.

K-D-BALL_ROOM-1, R-K-14: a card of cost 6 without effect; a game may leave it out.
"""

from __future__ import annotations

from citadels_engine.cards import District
from citadels_engine.registry import register_district


class BallRoom(District):
    id = "ball_room"
    en = "Ball Room"
    fr = "Salle de Bal"
    pt = "Salão de Baile"
    text = "It has no effect here: its ritual of spoken thanks has no fair digital form."
    cost = 6
    bonus = True


register_district(classic=BallRoom())
