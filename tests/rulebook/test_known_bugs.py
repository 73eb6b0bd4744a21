"""What other programs of this game got wrong, group by group: each test is named by what must hold here."""

import random

import pytest
from citadels_engine import (
    Game,
    IllegalAction,
    apply,
    is_over,
    legal_actions,
    new_game,
    save,
    score,
)
from citadels_engine.cards.editions import full_deck
from citadels_engine.cards.registry import DISTRICTS
from citadels_engine.cards.scenarios import SCENARIOS, scenario_cast
from citadels_engine.testing import act, legal, seat, table


def cards_of(game: Game) -> list[str]:
    """Every district card that lies somewhere, in order."""
    cards = [card.id for card in game.deck]
    for one in game.seats:
        cards.extend(card.id for card in one.hand)
        for built in one.city:
            cards.extend(card.id for card in (built.card, *built.tucked))
    return sorted(cards)


def all_cards(game: Game) -> list[str]:
    return sorted(card.id for card in full_deck("classic" if game.classic else "modern", game.uniques, game.options))


def to_the_end(game: Game, chance: random.Random) -> Game:
    for _ in range(20000):
        if is_over(game):
            break
        apply(game, chance.choice(legal_actions(game)))
    return game


# --- 1 ---------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", ["king", "patrician", "emperor"])
def test_a_round_ends_though_a_killed_rank_4_was_drafted_by_nobody(name: str) -> None:
    game = table(seat("assassin"), seat("warlord"), turn="warlord", gathered=True, cast=name, killed=name, crown=1)
    act(game, "end")
    assert (game.round, game.crown) == (2, 1)


# --- 2 ---------------------------------------------------------------------------------------------------------------


def test_calls_go_on_though_the_emperor_was_drafted_by_nobody() -> None:
    game = table(seat("magician"), seat("bishop"), turn="magician", gathered=True, cast="emperor")
    act(game, "end")
    assert save(game)["turn"] == {
        "character": "bishop", "gathered": False, "built": 0, "used": [], "spent": 0, "resumed": False,
    }  # fmt: skip


def test_a_living_emperor_moves_the_crown_once_only() -> None:
    game = table(seat("emperor"), seat("warlord"), turn="emperor", gathered=True, crown=2)
    events = act(game, "crown 1", "end", "gold", "end")
    assert [event.seat for event in events if event.kind == "crown"] == [1]
    assert game.round == 2


# --- 3 ---------------------------------------------------------------------------------------------------------------


def test_a_scholar_with_an_empty_deck_is_not_asked_to_keep_anything() -> None:
    game = table(seat("scholar"), turn="scholar", deck="")
    assert legal(game) == ["gold"]


def test_a_wizard_who_looks_at_an_empty_hand_goes_on() -> None:
    game = table(seat("wizard"), seat("king"), turn="wizard", gathered=True)
    act(game, "peek 1")
    assert legal(game) == ["end"]


# --- 4 ---------------------------------------------------------------------------------------------------------------


def test_a_framework_used_up_goes_under_the_deck() -> None:
    game = table(seat("king", hand="palace", city="framework"), turn="king", gathered=True, deck="temple")
    act(game, "build palace framework")
    assert [card.id for card in game.deck] == ["framework", "temple"]


@pytest.mark.parametrize("number", range(8))
def test_no_card_is_lost_and_none_is_added(number: int) -> None:
    chance = random.Random(number)
    uniques = chance.sample([card.id for card in DISTRICTS["modern"].values() if card.unique], 14)
    game = new_game(2 + number % 7, uniques=[*dict.fromkeys(["framework", "museum", *uniques])][:14], seed=str(number))
    expected = all_cards(game)
    assert len(expected) == 68
    while not is_over(game):
        apply(game, chance.choice(legal_actions(game)))
        decision = game.pending
        if decision is not None and decision.kind == "turn":
            assert cards_of(game) == expected
    assert cards_of(game) == expected


# --- 5 ---------------------------------------------------------------------------------------------------------------


def test_a_living_bishop_protects_his_city() -> None:
    game = table(
        seat("bishop", city="tavern"), seat("warlord", gold=9), seat(city="market"), turn="warlord", gathered=True
    )
    assert legal(game) == ["destroy 2 market", "end"]


# --- 6 ---------------------------------------------------------------------------------------------------------------


def test_the_laboratory_discards_one_whole_card() -> None:
    game = table(seat("king", hand="trading_post castle", city="laboratory"), turn="king", deck="temple")
    act(game, "laboratory trading_post")
    assert [card.id for card in game.deck] == ["trading_post", "temple"]
    assert [card.id for card in game.seats[0].hand] == ["castle"]


# --- 7 ---------------------------------------------------------------------------------------------------------------


def test_a_duplicate_is_refused_whoever_asks() -> None:
    game = table(seat("king", gold=9, hand="castle", city="castle+"), turn="king", gathered=True)
    with pytest.raises(IllegalAction):
        apply(game, "build castle")
    assert [built.text for built in game.seats[0].city] == ["castle+"]


# --- 8 ---------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("players", range(2, 9))
@pytest.mark.parametrize("name", SCENARIOS)
def test_a_random_game_of_every_scenario_ends(name: str, players: int) -> None:
    chosen = SCENARIOS[name]
    cast = scenario_cast(name, players)
    game = new_game(players, edition=chosen.edition, cast=cast, uniques=chosen.uniques or None, seed=name)
    assert is_over(to_the_end(game, random.Random(players)))
    assert game.completed


# --- 9 ---------------------------------------------------------------------------------------------------------------


def test_the_abbots_mix_is_handed_out_as_declared() -> None:
    game = table(seat("abbot", city="temple church monastery"), turn="abbot", gathered=True)
    act(game, "income 2 1")
    assert (game.seats[0].gold, len(game.seats[0].hand)) == (2, 1)


def test_a_character_that_was_picked_cannot_be_picked_again() -> None:
    game = new_game(4, seed="twice", crown=0)
    taken = legal(game)[0]
    act(game, taken)
    with pytest.raises(IllegalAction):
        apply(game, taken)


def test_the_magician_cannot_change_hands_with_himself() -> None:
    game = table(seat("magician", hand="castle"), turn="magician")
    assert [text for text in legal(game) if text.startswith("swap")] == ["swap 1", "swap 2", "swap 3"]


def test_the_seer_gives_one_card_to_each_she_took_from() -> None:
    game = table(seat("seer", hand="tavern"), seat(hand="castle"), seat(), seat(hand="manor docks"), turn="seer")
    act(game, "see")
    given = []
    while legal(game)[0].startswith("give"):
        given.append(legal(game)[0].split()[1])
        act(game, legal(game)[0])
    assert given == ["1", "3"]
    assert [len(one.hand) for one in game.seats] == [1, 1, 0, 2]


SIX = "temple church monastery tavern market docks"


def test_a_confiscated_district_can_complete_the_magistrates_city() -> None:
    game = table(
        seat("magistrate", city=SIX),
        seat("king", gold=4, hand="castle"),
        turn="king",
        gathered=True,
        warrants={"signed": "king", "blank": ["bishop", "warlord"]},
    )
    act(game, "build castle", "confiscate")
    assert game.completed == ((0,),)


def test_a_seized_district_can_complete_the_marshals_city() -> None:
    game = table(seat("marshal", gold=3, city=SIX), seat(city="manor"), turn="marshal", gathered=True)
    act(game, "seize 1 manor")
    assert game.completed == ((0,),)


# --- 10 --------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("text", ["kill thief", "rob bishop", "swap 1", "destroy 1 market"])
def test_an_ability_belongs_to_its_character_alone(text: str) -> None:
    game = table(seat("merchant", gold=5, hand="castle"), seat(city="market"), turn="merchant", gathered=True)
    with pytest.raises(IllegalAction):
        apply(game, text)


@pytest.mark.parametrize(
    ("character", "once", "again"),
    [("assassin", "kill king", "kill king"), ("thief", "rob king", "rob bishop"), ("magician", "swap 1", "swap 1"),
     ("warlord", "destroy 1 market", "destroy 1 tavern"), ("merchant", "bonus", "bonus"), ("king", "income", "income")],
)  # fmt: skip
def test_an_ability_is_used_once_a_turn(character: str, once: str, again: str) -> None:
    game = table(
        seat(character, gold=5, hand="castle", city="palace"), seat(city="market tavern"), turn=character, gathered=True
    )
    act(game, once)
    with pytest.raises(IllegalAction):
        apply(game, again)


def test_an_action_never_changes_whose_turn_it_is() -> None:
    game = table(seat("assassin"), seat("king"), turn="assassin")
    act(game, "kill king")
    assert save(game)["decision"] is None
    assert game.pending is not None
    assert game.pending.seat == 0


# --- 11 --------------------------------------------------------------------------------------------------------------


def test_the_first_to_complete_scores_4_and_not_6() -> None:
    game = table(seat(city=f"{SIX} manor"), phase="over")
    assert score(game, 0).lines == [("districts", 15), ("first_complete", 4)]


def test_five_types_score_3() -> None:
    game = table(seat(city="temple tavern manor prison keep"), phase="over")
    assert ("five_types", 3) in score(game, 0).lines


def test_there_are_two_cathedrals() -> None:
    assert DISTRICTS["modern"]["cathedral"].copies == DISTRICTS["classic"]["cathedral"].copies == 2


# --- 12 --------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("edition", ["modern", "classic"])
def test_a_complete_city_is_out_of_the_warlords_reach(edition: str) -> None:
    city = f"{SIX} manor castle"
    game = table(seat("warlord", gold=9), seat(city=city), turn="warlord", gathered=True, edition=edition)
    assert legal(game) == ["end"]


def test_thief_and_assassin_name_only_whom_they_may() -> None:
    game = table(seat("thief"), turn="thief", gathered=True, killed="king")
    assert [text for text in legal(game) if text.startswith("rob")] == [
        "rob magician", "rob bishop", "rob merchant", "rob architect", "rob warlord",
    ]  # fmt: skip
    game = table(seat("assassin"), turn="assassin", gathered=True)
    assert "kill assassin" not in legal(game)


# --- 13 --------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("edition", ["modern", "classic"])
@pytest.mark.parametrize("players", [2, 3])
def test_two_or_three_players_have_two_characters_each(players: int, edition: str) -> None:
    game = new_game(players, edition=edition, seed="two")
    while legal(game)[0].split()[0] in ("pick", "set_aside"):
        act(game, legal(game)[0])
    assert [len(one.characters) for one in game.seats] == [2] * players


# --- 14 --------------------------------------------------------------------------------------------------------------


def test_the_draft_for_two_asks_in_the_order_of_the_rulebook() -> None:
    game = new_game(2, seed="order", crown=1)
    asked = []
    while game.pending is not None and game.pending.kind in ("pick", "set_aside"):
        asked.append((game.pending.seat, game.pending.kind, len(legal(game))))
        act(game, legal(game)[0])
    assert asked == [
        (1, "pick", 7), (0, "pick", 6), (0, "set_aside", 5), (1, "pick", 4), (1, "set_aside", 3), (0, "pick", 2),
    ]  # fmt: skip


def test_who_received_the_crown_chooses_first_in_the_next_round() -> None:
    game = table(seat("thief"), seat(), seat("king"), turn="thief", gathered=True, crown=0)
    act(game, "end", "gold", "end")
    assert game.pending is not None
    assert (game.round, game.pending.kind, game.pending.seat) == (2, "pick", 2)


def test_the_magician_draws_as_many_as_he_discards() -> None:
    game = table(seat("magician", hand="castle manor docks"), turn="magician", top="keep temple")
    act(game, "redraw", "discard castle", "discard docks", "done")
    assert sorted(card.id for card in game.seats[0].hand) == ["keep", "manor", "temple"]


def test_one_build_uses_up_the_limit() -> None:
    game = table(seat("king", gold=9, hand="castle manor"), turn="king", gathered=True)
    act(game, "build castle")
    assert legal(game) == ["income", "end"]


def test_the_warlord_may_destroy_a_district_of_his_own() -> None:
    game = table(seat("warlord", city="tavern"), turn="warlord", gathered=True)
    assert legal(game) == ["destroy 0 tavern", "end"]


def test_a_first_round_without_a_king_ends() -> None:
    game = table(seat("warlord"), turn="warlord", gathered=True, crown=3)
    act(game, "end")
    assert (game.round, game.crown) == (2, 3)


def test_an_architect_draws_what_the_deck_has() -> None:
    game = table(seat("architect"), turn="architect", gathered=True, deck="castle")
    act(game, "bonus")
    assert [card.id for card in game.seats[0].hand] == ["castle"]
    assert legal(game) == ["end"]


def test_the_warlord_cannot_touch_the_keep() -> None:
    game = table(seat("warlord", gold=9, city="keep"), turn="warlord", gathered=True)
    assert legal(game) == ["end"]


def test_a_destroyed_district_goes_under_the_deck() -> None:
    game = table(seat("warlord", gold=9), seat(city="castle"), turn="warlord", gathered=True, deck="temple")
    act(game, "destroy 1 castle")
    assert [card.id for card in game.deck] == ["castle", "temple"]


@pytest.mark.parametrize("district", ["dragon_gate", "university"])
def test_university_and_dragon_gate_score_8(district: str) -> None:
    game = table(seat(city=district), phase="over", edition="classic")
    assert score(game, 0).total == 8


def test_the_school_of_magic_pays_only_those_who_have_an_income() -> None:
    game = table(seat("architect", city="school_of_magic"), turn="architect", gathered=True)
    assert legal(game) == ["bonus", "end"]


def test_the_cardinals_loan_is_what_the_factorys_price_lacks() -> None:
    game = table(
        seat("cardinal", gold=3, hand="park castle manor", city="factory"), seat(gold=9), turn="cardinal", gathered=True
    )
    assert [text for text in legal(game) if text.startswith("build park")] == ["build park from 1"]
    act(game, "build park from 1")
    assert (game.seats[0].gold, game.seats[1].gold) == (0, 7)


def test_the_end_of_the_game_stands_though_the_completing_build_is_confiscated() -> None:
    """It never was in the builder's city (C-MAGISTRATE-4); who completes is the Magistrate."""
    game = table(
        seat("magistrate", city=SIX),
        seat("king", gold=4, hand="castle", city="prison watchtower barracks manor palace harbor"),
        turn="king",
        gathered=True,
        warrants={"signed": "king", "blank": ["bishop", "warlord"]},
    )
    act(game, "build castle", "confiscate", "end")
    assert is_over(game)
    assert game.completed == ((0,),)
