"""Haunted City (2, classic). At the end it counts as one colour of your choice, unless built in the last round.

K-D-HAUNTED_CITY-1, R-K-21: the choice is made in `scoring.py`.
"""

from __future__ import annotations

from citadels_engine.cards.base import District
from citadels_engine.cards.registry import register_district


class HauntedCity(District):
    id = "haunted_city"
    en = "Haunted City"
    fr = "Cour des Miracles"
    pt = "Cidade Assombrada"
    text = "At the end of the game it counts as the colour you choose, unless you built it in the last round."
    cost = 2


register_district(classic=HauntedCity())
