"""Somebody's tables, bots and credentials, and everybody else who might want at them: the ground of the matrix of who may what."""

from __future__ import annotations

import hashlib
from random import Random
from typing import TYPE_CHECKING, Any, Final

import msgspec
from citadels_api.accounts import service as account_service
from citadels_api.bots import service as bot_service
from citadels_api.credentials import service as credential_service
from citadels_api.credentials.credential_store import credential_key
from citadels_api.credentials.secrets import new_secret
from citadels_api.credentials.stored import unpack_credential
from citadels_api.play.step import Step, open_game
from citadels_api.stored import pack
from citadels_api.tables import service as tables
from citadels_api.tables.invitations import invite_link
from citadels_api.tables.stored import unpack_table
from citadels_engine import legal_actions

from tests.promises.ground_of_tournaments import open_tournaments
from tests.support.orders import seat_order, table_order
from tests.support.twin_houses import BEGINNING, Person, Place

if TYPE_CHECKING:
    from tests.promises.matrix import Case


PRINCIPALS: Final = (
    "nobody",
    "garbage",
    "unknown",
    "expired",
    "revoked",
    "wrong scope",
    "other seat",
    "spectator",
    "elsewhere",
    "this table only",
    "another table only",
    "owner",
)
"""Who asks: without a credential; with one that is none, that nobody has, that has ended; with one of the owner's that lacks the scope, or
is good for one table; as another player of the table, as somebody who sits nowhere, as somebody who sits elsewhere; as the owner.
"""


class Scene:
    """One owner with all that can be owned, and the others. `secrets` holds each principal's credential."""

    def __init__(self, place: Place) -> None:
        self.place = place
        self.house = place.house
        self.secrets: dict[str, str | None] = {}
        self.names: dict[str, str] = {}
        """Ids and the like, for paths and bodies."""
        self.other_wrong: str | None = None
        """What lacks the scope for tournaments."""

    async def guest(self) -> Person:
        """A new guest."""
        return Person(await account_service.make_guest(self.house, name=None, address="127.0.0.1"))

    async def who(self, secret: str | None) -> Any:
        """Who shows this secret."""
        return await credential_service.authenticate(self.house, secret)

    async def open(self, number: int) -> Scene:
        """Let everybody come."""
        house = self.house
        space = self.place.store.space
        everything: list[dict[str, Any]] = [
            space.tables,
            space.indexes,
            space.documents,
            space.sets,
            space.counts,
            space.lists,
            *space.due,
        ]
        for held in everything:
            held.clear()
        owner = Person(await account_service.make_account(house, name=f"owner{number}", address="127.0.0.1"))
        other, elsewhere = [
            Person(await account_service.make_account(house, name=f"{name}{number}", address="127.0.0.1"))
            for name in ("other", "elsewhere")
        ]
        spectator = await self.guest()
        me, them, stranger = (
            await self.who(owner.secret),
            await self.who(other.secret),
            await self.who(elsewhere.secret),
        )
        you, ai, place_free = seat_order(kind="you"), seat_order(kind="ai", level="random"), seat_order()
        running = await tables.create(
            house,
            me,
            table_order(players=3, crown=0, seats=[you, place_free, ai], visibility="private", start="demand"),
        )
        link = await invite_link(house, me, running.id)
        await tables.join(house, them, running.id, invite=link)
        await tables.start(house, me, running.id)
        waiting = await tables.create(
            house, me, table_order(players=3, seats=[you, place_free, place_free], visibility="private", start="demand")
        )
        link = await invite_link(house, me, waiting.id)
        await tables.join(house, them, waiting.id, invite=link)
        full = await tables.create(
            house, me, table_order(players=2, seats=[you, place_free], visibility="private", start="demand")
        )
        link = await invite_link(house, me, full.id)
        await tables.join(house, them, full.id, invite=link)
        kept = seat_order(kind="reserved", account=owner.account)
        invited = await tables.create(
            house, stranger, table_order(players=3, seats=[you, kept], visibility="private", start="demand")
        )
        away = await tables.create(house, me, table_order(players=2, seats=[you], visibility="private"))
        bot = await bot_service.make_bot(house, me, name=f"bot{number}", about="")
        spare = await credential_service.make_credential(house, me, name="spare", scopes=["play"], days=1)
        snapshot = await house.store.load(running.id, seed=True)
        assert snapshot is not None
        action = legal_actions(open_game(snapshot))[0].text
        self.names = {
            "action": action,
            "running": running.id, "waiting": waiting.id, "full": full.id, "invited": invited.id, "away": away.id,
            "account": owner.account, "other": other.account, "guest": spectator.account, "bot": bot.account.id, "credential": spare.id,
            "name": owner.name, "free": f"free{number}", "n": str(number),
        }  # fmt: skip
        self.names |= await open_tournaments(house, me, them)
        await self.hand_out(me, owner, [other, spectator, elsewhere])
        return self

    async def hand_out(self, me: Any, owner: Person, others: list[Person]) -> None:
        """Give everybody a credential, good or not."""
        house, names = self.house, self.names
        everything = list(identity_scopes(me))
        ended = await credential_service.make_credential(house, me, name="ended", scopes=everything, days=1)
        taken = await credential_service.make_credential(house, me, name="taken", scopes=everything, days=1)
        wrong = await credential_service.make_credential(house, me, name="wrong", scopes=["tournament:write"], days=1)
        other_wrong = await credential_service.make_credential(
            house, me, name="wrong", scopes=["account:write"], days=1
        )
        self.other_wrong = other_wrong.secret
        here = await credential_service.make_credential(house, me, name="here", scopes=["play"], table=names["running"])
        there = await credential_service.make_credential(house, me, name="there", scopes=["play"], table=names["away"])
        await credential_service.revoke_credential(house, me, taken.id)
        raw = await house.store.get(credential_key(ended.id))
        assert raw is not None
        gone = msgspec.structs.replace(unpack_credential(raw), expires=BEGINNING - 1)
        await house.store.put(credential_key(ended.id), pack(gone))
        other, spectator, elsewhere = others
        self.secrets = {
            "nobody": None, "garbage": "let me in", "unknown": new_secret("acct"), "expired": ended.secret,
            "revoked": taken.secret, "wrong scope": wrong.secret, "other seat": other.secret,
            "spectator": spectator.secret, "elsewhere": elsewhere.secret, "this table only": here.secret,
            "another table only": there.secret, "owner": owner.secret,
        }  # fmt: skip

    async def finish(self) -> None:
        """Play a private game of the owner's to its end."""
        house = self.house
        me = await self.who(self.secrets["owner"])
        await tables.start(house, me, self.names["full"])
        chance = Random(1)
        while True:
            snapshot = await house.store.load(self.names["full"], seed=True)
            assert snapshot is not None
            table = unpack_table(snapshot.doc)
            if table.status != "running":
                return
            step = Step(table, open_game(snapshot), snapshot)
            assert step.game is not None
            legal = legal_actions(step.game)
            step.take(min(chance.sample(legal, min(3, len(legal))), key=lambda one: not one.text.startswith("build")))
            await house.store.commit(step.change(house))

    def secret(self, principal: str, scope: str) -> str | None:
        """The credential that a principal shows where that scope is asked for."""
        return (
            self.other_wrong if (principal, scope) == ("wrong scope", "tournament:write") else self.secrets[principal]
        )

    def for_case(self, case: Case) -> dict[str, str]:
        """The names, with the table and the tournament that the case is about."""
        return {**self.names, "table": self.names[case.table], "tournament": self.names[case.tournament]}

    def digest(self) -> str:
        """What all that is kept amounts to, apart from allowances and the day on which a credential was used."""
        space = self.place.store.space
        documents = {}
        for key, (value, _) in space.documents.items():
            if ":cred:" in key:
                documents[key] = pack(msgspec.structs.replace(unpack_credential(value), used_day=None))
            elif ":bucket:" not in key:
                documents[key] = value
        rows = {name: (row.doc, row.number, row.state, row.record) for name, row in space.tables.items()}
        told = repr((sorted(documents.items()), sorted(rows.items()), space.sets, space.lists, space.indexes))
        return hashlib.sha256(told.encode()).hexdigest()


def identity_scopes(me: Any) -> list[str]:
    """The scopes of a credential."""
    return list(me.credential.scopes)
