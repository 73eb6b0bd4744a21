"""The positions that the practice server has: one for every decision kind, character and unique district, in both editions.

A wish says which games may hold the position, and how well a decision of such a game fits it. `position_search.py` looks for the best one.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Final

from citadels_engine.cards.editions import cast_sizes
from citadels_engine.cards.registry import CHARACTERS, DISTRICTS
from citadels_engine.cards.scenarios import FIRST_GAME, scenario_cast

from citadels_workers.practice.abilities import OF_ACTION, OF_CHARACTER

if TYPE_CHECKING:
    from collections.abc import Sequence


EDITIONS: Final = ("modern", "classic")


@dataclass(frozen=True, kw_only=True)
class Wish:
    """A position that is wanted."""

    name: str
    title: str
    edition: str = "modern"
    kind: str = "turn"
    players: int = 4
    cast: tuple[str, ...] = ()
    uniques: tuple[str, ...] = ()
    options: dict[str, object] = field(default_factory=dict)
    shows: tuple[str, ...] = ()
    """How actions begin that must be legal."""
    only: tuple[str, ...] = ()
    """The legal actions, where there must be no other."""
    urges: tuple[str, ...] = ()
    """How actions begin that are taken on the way, whoever can."""
    character: str = ""
    """Whose turn it is."""
    built: str = ""
    """What stands in the city of the seat that is asked."""
    held: str = ""
    """What is in its hand."""
    picked: int | None = None
    """How many characters have been picked in this round."""
    state: str = ""
    """What else is to be seen, a name of `finding.STATES`."""
    last: bool = False
    """Whether any action ends the game."""
    over: bool = False
    """Whether it is taken, so that the game is over."""
    open: bool = False
    """Whether the table waits for players, and no game is looked for."""
    clock: dict[str, object] | None = None
    """What time the seats have."""
    watched: bool = False
    """Whether the practice player sits elsewhere and waits."""
    random: float = 0.25
    """How often a player on the way does anything at all."""


def cast_with(edition: str, players: int, wanted: Sequence[str]) -> list[str]:
    """A cast for so many players with these characters in it."""
    base = scenario_cast(FIRST_GAME[edition], players)
    by_rank = {CHARACTERS[edition][name].rank: name for name in base}
    by_rank |= {CHARACTERS[edition][name].rank: name for name in wanted}
    size = cast_sizes(edition, players)[-1 if 9 in by_rank else 0]
    if size == 9 and 9 not in by_rank:
        by_rank[9] = "artist"
    return [by_rank[rank] for rank in range(1, size + 1)]


def uniques_with(edition: str, cast: Sequence[str], wanted: Sequence[str]) -> list[str]:
    """Unique districts that go together, with these among them."""
    cards = [card for card in DISTRICTS[edition].values() if card.unique]
    if edition == "modern":
        first = [card.id for card in cards if card.id not in wanted]
        return sorted([*wanted, *first[: 14 - len(wanted)]])
    bonus = [name for name in wanted if DISTRICTS[edition][name].bonus]
    purple = [card.id for card in cards if not card.bonus and not (card.id == "graveyard" and "diplomat" in cast)]
    return sorted([*purple[: len(purple) - max(0, len(bonus) - 3)], *bonus])


def wishes() -> list[Wish]:
    """All positions that are wanted."""
    return [*drafts(), *modern_kinds(), *classic_kinds(), *turns(), *districts(), *waiting(), *seldom()]


def named(edition: str, name: str) -> str:
    """The name of a position: those of the classic edition say so."""
    return name if edition == "modern" else f"classic_{name}"


def in_words(name: str) -> str:
    """An id as it is written in a title.

    >>> in_words("thieves_den")
    'Thieves Den'
    """
    return name.replace("_", " ").title()


def drafts() -> list[Wish]:
    """The draft, with every number of players."""
    made = []
    for edition in EDITIONS:
        tail = "" if edition == "modern" else ", classic edition"
        for players in range(2, 9):
            made.append(
                Wish(
                    name=named(edition, f"pick_{players}"),
                    title=f"{players}-player draft, first pick{tail}",
                    edition=edition,
                    kind="pick",
                    players=players,
                    picked=0,
                )
            )
            made.append(
                Wish(
                    name=named(edition, f"pick_{players}_last"),
                    title=f"{players}-player draft, last pick{tail}",
                    edition=edition,
                    kind="pick",
                    players=players,
                    picked=3 if players == 2 else 5 if players == 3 and edition == "modern" else players - 1,
                )
            )
        made.append(
            Wish(
                name=named(edition, "pick_2_third"),
                title=f"2-player draft, third pick{tail}",
                edition=edition,
                kind="pick",
                players=2,
                picked=2,
            )
        )
        made.append(
            Wish(
                name=named(edition, "set_aside"),
                title=f"2-player draft, a character is set aside{tail}",
                edition=edition,
                kind="set_aside",
                players=2,
            )
        )
        made.append(
            Wish(
                name=named(edition, "end_of_game"),
                title=f"The last decision of a game{tail}",
                edition=edition,
                last=True,
                random=0.1,
            )
        )
        made.append(
            Wish(
                name=named(edition, "over"),
                title=f"A game that is over{tail}",
                edition=edition,
                players=7 if edition == "modern" else 4,
                last=True,
                over=True,
                random=0.1,
            )
        )
        made.append(
            Wish(
                name=named(edition, "open"),
                title=f"A table that waits for players{tail}",
                edition=edition,
                players=5,
                open=True,
            )
        )
    return made


def modern_kinds() -> list[Wish]:
    """Every other decision kind of the modern edition."""
    den: dict[str, Any] = {"uniques": ("thieves_den",), "urges": ("build thieves_den cards", "draw")}
    mail: dict[str, Any] = {"cast": ("blackmailer",), "urges": ("pick blackmailer", "threats")}
    court: dict[str, Any] = {"cast": ("magistrate",), "urges": ("pick magistrate", "warrants")}
    theater: dict[str, Any] = {"uniques": ("theater",), "urges": ("build theater",)}
    return [
        Wish(name="theater", title="The Theater, 4 players", kind="theater", shows=("theater ", "pass"), **theater),
        *[
            Wish(
                name=f"theater_{players}",
                title=f"The Theater, {players} players: which of the two cards",
                kind="theater",
                players=players,
                shows=("theater ", "pass"),
                **theater,
            )
            for players in (2, 3)
        ],
        Wish(name="keep", title="One of the cards drawn is kept", kind="keep", urges=("draw",)),
        Wish(
            name="keep_study",
            title="The Scholar keeps one card of seven",
            kind="keep",
            cast=("scholar",),
            urges=("pick scholar", "study"),
            character="scholar",
            only=("7",),
        ),
        Wish(name="redraw", title="The Magician discards the first card", kind="redraw", urges=("pick magician", "redraw")),
        Wish(
            name="redraw_more",
            title="The Magician discards more, or is done",
            kind="redraw",
            urges=("pick magician", "redraw", "discard "),
            shows=("done", "discard "),
        ),
        Wish(name="pay_den", title="A card is paid for the Thieves' Den", kind="pay", shows=("discard ",), **den),
        Wish(
            name="pay_cardinal",
            title="The Cardinal gives a card for the gold taken",
            kind="pay",
            shows=("give ",),
            cast=("cardinal",),
            urges=("pick cardinal", "build * from ", "draw"),
        ),
        Wish(
            name="pay_both",
            title="The Cardinal pays for the Thieves' Den in cards, and owes for gold",
            kind="pay",
            shows=("discard ",),
            cast=("cardinal",),
            uniques=("thieves_den",),
            urges=("pick cardinal", "build thieves_den cards * from ", "draw"),
            character="cardinal",
            only=("from",),
        ),
        Wish(
            name="take",
            title="The Wizard takes a card, before gathering",
            kind="take",
            cast=("wizard",),
            urges=("pick wizard", "peek "),
            only=("take ",),
        ),
        Wish(
            name="take_build",
            title="The Wizard takes a card, or builds it at once",
            kind="take",
            cast=("wizard",),
            urges=("pick wizard", "gold", "peek "),
            shows=("take ", "build "),
        ),
        Wish(name="return_4", title="The Seer gives back, 4 players", kind="return", cast=("seer",), urges=("pick seer", "see")),
        Wish(
            name="return_8",
            title="The Seer gives back, 8 players",
            kind="return",
            players=8,
            cast=("seer",),
            urges=("pick seer", "see"),
        ),
        Wish(name="threat", title="A threatened player bribes or refuses", kind="threat", shows=("bribe", "refuse"), **mail),
        Wish(
            name="expose",
            title="The Blackmailer exposes a marker, or not",
            kind="expose",
            cast=("blackmailer",),
            urges=("pick blackmailer", "threats", "refuse"),
        ),
        Wish(name="warrant", title="The Magistrate must answer", kind="warrant", shows=("confiscate", "pass"), **court),
        Wish(name="warrant_blank", title="The Magistrate must answer to a blank", kind="warrant", only=("pass",), **court),
        Wish(
            name="advise",
            title="The killed Emperor names who gets the crown",
            kind="advise",
            cast=("emperor",),
            urges=("pick emperor", "kill emperor"),
        ),
        Wish(
            name="tribute",
            title="Who gets the crown chooses what to give",
            kind="tribute",
            cast=("emperor",),
            options={"emperor_resource_chooser": "recipient"},
            urges=("pick emperor", "crown "),
            shows=("give gold", "give card"),
        ),
    ]  # fmt: skip


def classic_kinds() -> list[Wish]:
    """Every other decision kind of the classic edition."""

    def wish(name: str, title: str, **more: Any) -> Wish:
        return Wish(name=f"classic_{name}", title=f"{title}, classic edition", edition="classic", **more)

    return [
        wish("keep", "One of the cards drawn is kept", kind="keep", urges=("draw",)),
        wish("redraw", "The Magician discards the first card", kind="redraw", urges=("pick magician", "redraw")),
        wish("take", "The Wizard takes a card", kind="take", cast=("wizard",), urges=("pick wizard", "peek ")),
        wish("tribute", "Who gets the crown gives gold or a card", kind="tribute", cast=("emperor",),
             urges=("pick emperor", "crown "), shows=("give gold", "give ")),
        wish("ransom", "The Graveyard's owner may recover what was destroyed", kind="ransom", shows=("recover", "pass"),
             urges=("build graveyard", "pick warlord", "destroy")),
        wish("chime", "The Bell Tower's builder may announce a shorter game", kind="chime", uniques=("bell_tower",),
             urges=("build bell_tower",)),
        wish("search", "The Lighthouse's builder looks for a card", kind="search", uniques=("lighthouse",),
             urges=("build lighthouse",)),
        wish("ward", "The Hospital's owner was murdered", kind="ward", uniques=("hospital",), shows=("gold", "draw", "pass"),
             urges=("build hospital", "pick assassin")),
        wish("ward_pass", "The Hospital's owner cannot tell yet", kind="ward", uniques=("hospital",), only=("pass",),
             urges=("build hospital", "pick assassin")),
    ]  # fmt: skip


def turns() -> list[Wish]:
    """A turn of each character."""
    made = []
    for edition in EDITIONS:
        tail = ", classic edition" if edition == "classic" else ""
        for character in sorted(CHARACTERS[edition].values(), key=lambda one: (one.rank, one.id)):
            shows = OF_CHARACTER.get(character.id, ())
            if edition == "classic":  # the Emperor begins with it, bonuses come after gathering
                shows = () if character.id in ("alchemist", "abbot") else shows
            made.append(
                Wish(
                    name=named(edition, f"turn_{character.id}"),
                    title=f"A turn of the {in_words(character.id)}{tail}",
                    edition=edition,
                    players=5 if character.id == "queen" else 4,
                    cast=(character.id,),
                    urges=(f"pick {character.id}",),
                    shows=shows,
                    character=character.id,
                )
            )
    return made


def districts() -> list[Wish]:
    """A turn of each unique district's owner, with its action where it has one."""
    made = []
    for edition in EDITIONS:
        tail = ", classic edition" if edition == "classic" else ""
        for card in DISTRICTS[edition].values():
            if not card.unique:
                continue
            action = OF_ACTION.get(card.id, "")
            in_hand = action.startswith("build ") or card.id == "secret_vault"  # which nobody can build
            made.append(
                Wish(
                    name=named(edition, f"with_{card.id}"),
                    title=f"A turn with the {in_words(card.id)}{tail}",
                    edition=edition,
                    uniques=(card.id,),
                    urges=() if in_hand else (f"build {card.id}",),
                    shows=(action,) if action else ("build * framework",) if card.id == "framework" else (),
                    built="" if in_hand else card.id,
                    held="secret_vault" if card.id == "secret_vault" else "",
                )
            )
    return made


def waiting() -> list[Wish]:
    """What somebody sees whose time runs, or who waits for another."""
    court = ("pick magistrate", "warrants")
    return [
        Wish(name="clock", title="A turn with a time bank", clock={"kind": "bank", "bank_ms": 300_000, "increment_ms": 2000}),
        Wish(name="wait_pick", title="Waiting: another picks", kind="pick", picked=2, watched=True),
        Wish(name="wait_turn", title="Waiting: another has the turn", character="warlord", urges=("pick warlord",), watched=True),
        Wish(name="wait_warrant", title="Waiting: the Magistrate decides", kind="warrant", cast=("magistrate",), urges=court,
             watched=True),
        Wish(name="wait_threat", title="Waiting: the threatened decides", kind="threat", cast=("blackmailer",),
             urges=("pick blackmailer", "threats"), watched=True),
        Wish(name="wait_return", title="Waiting: the Seer gives back", kind="return", cast=("seer",),
             urges=("pick seer", "see"), watched=True),
    ]  # fmt: skip


def seldom() -> list[Wish]:
    """What a board seldom has to show."""
    witch: dict[str, Any] = {"cast": ("witch",), "urges": ("pick witch", "bewitch ")}
    return [
        Wish(name="bewitched", title="A bewitched player gathers, and may do no more", state="bewitched", **witch),
        Wish(name="resumed", title="The Witch goes on as the bewitched character", state="resumed", **witch),
        Wish(name="tucked", title="Cards lie under the Museum", uniques=("museum",), urges=("build museum", "museum "),
             built="museum", state="tucked"),
        Wish(name="classic_tucked", title="Cards lie under the Museum, classic edition", edition="classic", uniques=("museum",),
             urges=("build museum", "museum "), built="museum", state="tucked"),
    ]  # fmt: skip
