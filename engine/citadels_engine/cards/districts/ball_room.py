"""Ball Room (6, classic). While you have the crown, a called player who forgets the spoken thanks loses the turn.

K-D-BALL_ROOM-1, R-K-14: so two public programs tell it, and no rulebook; here it is a card of cost 6 without effect, since
spoken manners have no fair digital form. A game may leave it out.
"""

from __future__ import annotations

from citadels_engine.cards.base import District
from citadels_engine.cards.registry import register_district


class BallRoom(District):
    id = "ball_room"
    en = "Ball Room"
    fr = "Salle de Bal"
    pt = "Salão de Baile"
    text = (
        "While you have the crown, a called player who forgets the spoken thanks loses the turn. Here it has no effect: that "
        "has no fair digital form."
    )
    cost = 6
    bonus = True


register_district(classic=BallRoom())
