"""Framework (3). Destroy it in place of paying for a district.

D-FRAMEWORK-1: for any build, even one that you could pay for (R-FRA-1); it counts towards the limit and is taxed.
D-FRAMEWORK-2: not paid for, so never confiscated. The restrictions on building are checked before it goes (R-FRA-3);
there is one copy, so it never builds itself (R-FRA-2).
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from citadels_engine.cards.base import District
from citadels_engine.cards.registry import register_district

if TYPE_CHECKING:
    from citadels_engine.actions.types import Action


class Framework(District):
    id = "framework"
    en = "Framework"
    fr = "Chantier"
    pt = "Estrutura"
    text = "When you build a district, you may destroy the Framework in place of paying."
    cost = 3

    def offer_payment(self, card: District, out: list[Action]) -> None:
        out.append(card.do_framework)


register_district(modern=Framework())
