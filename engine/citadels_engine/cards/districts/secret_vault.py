"""Secret Vault. It cannot be built; in your hand at the end it scores 3 points.

D-SECRET_VAULT-1, S5.8: never built by any means; tucked under a Museum it is 1 point (R-MUS-2).
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from citadels_engine.cards.base import District
from citadels_engine.cards.registry import register_district

if TYPE_CHECKING:
    from citadels_engine.rules.scoring import Tally
    from citadels_engine.state import Seat


class SecretVault(District):
    id = "secret_vault"
    en = "Secret Vault"
    fr = "Catacombes"
    pt = "Cofre Secreto"
    text = "It cannot be built. Scores 3 points in your hand at the end of the game."

    def refuses(self, seat: Seat) -> bool:
        return True

    def score_in_hand(self, tally: Tally) -> None:
        tally.add(self.id, 3)


register_district(modern=SecretVault())
