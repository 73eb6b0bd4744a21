"""Setting a game up: what is dealt, what is refused and by which rule."""

import pytest
from citadels_engine import SCENARIOS, SetupError, legal_actions, load, new_game, scenario_cast
from citadels_engine.cards.editions import (
    OPTIONS,
    RETIRED,
    check_cast,
    check_options,
    default_options,
    default_uniques,
    full_deck,
    uniques_with,
)
from citadels_engine.cards.registry import CHARACTERS, DISTRICTS, EDITIONS
from citadels_engine.cards.scenarios import open_places, titles
from citadels_engine.rules.building import price_of
from citadels_engine.rules.effects import completion_size
from citadels_engine.state import Seat
from citadels_engine.testing import position, seat, table

CAST = ["assassin", "thief", "magician", "king", "bishop", "merchant", "architect", "warlord"]
UNIQUES = [card.id for card in DISTRICTS["modern"].values() if card.unique]
PURPLE = [card.id for card in DISTRICTS["classic"].values() if card.unique and not card.bonus]
CARDS = [
    card.id for card in DISTRICTS["classic"].values() for _ in range(card.copies) if card.unique and not card.bonus
]
BONUS = [card.id for card in DISTRICTS["classic"].values() if card.bonus]


def having(name: str) -> list[str]:
    """The original cast with this character in its rank's place."""
    rank = CHARACTERS["modern"][name].rank
    return [*CAST[: rank - 1], name, *CAST[rank:]]


# --- what is dealt ---------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("players", range(2, 9))
@pytest.mark.parametrize(("edition", "cards"), [("modern", 68), ("classic", 66)])
def test_everybody_starts_with_four_cards_and_two_gold(edition: str, cards: int, players: int) -> None:
    game = new_game(players, edition=edition)
    assert [(len(one.hand), one.gold, one.city) for one in game.seats] == [(4, 2, [])] * players
    assert len(game.deck) == cards - 4 * players


@pytest.mark.parametrize("edition", EDITIONS)
def test_there_are_54_ordinary_districts(edition: str) -> None:
    deck = full_deck(edition, (), check_options(edition, {}, 4))
    assert len([card for card in deck if not card.unique]) == len(deck) == 54


def test_the_deck_holds_the_chosen_uniques_and_no_other() -> None:
    game = new_game(4, uniques=UNIQUES[-14:])
    cards = [*game.deck, *[card for one in game.seats for card in one.hand]]
    assert sorted(card.id for card in cards if card.unique) == sorted(UNIQUES[-14:])


def test_the_crown_falls_on_every_seat() -> None:
    assert {new_game(4, seed=str(number)).crown for number in range(40)} == {0, 1, 2, 3}


def test_the_crown_lies_where_it_is_put() -> None:
    game = new_game(4, crown=2, options={"initial_crown": "chosen_seat"})
    assert game.crown == 2
    assert game.pending is not None
    assert game.pending.seat == 2


def test_equal_seeds_deal_equal_games() -> None:
    one, other = (new_game(5, seed="same") for _ in range(2))
    assert [card.id for card in one.deck] == [card.id for card in other.deck]
    assert [card.id for card in one.deck] != [card.id for card in new_game(5, seed="another").deck]


def test_no_price_is_ever_nothing() -> None:
    """What the Factory leaves of the cheapest unique is 1: a paid build costs something (R-MAG-5)."""
    for edition in EDITIONS:
        rich = Seat()
        rich.powers = (DISTRICTS[edition]["factory"],)
        for card in DISTRICTS[edition].values():
            if not card.refuses(rich):
                assert price_of(rich, card) >= 1, card


# --- what is refused -------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("players", "more", "message"),
    [
        (1, {}, r"players: 1; the game is for 2 to 8 \(S1.1\)"),
        (9, {}, r"players: 9; the game is for 2 to 8 \(S1.1\)"),
        (4, {"cast": CAST[:7]}, r"cast: 7 characters; 4 players use 8 or 9 \(S1.2\)"),
        (2, {"cast": [*CAST, "artist"]}, r"cast: 9 characters; 2 players use 8 \(S1.2\)"),
        (3, {"cast": CAST}, r"cast: 8 characters; 3 players use 9 \(S1.2\)"),
        (8, {"cast": CAST}, r"cast: 8 characters; 8 players use 9 \(S1.2\)"),
        (4, {"cast": [*CAST[1:], "witch", "assassin"]}, r"cast: witch and assassin both have rank 1; one a rank \(S1.1\)"),
        (4, {"cast": [*CAST[1:], "artist"]}, r"cast: nobody has rank 1 \(S1.1\)"),
        (4, {"cast": [*CAST, "queen"]}, r"cast: queen needs 5 players or more, not 4 \(S1.3\)"),
        (2, {"cast": having("emperor")}, r"cast: emperor needs 3 players or more, not 2 \(S1.3\)"),
        (4, {"cast": [*CAST[:7], "general"]}, "cast: there is no character 'general' in the modern edition"),
        (4, {"edition": "classic", "cast": having("spy")}, "cast: there is no character 'spy' in the classic edition"),
        (2, {"edition": "classic", "cast": having("emperor")}, r"cast: emperor needs 3 players or more, not 2 \(S1.3, R-K-22\)"),
        (3, {"edition": "classic", "cast": [*CAST, "artist"]}, r"cast: 9 characters; 3 players use 8 \(K-S1, R-K-23\)"),
        (4, {"uniques": UNIQUES[:13]}, r"uniques: 13 unique districts; a game has exactly 14 \(S1.4, R-SET-4\)"),
        (4, {"uniques": UNIQUES[:15]}, r"uniques: 15 unique districts"),
        (4, {"uniques": [*UNIQUES[:13], UNIQUES[0]]}, r"uniques: \w+ is named twice \(S1.4\)"),
        (4, {"uniques": [*UNIQUES[:13], "castle"]}, "uniques: there is no unique district 'castle'"),
        (4, {"edition": "classic", "uniques": [*PURPLE, *BONUS[:4]]}, r"uniques: 12 purple cards beside 4 bonus ones, 0 removed of 12; 1 or 2 may be removed.*\(K-S2, R-K-32\)"),
        (4, {"edition": "classic", "uniques": PURPLE[:9]}, r"uniques: 10 purple cards beside 0 bonus ones, 2 removed of 12; 0 may"),
        (4, {"edition": "classic", "options": {"classic_keeps": 1}}, "uniques: 11 purple cards beside 0 bonus ones, 1 removed of 12; 0 may"),
        (4, {"options": {"theater_small_games": "owner_sees"}}, "options.theater_small_games: 'owner_sees' is not one of 'random'"),
        (4, {"edition": "classic", "cast": having("diplomat"), "uniques": PURPLE}, r"uniques: the Graveyard .* \(K-S3\)"),
        (4, {"options": {"city_size": 7}}, "options.city_size: the modern edition has no such option"),
        (4, {"options": {"city_size_8p": "8"}}, "options.city_size_8p: '8' is not one of 7, 8"),
        (4, {"options": {"classic_short_game": True}}, "options.classic_short_game: the modern edition has no such option"),
        (4, {"options": {"initial_crown": "chosen_seat"}}, r"crown: .* wants a seat \(S1.6, R-SET-1\)"),
        (3, {"cast": [*having("emperor"), "artist"], "options": {"emperor_min_players": 4}}, "cast: emperor needs 4 players"),
        (4, {"crown": 4}, "crown: there is no seat 4 among 4"),
        (4, {"crown": -1}, "crown: there is no seat -1 among 4"),
        (4, {"edition": "first"}, "edition: 'first' is not one of modern, classic"),
    ],
)  # fmt: skip
def test_a_set_up_against_the_rules_is_refused(players: int, more: dict[str, object], message: str) -> None:
    with pytest.raises(SetupError, match=message):
        new_game(players, **more)  # type: ignore[arg-type]  # the arguments of one row


@pytest.mark.parametrize("keeps", [2, 1])
@pytest.mark.parametrize("fourth", ["king", "diplomat"])
@pytest.mark.parametrize("count", range(4, 15))
def test_by_default_one_purple_card_leaves_for_each_bonus_district_beyond_three(
    count: int, fourth: str, keeps: int
) -> None:
    names = [*CAST[:7], "diplomat"] if fourth == "diplomat" else CAST
    chosen = check_options("classic", {"classic_keeps": keeps}, 4)
    uniques = uniques_with(BONUS[:count], check_cast("classic", names, 4, chosen), chosen)
    game = new_game(4, edition="classic", cast=names, uniques=uniques, options={"classic_keeps": keeps})
    purple = [card for card in full_deck("classic", game.uniques, game.options) if card.unique and not card.bonus]
    assert len(purple) == (11 if fourth == "diplomat" else 12) - (count - 3)
    assert sum(card.bonus for card in game.uniques) == count


def test_up_to_three_bonus_districts_are_added_and_nothing_leaves() -> None:
    chosen = check_options("classic", {}, 4)
    cast = check_cast("classic", CAST, 4, chosen)
    assert uniques_with(BONUS[:3], cast, chosen) == [*default_uniques("classic", cast), *BONUS[:3]]
    with pytest.raises(SetupError, match="'keep' is no bonus district"):
        uniques_with(["keep"], cast, chosen)


@pytest.mark.parametrize("count", range(len(BONUS) + 1))
def test_a_classic_deck_trades_purple_districts_for_bonus_ones(count: int) -> None:
    """Up to three come on top; beyond, one purple card leaves for each, or one more at the host's will (K-S2, R-K-32)."""
    for cast, cards in (CAST, CARDS), (having("diplomat"), [name for name in CARDS if name != "graveyard"]):
        for removed in {max(0, count - 3), max(0, count - 2)} & set(range(len(cards) + 1)):
            kept = cards[: len(cards) - removed]
            options: dict[str, object] = {"classic_keeps": kept.count("keep") or 2}
            uniques = [*dict.fromkeys(kept), *BONUS[:count]]
            game = new_game(4, edition="classic", cast=cast, uniques=uniques, options=options)
            deck = [*game.deck, *[card for one in game.seats for card in one.hand]]
            assert len(deck) == 54 + len(kept) + count
            assert [card.id for card in deck].count("keep") == kept.count("keep")


# --- options ---------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("edition", EDITIONS)
def test_an_option_left_out_has_its_default(edition: str) -> None:
    assert new_game(4, edition=edition).options.values == default_options(edition)


@pytest.mark.parametrize("edition", EDITIONS)
def test_every_option_takes_every_value_of_its_list(edition: str) -> None:
    for name, values in OPTIONS[edition].items():
        for value in values:
            uniques = [*PURPLE, *BONUS[:3]] if name == "classic_keeps" else None
            game = new_game(8, edition=edition, uniques=uniques, options={name: value}, crown=0)
            assert game.options.values[name] == value


@pytest.mark.parametrize("edition", EDITIONS)
def test_a_retired_option_is_no_choice_and_left_out_where_something_old_holds_it(edition: str) -> None:
    for name, values in RETIRED[edition].items():
        assert name not in OPTIONS[edition]
        for value in values:
            assert new_game(4, edition=edition, options={name: value}).options.values == default_options(edition)


@pytest.mark.parametrize(
    ("edition", "players", "options", "size"),
    [
        ("modern", 2, {}, 8),
        ("modern", 3, {}, 8),
        ("modern", 4, {}, 7),
        ("modern", 8, {}, 7),
        ("modern", 8, {"city_size_8p": 8}, 8),
        ("modern", 7, {"city_size_8p": 8}, 7),
        ("classic", 2, {}, 8),
        ("classic", 4, {}, 8),
        ("classic", 8, {}, 8),
        ("classic", 4, {"classic_short_game": True}, 7),
    ],
)
def test_a_city_is_complete_at_its_size(edition: str, players: int, options: dict[str, object], size: int) -> None:
    assert completion_size(new_game(players, edition=edition, options=options)) == size


def test_the_emperors_recipient_may_choose_what_he_gives() -> None:
    told = position(
        seat("emperor"),
        seat(gold=1, hand="castle"),
        turn="emperor",
        gathered=True,
        crown=2,
        options={"emperor_resource_chooser": "recipient"},
    )
    assert [str(action) for action in legal_actions(load(told))] == ["crown 1", "crown 3"]


# --- scenarios -------------------------------------------------------------------------------------------------------


def test_there_are_seventeen_scenarios() -> None:
    assert len(SCENARIOS) == 17


@pytest.mark.parametrize("players", range(2, 9))
@pytest.mark.parametrize("name", SCENARIOS)
def test_every_scenario_can_be_dealt_to_any_number(name: str, players: int) -> None:
    chosen = SCENARIOS[name]
    game = new_game(
        players,
        edition=chosen.edition,
        cast=scenario_cast(name, players),
        uniques=chosen.uniques,
    )
    assert [card.id for card in game.uniques] == chosen.uniques
    assert len(legal_actions(game)) >= 5


@pytest.mark.parametrize("name", [name for name, one in SCENARIOS.items() if "emperor" in one.ranks])
def test_a_scenario_for_two_has_the_substitute_for_its_emperor(name: str) -> None:
    assert scenario_cast(name, 2)[3] == "king"
    assert scenario_cast(name, 2, substitutes=("patrician",))[3] == "patrician"


@pytest.mark.parametrize("name", [name for name, one in SCENARIOS.items() if one.rank9 == "queen"])
def test_a_scenario_for_few_has_the_substitute_for_its_queen(name: str) -> None:
    edition = SCENARIOS[name].edition
    few = scenario_cast(name, 4, nine=True)
    assert few[8] in CHARACTERS[edition]
    assert few[8] != "queen"
    assert scenario_cast(name, 5, nine=True)[8] == "queen"


@pytest.mark.parametrize(
    ("name", "players", "nine", "emperor_min", "places"),
    [
        ("cunning_agents__001", 2, None, 3, [(4, "emperor", ("king", "patrician"))]),
        ("cunning_agents__001", 3, None, 3, []),
        ("cunning_agents__001", 3, None, 4, [(4, "emperor", ("king", "patrician"))]),
        ("cunning_agents__002", 3, None, 3, [(4, "emperor", ("king", "patrician"))]),
        ("devious_dignitaries__000", 3, None, 3, [(9, "queen", ("artist", "tax_collector"))]),
        ("devious_dignitaries__000", 4, None, 3, []),
        ("devious_dignitaries__000", 4, True, 3, [(9, "queen", ("artist", "tax_collector"))]),
        ("devious_dignitaries__000", 5, True, 3, []),
        ("first_game", 3, None, 3, [(9, "", ("artist", "tax_collector"))]),
        ("first_game", 8, None, 3, [(9, "", ("artist", "tax_collector", "queen"))]),
        ("classic_basic", 8, None, 3, [(9, "", ("artist", "queen"))]),
        ("classic_basic", 4, True, 3, [(9, "", ("artist",))]),
    ],
)
def test_the_host_chooses_where_the_rules_leave_it_open(
    name: str, players: int, nine: bool | None, emperor_min: int, places: list[tuple[int, str, tuple[str, ...]]]
) -> None:
    found = open_places(name, players, nine=nine, emperor_min=emperor_min)
    assert [(place.rank, place.wanted, place.choices) for place in found] == places
    edition = SCENARIOS[name].edition
    options: dict[str, object] = {"emperor_min_players": emperor_min} if edition == "modern" else {}
    for place in found:
        for choice in place.choices:
            cast = scenario_cast(name, players, nine=nine, substitutes=(choice,), emperor_min=emperor_min)
            assert cast[place.rank - 1] == choice
            new_game(players, edition=edition, cast=cast, options=options)


def test_rank_9_is_refused_where_the_rules_have_none() -> None:
    with pytest.raises(SetupError, match=r"^rank9: "):
        scenario_cast("first_game", 2, nine=True)


def test_no_two_scenarios_have_one_title() -> None:
    for language in ("en", "fr", "pt"):
        assert len({titles(one)[language] for one in SCENARIOS.values()}) == len(SCENARIOS)


# --- the helper for positions ----------------------------------------------------------------------------------------


def test_a_table_fills_up_the_seats_and_the_cast() -> None:
    game = table(seat("witch queen"), players=5, phase="over")
    assert [character.id for character in game.cast] == ["witch", *CAST[1:], "queen"]
    assert len(game.seats) == 5
