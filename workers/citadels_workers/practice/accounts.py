"""Who is known in the practice server: the practice player, and eight others who sit where the practice player waits for somebody."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import msgspec
from citadels_api.accounts.account_store import DAY, save_account, take_name
from citadels_api.accounts.stored import Account
from citadels_api.context import Principal
from citadels_api.credentials.credential_store import MOST_DAYS, credential_key
from citadels_api.credentials.secrets import digest, parse_secret
from citadels_api.credentials.stored import Credential, unpack_credential
from citadels_api.store.keys import document
from citadels_api.stored import pack
from citadels_api.tables.stored import Player

from citadels_workers.practice.determinism import NOW, credential_of, fixed_id

if TYPE_CHECKING:
    from citadels_api.context import House


SCOPES: Final = ["play", "table:create", "account:write", "credential:write", "tournament:write"]


class Person(msgspec.Struct, frozen=True):
    """Somebody with a fixed account and a credential that everybody knows."""

    name: str

    @property
    def account(self) -> str:
        """The id of the account."""
        return fixed_id("acct", self.name)

    @property
    def credential(self) -> str:
        """The credential."""
        return credential_of(self.name)

    @property
    def player(self) -> Player:
        """The account as it sits at a table."""
        return Player(account=self.account, name=self.name)

    async def principal(self, house: House) -> Principal:
        """As the service knows somebody who has shown this credential."""
        known = parse_secret(self.credential)
        assert known is not None
        raw = await house.store.get(credential_key(known))
        assert raw is not None
        return Principal(unpack_credential(raw))


PRACTICE: Final = Person("practice")
OTHERS: Final = tuple(Person(f"seat-{seat}") for seat in range(8))


async def put_people(house: House) -> None:
    """Put their accounts and credentials into the store."""
    for person in (PRACTICE, *OTHERS):
        await take_name(house, person.name, person.account, NOW)
        await save_account(house, Account(id=person.account, created=NOW, kind="account", name=person.name))
        known = parse_secret(person.credential)
        assert known is not None
        credential = Credential(
            id=known,
            account=person.account,
            kind="account",
            player=person.player,
            digest=digest(person.credential),
            scopes=SCOPES,
            created=NOW,
            expires=NOW + MOST_DAYS * DAY,
            name="practice",
        )
        await house.store.put(credential_key(known), pack(credential))
        await house.store.rank(document("creds", person.account), known, NOW)
