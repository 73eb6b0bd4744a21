"""Every refusal names a rule, and says nothing that the acting seat cannot know."""

import re
from hashlib import sha256
from pathlib import Path

import pytest
from citadels_engine import legal_actions, load, new_game, parse, view
from citadels_engine.game import apply, is_over
from citadels_engine.rules.reasons import why_not

from tests.support.decisions import decisions
from tests.support.kept import assert_kept

CAST = ["assassin", "thief", "magician", "king", "bishop", "merchant", "architect", "warlord"]
EVERY_VERB = """
gold; draw; end; pass; done; redraw; see; study; collect; smithy; bribe; refuse; expose; confiscate; income; income 1 1
bonus; bonus gold; bonus cards; build castle; build secret_vault; build monument; build keep framework
build necropolis over temple; build thieves_den cards 2; build palace from 1; build nowhere; pick king; set_aside king
kill king; kill witch; bewitch king; rob assassin; warrants king queen thief; threats king queen; spy 0 noble; spy 7 trade
swap 0; swap 7; peek 1; tithe 1; crown 0; crown 1 gold; destroy 0 keep; destroy 1 castle; destroy 7 castle
exchange keep 1 castle; seize 1 temple; seize 1 palace; beautify castle; beautify castle+; laboratory castle; museum castle
armory 1 castle; theater 1; theater king 1; take castle; keep castle; discard castle; give 1 castle; give gold; give castle
recover; announce
"""
TEXTS = [text.strip() for text in EVERY_VERB.replace("\n", ";").split(";") if text.strip()]
NAMES_A_RULE = re.compile(r" \((?:[A-Z][A-Z0-9_]*-)*[A-Z]*[0-9.]+[,)]|\([A-Z]")


@pytest.mark.parametrize("edition", ["modern", "classic"])
def test_names_a_rule_for_whatever_is_refused(edition: str) -> None:
    asked = 0
    for number in range(12):
        game = new_game(2 + number % 6 if number % 6 != 1 else 4, edition=edition, seed=str(number))
        while not is_over(game):
            decision = game.pending
            assert decision is not None
            legal = {action.text for action in legal_actions(game)}
            for seat in (decision.seat, (decision.seat + 1) % len(game.seats)):
                seen = view(game, seat)
                for text in TEXTS:
                    if seat == decision.seat and text in legal:
                        assert why_not(seen, parse(text)).endswith("it is legal")
                    else:
                        said = why_not(seen, parse(text))
                        assert NAMES_A_RULE.search(said), said
                        asked += 1
            apply(game, legal_actions(game)[(game.n * 7 + number) % len(legal_actions(game))])
    assert asked > 10_000


@pytest.mark.parametrize(
    ("text", "rule"),
    [
        ("destroy 1 keep", "D-KEEP-1"),
        ("gold", "S4.1"),
        ("build temple", "S5.5"),
        ("build market", "S5.2"),
        ("kill king", "C-ASSASSIN-1"),
        ("smithy", "D-SMITHY-1"),
        ("destroy 1 palace", "C-RANK8-2"),
        ("destroy 3 palace", "S5.2"),
        ("income", "R-TURN-7"),
    ],
)
def test_names_the_rule_that_stands_in_the_way(text: str, rule: str) -> None:
    game = load(
        {
            "cast": CAST,
            "seats": [
                {"characters": ["warlord"], "gold": 2, "hand": ["temple"], "city": ["temple"]},
                {"city": ["keep", "palace"]},
                {},
                {},
            ],
            "turn": {"character": "warlord", "gathered": True},
        }
    )
    assert rule in why_not(view(game, 0), parse(text))


CLASSIC_WITCH = {
    "edition": "classic",
    "cast": ["witch", *CAST[1:]],
    "seats": [{"characters": ["witch"], "gold": 9, "hand": ["temple"], "city": ["smithy"]}, {}, {}, {}],
    "turn": {"character": "witch", "gathered": True},
}
DIPLOMAT = {
    "cast": [*CAST[:-1], "diplomat"],
    "seats": [
        {"characters": ["diplomat"], "gold": 9, "city": ["keep", "market"]},
        {"city": ["market", "tavern"]},
        {},
        {},
    ],
    "turn": {"character": "diplomat", "gathered": True},
}
CLASSIC_QUEEN = {
    "edition": "classic",
    "cast": [*CAST, "queen"],
    "seats": [{"characters": ["king"]}, {}, {"characters": ["queen"]}, {}, {}],
    "turn": {"character": "queen"},
}
ARMED = {
    "cast": CAST,
    "seats": [
        {"characters": ["king"], "city": ["armory", "market", "tavern", "docks", "temple", "castle", "harbor"]},
        {"city": ["tavern"]},
        {},
        {},
    ],
    "turn": {"character": "king", "gathered": True},
}
MARKING = {
    "cast": ["magistrate", "blackmailer", *CAST[2:]],
    "seats": [{"characters": ["magistrate"]}, {"characters": ["blackmailer"]}, {}, {}],
}


@pytest.mark.parametrize(
    ("told", "text", "said"),
    [
        (CLASSIC_WITCH, "build temple", r"only names a character or ends.* \(R-K-1\)"),
        (CLASSIC_WITCH, "smithy", r"uses no district \(R-K-1\)"),
        (CLASSIC_WITCH, "bewitch witch", r"not a character that the witch may name"),
        (DIPLOMAT, "exchange keep 1 tavern", r"one's own neither \(R-KEEP-1\)"),
        (
            {
                **DIPLOMAT,
                "edition": "classic",
                "seats": [{"characters": ["diplomat"], "city": ["market"]}, {"city": ["keep"]}, {}, {}],
            },
            "exchange market 1 keep",
            r"D-KEEP-1",
        ),
        (DIPLOMAT, "exchange temple 1 tavern", r"no temple in the city of seat 0"),
        (DIPLOMAT, "exchange market 1 tavern", r"the city of seat 1 has a market already \(C-DIPLOMAT-2\)"),
        ({**DIPLOMAT, "edition": "classic"}, "exchange keep 1 market", r"has a market already .*K-C-DIPLOMAT-1"),
        (CLASSIC_QUEEN, "bonus", r"no neighbour has revealed rank 4 \(C-QUEEN-1\)"),
        (ARMED, "armory 1 tavern", r"it lies in a complete city \(R-ARM-1\)"),
        ({**MARKING, "turn": {"character": "magistrate"}}, "warrants magistrate king bishop", r"R-MAG-3"),
        (
            {**MARKING, "turn": {"character": "blackmailer"}},
            "threats king blackmailer",
            r"no mark may lie on its own placer \(R-MAG-3, R-BLK-1\)",
        ),
    ],
)
def test_says_what_the_rule_is_about(told: dict[str, object], text: str, said: str) -> None:
    game = load(told)
    assert game.pending is not None
    assert re.search(said, why_not(view(game, game.pending.seat), parse(text)))


@pytest.mark.parametrize(
    ("text", "who", "rule"),
    [
        ("kill thief", "assassin", "C-ASSASSIN-1"),
        ("bewitch thief", "witch", "C-WITCH-1"),
        ("warrants thief bishop merchant", "magistrate", "C-MAGISTRATE-1"),
        ("rob bishop", "thief", "C-THIEF-1"),
        ("spy 1 noble", "spy", "C-SPY-1"),
        ("threats thief bishop", "blackmailer", "C-BLACKMAILER-1"),
        ("swap 1", "magician", "C-MAGICIAN-1"),
        ("redraw", "magician", "C-MAGICIAN-2"),
        ("peek 1", "wizard", "C-WIZARD-1"),
        ("see", "seer", "C-SEER-1"),
        ("crown 1 gold", "emperor", "C-EMPEROR-2"),
        ("tithe 1", "abbot", "C-ABBOT-2"),
        ("study", "scholar", "C-SCHOLAR-1"),
        ("exchange keep 1 castle", "diplomat", "C-DIPLOMAT-1"),
        ("seize 1 temple", "marshal", "C-MARSHAL-1"),
        ("beautify castle", "artist", "C-ARTIST-1"),
        ("collect", "tax_collector", "C-TAX-3"),
    ],
)
def test_says_whose_ability_it_is(text: str, who: str, rule: str) -> None:
    seats: list[object] = [{"characters": ["king"], "gold": 2}, {}, {}, {}]
    game = load({"cast": CAST, "seats": seats, "turn": {"character": "king", "gathered": True}})
    said = why_not(view(game, 0), parse(text))
    assert said == f"{text}: that is for the {who}, and this is the king's turn ({rule})"


@pytest.mark.parametrize(
    ("character", "used", "text", "said"),
    [
        ("thief", ["rob"], "rob king", "it has been used in this turn (G-10, C-THIEF-1)"),
        ("artist", ["beautify"], "beautify castle", "it takes 1 gold and a plain district of one's own (C-ARTIST-1)"),
        ("artist", ["beautify"] * 2, "beautify castle", "it has been used in this turn (G-10, C-ARTIST-1)"),
    ],
)
def test_an_ability_is_used_up_after_one_use_and_the_artists_after_two(
    character: str, used: list[str], text: str, said: str
) -> None:
    told = {
        "cast": [*CAST, "artist"],
        "seats": [{"characters": [character], "city": ["temple", "castle"]}, {}, {}, {}],
        "turn": {"character": character, "gathered": True, "used": used},
    }
    assert why_not(view(load(told), 0), parse(text)) == f"{text}: {said}"


@pytest.mark.parametrize("text", ["build temple", "end"])
def test_the_classic_emperor_gives_the_crown_before_anything_else(text: str) -> None:
    told = {
        "edition": "classic",
        "cast": [*CAST[:3], "emperor", *CAST[4:]],
        "crown": 1,
        "seats": [{"characters": ["emperor"], "gold": 9, "hand": ["temple"]}, {}, {}, {}],
        "turn": {"character": "emperor", "gathered": True},
    }
    assert why_not(view(load(told), 0), parse(text)) == f"{text}: the crown comes first (K-C-EMPEROR-1)"


def test_each_refusal_is_told_in_the_words_that_people_have_read() -> None:
    """At recorded decisions of every kind: each reason once, and all of them by a short name."""
    forms: dict[str, str] = {}
    for one in decisions():
        for action in one.actions:
            forms.setdefault(f"{action.verb} {len(action.text.split())} {action.text.split()[-1][:3]}", action.text)
    texts = [*TEXTS, *forms.values()]
    reasons: dict[str, str] = {}
    lines = []
    for at, one in enumerate(decisions()):
        if at % 3 and one.decision is not None and one.decision.kind == "turn":
            continue
        said = []
        for text in texts:
            why = why_not(one, parse(text))
            said.append(why)
            reason = why.partition(": ")[2] or why
            reasons.setdefault(reason, f"{at} {one.edition} {text}")
        lines.append(f"{at} {one.edition} {sha256(repr(said).encode()).hexdigest()[:8]}")
    assert_kept(
        Path(__file__).parent / "kept" / "refusals.txt", [*(f"{text}: {why}" for why, text in reasons.items()), *lines]
    )
