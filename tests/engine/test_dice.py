"""The dice, computed a second time from their description, and by numbers that never change."""

from hashlib import sha256
from itertools import permutations

import pytest
from citadels_engine import apply, legal_actions, load, new_game
from citadels_engine.cards.editions import full_deck
from citadels_engine.dice import Dice
from citadels_engine.rules.draft import faceup_count
from citadels_engine.testing import act, position, seat, table

pytestmark = pytest.mark.interpreter


class ByTheBook:
    """The generator again, as plainly as its description goes: all words of the first blocks in a row."""

    def __init__(self, seed: str, label: str) -> None:
        blocks = b"".join(
            sha256(b"\x00".join([seed.encode("utf-8"), label.encode("utf-8"), i.to_bytes(4, "big")])).digest()
            for i in range(4000)
        )
        self.words = [int.from_bytes(blocks[at : at + 4], "big") for at in range(0, len(blocks), 4)]

    def below(self, n: int) -> int:
        largest = 2**32 // n * n
        while True:
            word = self.words.pop(0)
            if word < largest:
                return word % n

    def shuffled(self, cards: list[str]) -> list[str]:
        cards = list(cards)
        for i in reversed(range(1, len(cards))):
            j = self.below(i + 1)
            cards[i], cards[j] = cards[j], cards[i]
        return cards


STREAMS = [
    ("0", "deck"),
    ("", ""),
    ("a seed with spaces", "characters/1"),
    ("Zitadelle ☙", "card/3/2"),
    ("0" * 64, "load"),
]


@pytest.mark.parametrize(("seed", "label"), STREAMS)
@pytest.mark.parametrize("n", [1, 2, 6, 7, 52, 1000, 2**16 + 1, 2**31 + 1, 2**32 - 1, 2**32])
def test_numbers_are_those_of_the_book(seed: str, label: str, n: int) -> None:
    dice, book = Dice(seed, label), ByTheBook(seed, label)
    assert [dice.below(n) for _ in range(100)] == [book.below(n) for _ in range(100)]


@pytest.mark.parametrize(("seed", "label"), STREAMS)
def test_shuffles_are_those_of_the_book(seed: str, label: str) -> None:
    cards = [chr(ord("a") + i % 26) + str(i) for i in range(68)]
    shuffled = list(cards)
    Dice(seed, label).shuffle(shuffled)
    assert shuffled == ByTheBook(seed, label).shuffled(cards)


def test_numbers_never_change() -> None:
    dice = Dice("0", "deck")
    assert [dice.word() for _ in range(4)] == [1845005781, 1217547982, 1318783422, 2711728238]
    assert [Dice("citadels", label).below(1000) for label in ("deck", "crown", "characters/1", "load")] == [
        955,
        698,
        420,
        819,
    ]


def test_a_shuffle_never_changes() -> None:
    cards = list("abcdefgh")
    Dice("citadels", "deck").shuffle(cards)
    assert "".join(cards) == "hafgebcd"


def test_a_seed_and_a_label_do_not_run_together() -> None:
    assert Dice("ab", "c").word() != Dice("a", "bc").word()


def test_a_number_too_large_is_thrown_again() -> None:
    """Below 2**31 + 1 almost every second word is refused."""
    dice, words = Dice("0", "refused"), ByTheBook("0", "refused").words
    kept = [word for word in words[:200] if word < 2**31 + 1]
    assert 50 < len(kept) < 150
    assert [dice.below(2**31 + 1) for _ in kept] == kept


def chi_square(counts: list[int], expected: float) -> float:
    return sum((count - expected) ** 2 / expected for count in counts)


@pytest.mark.parametrize(("n", "limit"), [(2, 10.83), (6, 20.52), (9, 26.12), (52, 86.66)])
def test_every_number_is_as_likely_as_any_other(n: int, limit: float) -> None:
    """The limit is exceeded by one fair die of a thousand; the seed is fixed."""
    dice = Dice("fair", f"below/{n}")
    counts = [0] * n
    for _ in range(2000 * n):
        counts[dice.below(n)] += 1
    assert 0 < chi_square(counts, 2000) < limit


def test_every_order_is_as_likely_as_any_other() -> None:
    dice = Dice("fair", "orders")
    counts = {"".join(order): 0 for order in permutations("abcd")}
    for _ in range(2000 * 24):
        cards = list("abcd")
        dice.shuffle(cards)
        counts["".join(cards)] += 1
    assert 0 < chi_square(list(counts.values()), 2000) < 49.73


# --- the streams of a game -------------------------------------------------------------------------------------------


def test_the_deck_is_dealt_from_the_stream_deck() -> None:
    game = new_game(4, seed="stream")
    order = ByTheBook("stream", "deck").shuffled([card.id for card in full_deck("modern", game.uniques, game.options)])
    dealt = [order.pop() for _ in range(16)]
    assert [card.id for one in game.seats for card in one.hand] == dealt
    assert [card.id for card in game.deck] == order


@pytest.mark.parametrize("seed", ["0", "1", "2", "3"])
def test_the_crown_falls_by_the_stream_crown(seed: str) -> None:
    assert new_game(5, seed=seed).crown == ByTheBook(seed, "crown").below(5)


@pytest.mark.parametrize("players", [4, 5])
def test_characters_are_set_aside_by_their_rounds_stream(players: int) -> None:
    game = new_game(players, seed="aside")
    book = ByTheBook("aside", "characters/1")
    left = [character.id for character in game.cast]
    faceup: list[str] = []
    while len(faceup) < faceup_count(players, len(game.cast)):
        at = book.below(len(left))
        if left[at] != "king":
            faceup.append(left.pop(at))
    assert [character.id for character in game.faceup] == faceup
    assert game.facedown[0].character.id == left[book.below(len(left))]


def test_what_a_position_leaves_to_chance_comes_from_the_stream_load() -> None:
    told = position(seat("king", hand="castle"), turn="king", top="keep", seed="lot")
    loaded = load(told)
    rest = [card.id for card in full_deck("modern", loaded.uniques, loaded.options)]
    rest.remove("castle")
    rest.remove("keep")
    assert [card.id for card in load(told).deck] == [*ByTheBook("lot", "load").shuffled(rest), "keep"]


@pytest.mark.parametrize("seed", ["0", "1", "2"])
def test_the_emperor_takes_a_card_by_the_stream_of_round_and_seat(seed: str) -> None:
    hand = "castle manor docks tavern temple"
    game = table(seat("emperor"), seat("thief", hand=hand), turn="emperor", gathered=True, crown=2, round=3, seed=seed)
    apply(game, "crown 1 card")
    assert [card.id for card in game.seats[0].hand] == [hand.split()[ByTheBook(seed, "card/3/1").below(5)]]


@pytest.mark.parametrize("seed", ["0", "1", "2"])
def test_the_seer_takes_a_card_by_the_stream_of_each_seat(seed: str) -> None:
    hands = {1: "castle manor docks tavern temple", 3: "keep market church"}
    game = table(seat("seer"), seat(hand=hands[1]), seat(), seat(hand=hands[3]), turn="seer", round=2, seed=seed)
    act(game, "see")
    by_lot = [
        hand.split()[ByTheBook(seed, f"seer/2/{number}").below(len(hand.split()))] for number, hand in hands.items()
    ]
    assert [card.id for card in game.seats[0].hand] == by_lot


@pytest.mark.parametrize("seed", ["0", "1", "2"])
def test_the_scholars_deck_is_shuffled_by_the_stream_of_the_round(seed: str) -> None:
    drawn = ["castle", "manor", "docks", "tavern", "keep", "temple", "church"]
    game = table(seat("scholar"), turn="scholar", deck=" ".join([*drawn, "market", "harbor"]), round=4, seed=seed)
    act(game, "study", "keep keep")
    drawn.remove("keep")
    under = [*reversed(drawn), "harbor", "market"]
    assert [card.id for card in game.deck] == ByTheBook(seed, "scholar/4").shuffled(under)


@pytest.mark.parametrize("seed", ["0", "1", "2", "3"])
def test_the_theater_draws_the_other_card_by_the_stream_of_the_round(seed: str) -> None:
    game = table(
        seat("king bishop", city="theater"),
        seat("thief warlord"),
        players=2,
        decision={"kind": "theater"},
        seed=seed,
    )
    act(game, "theater king 1")
    received = ("thief", "warlord")[ByTheBook(seed, "theater/1").below(2)]
    assert [character.id for character in game.seats[0].characters] == [received, "bishop"]


@pytest.mark.parametrize("seed", ["0", "1", "2"])
def test_the_card_in_the_middle_falls_by_the_stream_of_the_round(seed: str) -> None:
    game = new_game(3, seed=seed)
    act(game, legal_actions(game)[0])
    act(game, legal_actions(game)[0])
    left = [character.id for character in game.pool if str(legal_actions(game)[0]) != f"pick {character.id}"]
    act(game, legal_actions(game)[0])
    assert game.facedown[1].character.id == left[ByTheBook(seed, "middle/1").below(5)]


@pytest.mark.parametrize("gathering", [["gold"], ["draw", "keep castle"], ["draw", "keep manor"]])
def test_what_a_player_does_never_moves_what_is_set_aside(gathering: list[str]) -> None:
    game = table(seat("warlord"), turn="warlord", seed="apart", top="castle manor")
    act(game, *gathering, "end")
    still = table(seat("warlord"), turn="warlord", gathered=True, seed="apart", top="castle manor")
    act(still, "end")
    assert (game.round, game.faceup, game.facedown[0].character) == (2, still.faceup, still.facedown[0].character)
