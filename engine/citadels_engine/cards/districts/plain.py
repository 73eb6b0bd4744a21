"""The ordinary districts: a name, a type and a cost (G-13). They do nothing else."""

from __future__ import annotations

from citadels_engine.cards.base import MILITARY, NOBLE, RELIGIOUS, TRADE, District
from citadels_engine.cards.registry import register_district


class PlainDistrict(District):
    speaks = False

    def __init__(self, id: str, en: str, fr: str, pt: str, type: str, cost: int, copies: int) -> None:
        self.id = id
        self.en = en
        self.fr = fr
        self.pt = pt
        self.type = type
        self.cost = cost
        self.copies = copies
        super().__init__()


def _both(id: str, en: str, fr: str, pt: str, type: str, cost: int, copies: int) -> None:
    card = PlainDistrict(id, en, fr, pt, type, cost, copies)
    register_district(modern=card, classic=card)


_both("temple", "Temple", "Temple", "Templo", RELIGIOUS, 1, 3)
_both("church", "Church", "Église", "Igreja", RELIGIOUS, 2, 3)
_both("monastery", "Monastery", "Monastère", "Mosteiro", RELIGIOUS, 3, 3)
_both("cathedral", "Cathedral", "Cathédrale", "Catedral", RELIGIOUS, 5, 2)
_both("watchtower", "Watchtower", "Tour de guet", "Torre de Vigia", MILITARY, 1, 3)
_both("prison", "Prison", "Prison", "Prisão", MILITARY, 2, 3)
register_district(modern=PlainDistrict("barracks", "Barracks", "Caserne", "Caserna", MILITARY, 3, 3))
register_district(
    classic=PlainDistrict("battlefield", "Battlefield", "Champ de bataille", "Campo de Batalha", MILITARY, 3, 3)
)
_both("fortress", "Fortress", "Forteresse", "Fortaleza", MILITARY, 5, 2)
_both("manor", "Manor", "Manoir", "Solar", NOBLE, 3, 5)
_both("castle", "Castle", "Château", "Castelo", NOBLE, 4, 4)
_both("palace", "Palace", "Palais", "Palácio", NOBLE, 5, 3)
_both("tavern", "Tavern", "Taverne", "Taverna", TRADE, 1, 5)
_both("market", "Market", "Marché", "Mercado", TRADE, 2, 4)
_both("trading_post", "Trading Post", "Échoppe", "Posto de Comércio", TRADE, 2, 3)
_both("docks", "Docks", "Comptoir", "Docas", TRADE, 3, 3)
_both("harbor", "Harbor", "Port", "Porto", TRADE, 4, 3)
_both("town_hall", "Town Hall", "Hôtel de ville", "Prefeitura", TRADE, 5, 2)
