"""The scenarios: casts and unique districts that go together, as the rulebooks print them (S1.7).

A scenario ends in the number of the rulebook it comes from where the rulebooks differ; those of one family are variants of
one another. `rank9` is its ninth character; where the number of players forbids a character, a substitute takes its place
(R-SET-2): the first of `SUBSTITUTES` by default, the host's choice otherwise.
"""

from __future__ import annotations

from typing import Final

from citadels_engine.errors import SetupError

__all__ = [
    "FIRST_GAME",
    "RULEBOOKS",
    "SCENARIOS",
    "SUBSTITUTES",
    "OpenPlace",
    "Scenario",
    "ninth_of",
    "open_places",
    "scenario",
    "scenario_cast",
    "titles",
]


class Scenario:
    """A cast and a set of unique districts with a name."""

    __slots__ = ("edition", "emperor_min", "en", "family", "fr", "id", "pt", "rank9", "ranks", "uniques")

    def __init__(
        self,
        id: str,
        family: str,
        edition: str,
        names: tuple[str, str, str],
        ranks: str,
        rank9: str,
        uniques: str,
        emperor_min: int = 3,
    ) -> None:
        self.id = id
        self.family = family
        self.edition = edition
        self.en, self.fr, self.pt = names
        self.ranks: list[str] = ranks.split()
        self.rank9 = rank9
        self.uniques: list[str] = uniques.split()
        self.emperor_min = emperor_min
        """From how many players on the scenario's own text uses its Emperor."""

    @property
    def rulebooks(self) -> list[str]:
        """The rulebooks that print it, by their ids."""
        printed = {"first_game": ["english", "portuguese", "french"], "classic_basic": ["classic"]}.get(self.id)
        return printed or [{"000": "english", "001": "portuguese", "002": "french"}[self.id[-3:]]]


SCENARIOS: Final[dict[str, Scenario]] = {}

RULEBOOKS: Final[dict[str, dict[str, str]]] = {
    "english": {
        "en": "English rules, 2016/2021",
        "fr": "règles anglaises, 2016/2021",
        "pt": "regras inglesas, 2016/2021",
    },
    "portuguese": {"en": "Portuguese rules, 2016", "fr": "règles portugaises, 2016", "pt": "regras portuguesas, 2016"},
    "french": {
        "en": "French rules, fourth edition",
        "fr": "règles françaises, quatrième édition",
        "pt": "regras francesas, quarta edição",
    },
    "classic": {"en": "rules of 2006", "fr": "règles de 2006", "pt": "regras de 2006"},
}
"""The rulebooks that scenarios come from, by id, as they are called in three languages."""


def _add(scenario: Scenario) -> None:
    SCENARIOS[scenario.id] = scenario


def _reprint(id: str, other: str, emperor_min: int = 3) -> None:
    """What another rulebook prints alike."""
    same = SCENARIOS[other]
    names = (same.en, same.fr, same.pt)
    cast, uniques = " ".join(same.ranks), " ".join(same.uniques)
    _add(Scenario(id, same.family, same.edition, names, cast, same.rank9, uniques, emperor_min))


_add(
    Scenario(
        "first_game",
        "first_game",
        "modern",
        ("First game", "Configuration de base", "Primeira partida"),
        "assassin thief magician king bishop merchant architect warlord",
        "",
        (
            "dragon_gate factory haunted_quarter imperial_treasury keep laboratory library map_room quarry "
            "school_of_magic smithy statue thieves_den wishing_well"
        ),
    )
)
_add(
    Scenario(
        "ambitious_aristocrats__001",
        "ambitious_aristocrats",
        "modern",
        ("Ambitious Aristocrats", "Aristocrates Ambitieux", "Aristocratas Ambiciosos"),
        "magistrate thief wizard patrician bishop trader architect marshal",
        "queen",
        (
            "capitol factory framework great_wall haunted_quarter keep necropolis park poor_house quarry "
            "school_of_magic stables statue thieves_den"
        ),
    )
)
_reprint("ambitious_aristocrats__002", "ambitious_aristocrats__001")
_add(
    Scenario(
        "cunning_agents__001",
        "cunning_agents",
        "modern",
        ("Cunning Agents", "Intrigants Subtils", "Agentes Sagazes"),
        "witch blackmailer magician emperor abbot alchemist architect warlord",
        "tax_collector",
        (
            "armory basilica dragon_gate gold_mine keep monument museum necropolis park poor_house quarry "
            "secret_vault smithy theater"
        ),
    )
)
_reprint("cunning_agents__002", "cunning_agents__001", emperor_min=4)
_add(
    Scenario(
        "illustrious_emissaries__000",
        "illustrious_emissaries",
        "modern",
        ("Illustrious Emissaries", "Émissaires Illustres", "Emissários Ilustres"),
        "witch spy seer emperor bishop merchant scholar diplomat",
        "artist",
        (
            "capitol factory framework great_wall haunted_quarter ivory_tower keep library observatory park "
            "poor_house quarry school_of_magic smithy"
        ),
    )
)
_add(
    Scenario(
        "illustrious_emissaries__001",
        "illustrious_emissaries",
        "modern",
        ("Illustrious Emissaries", "Émissaires Illustres", "Emissários Ilustres"),
        "witch spy seer emperor bishop merchant scholar diplomat",
        "artist",
        (
            "factory framework great_wall haunted_quarter ivory_tower keep library museum observatory park "
            "poor_house quarry school_of_magic smithy"
        ),
    )
)
_reprint("illustrious_emissaries__002", "illustrious_emissaries__001", emperor_min=4)
_add(
    Scenario(
        "devious_dignitaries__000",
        "devious_dignitaries",
        "modern",
        ("Devious Dignitaries", "Dignitaires Sournois", "Dignitários Ardilosos"),
        "magistrate blackmailer wizard king abbot alchemist navigator marshal",
        "queen",
        (
            "dragon_gate framework gold_mine haunted_quarter laboratory necropolis park poor_house secret_vault "
            "smithy stables theater thieves_den wishing_well"
        ),
    )
)
_add(
    Scenario(
        "devious_dignitaries__001",
        "devious_dignitaries",
        "modern",
        ("Devious Dignitaries", "Dignitaires Sournois", "Dignitários Ardilosos"),
        "magistrate blackmailer wizard king abbot alchemist navigator marshal",
        "queen",
        (
            "dragon_gate factory framework haunted_quarter laboratory necropolis park poor_house secret_vault "
            "smithy stables theater thieves_den wishing_well"
        ),
    )
)
_reprint("devious_dignitaries__002", "devious_dignitaries__001")
_add(
    Scenario(
        "tenacious_delegates__001",
        "tenacious_delegates",
        "modern",
        ("Tenacious Delegates", "Oligarques Tenaces", "Delegados Obstinados"),
        "assassin spy seer king cardinal trader scholar diplomat",
        "artist",
        (
            "basilica capitol haunted_quarter imperial_treasury laboratory library map_room observatory "
            "school_of_magic secret_vault smithy stables statue wishing_well"
        ),
    )
)
_reprint("tenacious_delegates__002", "tenacious_delegates__001")
_add(
    Scenario(
        "vicious_nobles__000",
        "vicious_nobles",
        "modern",
        ("Vicious Nobles", "Nobles Retors", "Nobres Perversos"),
        "assassin thief magician patrician cardinal trader architect warlord",
        "tax_collector",
        (
            "armory basilica dragon_gate gold_mine imperial_treasury ivory_tower map_room monument museum "
            "school_of_magic stables statue thieves_den wishing_well"
        ),
    )
)
_add(
    Scenario(
        "vicious_nobles__001",
        "vicious_nobles",
        "modern",
        ("Vicious Nobles", "Nobles Retors", "Nobres Perversos"),
        "assassin thief magician patrician cardinal merchant navigator warlord",
        "tax_collector",
        (
            "armory basilica dragon_gate gold_mine imperial_treasury ivory_tower laboratory map_room monument "
            "museum school_of_magic statue thieves_den wishing_well"
        ),
    )
)
_reprint("vicious_nobles__002", "vicious_nobles__001")
_add(
    Scenario(
        "classic_basic",
        "classic_basic",
        "classic",
        ("Classic basic game", "Jeu de base classique", "Jogo básico clássico"),
        "assassin thief magician king bishop merchant architect warlord",
        "",
        (
            "haunted_city keep laboratory smithy graveyard observatory school_of_magic library great_wall "
            "university dragon_gate"
        ),
    )
)


def titles(one: Scenario) -> dict[str, str]:
    """What to call the scenario in each language: its name, and where several have that name, its rulebook.

    >>> titles(scenario("vicious_nobles__000"))["en"]
    'Vicious Nobles (English rules, 2016/2021)'
    """
    names = {"en": one.en, "fr": one.fr, "pt": one.pt}
    if sum(1 for other in SCENARIOS.values() if other.family == one.family) == 1:
        return names
    return {language: f"{name} ({RULEBOOKS[one.rulebooks[0]][language]})" for language, name in names.items()}


FIRST_GAME: Final = {"modern": "first_game", "classic": "classic_basic"}

SUBSTITUTES: Final = {"emperor": ("king", "patrician"), "queen": ("artist", "tax_collector")}
"""Who may take a forbidden character's place, the default first (R-SET-2, R-SET-3)."""

QUEEN_MIN: Final = 5


def scenario(name: str) -> Scenario:
    """The scenario of that id."""
    found = SCENARIOS.get(name)
    if found is None:
        raise SetupError(f"scenario: there is no {name!r}; there are {', '.join(SCENARIOS)} (S1.7)")
    return found


def scenario_cast(
    name: str, players: int, *, nine: bool | None = None, substitutes: tuple[str, ...] = (), emperor_min: int = 3
) -> list[str]:
    """The scenario's cast for that many players (S1.2, S1.7, R-SET-2, R-SET-3).

    `nine` asks for nine characters where eight would do; by default there are as few as the rules allow.
    `substitutes` are the host's choices where a character is forbidden, or where a ninth is needed that the scenario does
    not name. `emperor_min` is the option `emperor_min_players`.

    >>> scenario_cast("cunning_agents__001", 2)[3]
    'king'
    >>> scenario_cast("cunning_agents__001", 2, substitutes=("patrician",))[3]
    'patrician'
    >>> scenario_cast("devious_dignitaries__000", 3)[8]
    'artist'
    >>> scenario_cast("first_game", 8, substitutes=("queen",))[8]
    'queen'
    """
    cast = list(scenario(name).ranks)
    ninth = ninth_of(name, players)
    if ninth == ALWAYS or (ninth == CHOICE and nine):
        cast.append(scenario(name).rank9)
    elif nine:
        raise SetupError(
            f"rank9: {players} players of the {scenario(name).edition} edition use ranks 1 to 8 only (S1.2, R-K-23)"
        )
    for place in open_places(name, players, nine=nine, emperor_min=emperor_min):
        wanted = [other for other in substitutes if other in place.choices]
        cast[place.rank - 1] = wanted[0] if wanted else place.choices[0]
    return cast


NEVER: Final = "never"
CHOICE: Final = "choice"
ALWAYS: Final = "always"


def ninth_of(name: str, players: int) -> str:
    """Whether rank 9 plays in the scenario with that many players: never, always, or by the host's choice (S1.2, R-K-23)."""
    if players == 8 or (players == 3 and scenario(name).edition == "modern"):
        return ALWAYS
    return CHOICE if 4 <= players <= 7 else NEVER


class OpenPlace:
    """A rank at which the host chooses: the scenario's character there, if it names one, and who may play in its place."""

    __slots__ = ("choices", "rank", "wanted")

    def __init__(self, rank: int, wanted: str, choices: tuple[str, ...]) -> None:
        self.rank = rank
        self.wanted = wanted
        self.choices = choices
        """Who may play there, the default first."""


def open_places(name: str, players: int, *, nine: bool | None = None, emperor_min: int = 3) -> list[OpenPlace]:
    """Where the host chooses a substitute (R-SET-2), or the ninth character of a scenario that names none (R-SET-3).

    >>> [(place.rank, place.wanted, place.choices) for place in open_places("cunning_agents__001", 2)]
    [(4, 'emperor', ('king', 'patrician'))]
    """
    chosen = scenario(name)
    places: list[OpenPlace] = []
    if "emperor" in chosen.ranks and players < max(chosen.emperor_min, emperor_min):
        places.append(OpenPlace(chosen.ranks.index("emperor") + 1, "emperor", SUBSTITUTES["emperor"]))
    ninth = ninth_of(name, players)
    if ninth == ALWAYS or (ninth == CHOICE and nine):
        if chosen.rank9 == "queen" and players < QUEEN_MIN:
            places.append(OpenPlace(9, "queen", SUBSTITUTES["queen"]))
        elif not chosen.rank9:
            others = ("tax_collector",) if chosen.edition == "modern" else ()
            queen = ("queen",) if players >= QUEEN_MIN else ()
            places.append(OpenPlace(9, "", ("artist", *others, *queen)))
    return places
