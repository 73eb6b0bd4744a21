"""The JSON Schema of a view: a position of the notation as a seat or a spectator may know it."""

from __future__ import annotations

from typing import Any, Final

Schema = dict[str, Any]


def said(description: str, **schema: Any) -> Schema:
    """A schema with its description."""
    return {"description": description, **schema}


def texts(description: str) -> Schema:
    """A list of ids."""
    return said(description, type="array", items={"type": "string"})


def marker(description: str) -> Schema:
    """A marker on a character."""
    return said(
        description,
        anyOf=[
            said("The character.", type="string"),
            said(
                "The character, and the seat that placed the marker.",
                type="object",
                properties={
                    "character": said("The character.", type="string"),
                    "by": said("The seat that placed the marker.", type=["integer", "null"]),
                },
            ),
            said("None.", type="null"),
        ],
    )


def markers(description: str, real: str) -> Schema:
    """Warrants or threats."""
    return said(
        description,
        type=["object", "null"],
        properties={
            "by": said("The seat that placed them.", type=["integer", "null"]),
            "on": texts("The characters that they lie on, by rank, for all except the seat that placed them."),
            "shown": texts("Those that are revealed."),
            real: said("The real one, if the viewer knows it.", type=["string", "null"]),
            "blank": said(
                "The others, if the viewer knows them.",
                anyOf=[
                    said("Several.", type="array", items={"type": ["string", "null"]}),
                    said("One.", type=["string", "null"]),
                ],
            ),
        },
    )


COUNT_OR_LIST: Final = "the cards if the viewer knows them, otherwise their number"

SEAT: Final = said(
    "A seat.",
    type="object",
    required=["gold", "hand", "city", "characters", "revealed"],
    properties={
        "gold": said("Its gold.", type="integer", minimum=0),
        "hand": said(
            f"Its hand: {COUNT_OR_LIST}.",
            anyOf=[
                said("How many.", type="integer", minimum=0),
                texts("The districts."),
            ],
        ),
        "city": said(
            "Its districts, oldest first; a `+` marks a beautified one.",
            type="array",
            items={
                "anyOf": [
                    said("The district.", type="string"),
                    said(
                        "A district with cards under it.",
                        type="object",
                        required=["id", "tucked"],
                        properties={
                            "id": said("The district.", type="string"),
                            "tucked": said(
                                f"The cards under it: {COUNT_OR_LIST}.",
                                anyOf=[said("How many.", type="integer", minimum=0), texts("The districts.")],
                            ),
                        },
                    ),
                ]
            },
        ),
        "characters": said(
            "Its characters in this round, null for each that the viewer does not know.",
            type="array",
            items={"type": ["string", "null"]},
        ),
        "revealed": texts("Those of them that are revealed."),
        "built": texts("Classic edition: the districts built this round."),
    },
)

VIEW: Final[Schema] = said(
    "A position as the viewer may know it (section 3 of the notation). Hidden information is replaced by counts, an unknown character by null, never by made-up values. Empty before the deal.",
    type="object",
    properties={
        "format": said("citadels-position/1.", type="string", const="citadels-position/1"),
        "edition": said("modern or classic.", type="string", enum=["modern", "classic"]),
        "options": said("The options of the edition.", type="object", additionalProperties=True),
        "cast": texts("The characters in the game, by rank."),
        "uniques": texts("The unique districts in the deck's composition."),
        "seats": said("The seats, by number.", type="array", items=SEAT),
        "crown": said("The seat with the crown.", type="integer"),
        "round": said("The round, from 1.", type="integer", minimum=1),
        "n": said("The number of the current decision.", type="integer", minimum=0),
        "phase": said("The phase of the round.", type="string", enum=["pick", "turns", "over"]),
        "deck": said("How many cards the deck has.", type="integer", minimum=0),
        "faceup": texts("The characters set aside faceup this round."),
        "facedown": said(
            "The characters set aside facedown, null for each that the viewer does not know.",
            type="array",
            items={"type": ["string", "null"]},
        ),
        "pool": said(
            f"The characters passed on: {COUNT_OR_LIST}.",
            anyOf=[said("How many.", type="integer", minimum=0), texts("The characters.")],
        ),
        "turn": said(
            "The current turn, and what was done in it.",
            type=["object", "null"],
            properties={
                "character": said("The seat that takes the turn.", type="string"),
                "gathered": said("Whether the player has gathered gold or cards.", type="boolean"),
                "built": said("How many districts were built, as the build limit counts them.", type="integer"),
                "used": texts("The once-a-turn actions already taken."),
                "spent": said("The gold paid for the districts built this turn that still stand.", type="integer"),
                "resumed": said("Whether the Witch plays the turn.", type="boolean"),
            },
            additionalProperties=True,
        ),
        "killed": marker("The killed character."),
        "bewitched": marker("The bewitched character."),
        "robbed": marker("The robbed character."),
        "warrants": markers("The Magistrate's warrants.", "signed"),
        "threats": markers("The Blackmailer's threats.", "flowered"),
        "tax": said("The gold on the Tax Collector's token.", type="integer", minimum=0),
        "completed": said(
            "The seats in the order in which they completed a city; seats that did so at the same moment are in a list.",
            type="array",
            items={"type": ["integer", "array"], "items": {"type": "integer"}},
        ),
        "announced": said("Classic edition: whether the Bell Tower has shortened the game.", type="boolean"),
        "decision": said(
            "The current decision. Its other fields depend on its kind; see the notation.",
            type=["object", "null"],
            properties={
                "seat": said("The seat that decides.", type="integer"),
                "kind": said("The kind of the decision.", type="string"),
                "n": said("The number of the decision.", type="integer"),
                "actions": texts("The legal actions, for the seat that decides."),
            },
            additionalProperties=True,
        ),
        "looks": said(
            "Hands that the viewer has looked at in this turn.",
            type="array",
            items=said(
                "A hand.",
                type="object",
                properties={
                    "by": said("The seat that looked.", type="integer"),
                    "of": said("The seat whose hand it is.", type="integer"),
                    "hand": texts("The districts."),
                },
            ),
        ),
    },
)
"""The schema of `Position.view`."""
