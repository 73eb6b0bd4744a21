"""The draft: the tables of both editions, who sees what of it, and the uncommon picks."""

import pytest
from citadels_engine import Game, legal_actions, load, new_game, save, scenario_cast, view
from citadels_engine.cards.scenarios import FIRST_GAME
from citadels_engine.testing import act, legal, position, seat, table

# For each edition, number of players and of characters: faceup, then what is asked in order (how many choices, counted from
# the crown), and how many lie facedown when all is done.
TWO = [(0, "pick", 7), (1, "pick", 6), (1, "set_aside", 5), (0, "pick", 4), (0, "set_aside", 3), (1, "pick", 2)]
DRAFTS = [
    ("modern", 2, 8, 0, TWO, 4),
    ("modern", 3, 9, 0, [(by, "pick", left) for by, left in zip([0, 1, 2] * 2, [8, 7, 6, 4, 3, 2], strict=True)], 3),
    ("modern", 4, 8, 2, [(by, "pick", 5 - by) for by in range(4)], 2),
    ("modern", 4, 9, 3, [(by, "pick", 5 - by) for by in range(4)], 2),
    ("modern", 5, 8, 1, [(by, "pick", 6 - by) for by in range(5)], 2),
    ("modern", 5, 9, 2, [(by, "pick", 6 - by) for by in range(5)], 2),
    ("modern", 6, 8, 0, [(by, "pick", 7 - by) for by in range(6)], 2),
    ("modern", 6, 9, 1, [(by, "pick", 7 - by) for by in range(6)], 2),
    ("modern", 7, 8, 0, [*[(by, "pick", 7 - by) for by in range(6)], (6, "pick", 2)], 1),
    ("modern", 7, 9, 0, [(by, "pick", 8 - by) for by in range(7)], 2),
    ("modern", 8, 9, 0, [*[(by, "pick", 8 - by) for by in range(7)], (7, "pick", 2)], 1),
    ("classic", 2, 8, 0, TWO, 4),
    ("classic", 3, 8, 0, [(by, "pick", left) for by, left in zip([0, 1, 2] * 2, [7, 6, 5, 4, 3, 2], strict=True)], 2),
    ("classic", 4, 8, 2, [(by, "pick", 5 - by) for by in range(4)], 2),
    ("classic", 4, 9, 3, [(by, "pick", 5 - by) for by in range(4)], 2),
    ("classic", 5, 8, 1, [(by, "pick", 6 - by) for by in range(5)], 2),
    ("classic", 5, 9, 2, [(by, "pick", 6 - by) for by in range(5)], 2),
    ("classic", 6, 8, 0, [(by, "pick", 7 - by) for by in range(6)], 2),
    ("classic", 6, 9, 1, [(by, "pick", 7 - by) for by in range(6)], 2),
    ("classic", 7, 8, 0, [*[(by, "pick", 7 - by) for by in range(6)], (6, "pick", 2)], 1),
    ("classic", 7, 9, 0, [(by, "pick", 8 - by) for by in range(7)], 2),
    ("classic", 8, 9, 0, [*[(by, "pick", 8 - by) for by in range(7)], (7, "pick", 2)], 1),
]  # fmt: skip


def deal(edition: str, players: int, size: int, crown: int = 0, seed: str = "draft") -> Game:
    nine = size == 9 if 4 <= players <= 7 else None
    cast = scenario_cast(FIRST_GAME[edition], players, nine=nine)
    assert len(cast) == size
    return new_game(players, edition=edition, cast=cast, crown=crown, seed=seed, telling=True)


def drafting(game: Game) -> bool:
    return game.pending is not None and game.pending.kind in ("pick", "set_aside")


@pytest.mark.parametrize("crown", ["the first seat", "the last seat"])
@pytest.mark.parametrize(("edition", "players", "size", "faceup", "asked", "facedown"), DRAFTS)
def test_the_draft_goes_by_its_table(
    edition: str, players: int, size: int, faceup: int, asked: list[tuple[int, str, int]], facedown: int, crown: str
) -> None:
    first = 0 if crown == "the first seat" else players - 1
    game = deal(edition, players, size, first)
    assert len(game.faceup) == faceup
    found = []
    while drafting(game):
        assert game.pending is not None
        found.append(((game.pending.seat - first) % players, game.pending.kind, len(legal_actions(game))))
        act(game, legal_actions(game)[-1])
    assert found == asked
    assert len(game.facedown) == facedown


@pytest.mark.parametrize(("edition", "players", "size"), [draft[:3] for draft in DRAFTS])
def test_every_character_lies_somewhere_after_the_draft(edition: str, players: int, size: int) -> None:
    game = deal(edition, players, size)
    while drafting(game):
        act(game, legal_actions(game)[0])
    held = [character.id for one in game.seats for character in one.characters]
    aside = [character.id for character in game.faceup] + [one.character.id for one in game.facedown]
    assert sorted(held + aside) == sorted(character.id for character in game.cast)
    assert len(held) == players * (2 if players <= 3 else 1)


@pytest.mark.parametrize("edition", ["modern", "classic"])
def test_rank_4_never_lies_faceup(edition: str) -> None:
    for number in range(300):
        game = deal(edition, 4, 9, seed=str(number))
        assert all(character.rank != 4 for character in game.faceup)


def test_rank_4_may_lie_facedown() -> None:
    """About one time in five: five non-faceup others and the King are left with 4 players and 8 characters."""
    hidden = [deal("modern", 4, 8, seed=str(number)).facedown[0].character.id for number in range(300)]
    assert 30 < hidden.count("king") < 75


def test_rank_4_lies_facedown_more_often_where_the_faceup_cards_go_first() -> None:
    """One in six against one in eight (R-SEL-1)."""
    counts = {}
    for order in ("faceup_first", "facedown_first"):
        told = position(phase="pick", options={"discard_order": order})
        hidden = [saved_facedown({**told, "seed": str(number)}) for number in range(1200)]
        counts[order] = hidden.count("king")
    assert 160 < counts["faceup_first"] < 240
    assert 110 < counts["facedown_first"] < 190
    assert counts["facedown_first"] < counts["faceup_first"]


def saved_facedown(told: dict[str, object]) -> str:
    return load(told).facedown[0].character.id


# --- who sees what ---------------------------------------------------------------------------------------------------


def test_only_who_chooses_sees_the_cards_passed_on() -> None:
    game = deal("modern", 4, 8, crown=2)
    assert view(game, 2).pool == [text.split()[1] for text in legal(game)]
    assert [view(game, viewer).pool for viewer in (None, 0, 1, 3)] == [None] * 4
    assert [view(game, viewer).pool_size for viewer in (None, 0, 1, 3)] == [5] * 4


def test_nobody_knows_what_lies_facedown_by_lot() -> None:
    game = deal("modern", 4, 8)
    assert [view(game, viewer).facedown for viewer in (None, 0, 1, 2, 3)] == [[None]] * 5


def test_the_last_player_knows_what_he_left() -> None:
    game = deal("modern", 4, 8, crown=1)
    while drafting(game):
        left = legal(game)[-1].split()[1]
        act(game, legal(game)[0])
    assert view(game, 0).facedown == [None, left]
    assert [view(game, viewer).facedown for viewer in (None, 1, 2, 3)] == [[None, None]] * 4


def test_the_last_of_seven_knows_which_of_his_two_lay_facedown() -> None:
    game = deal("modern", 7, 8)
    for _ in range(6):
        act(game, legal(game)[0])
    hidden = game.facedown[0].character.id
    assert legal(game)[-1] == f"pick {hidden}"
    assert view(game, 6).facedown == [hidden]
    assert view(game, 5).facedown == [None]


def test_the_last_of_seven_puts_the_other_card_facedown() -> None:
    game = deal("modern", 7, 8)
    for _ in range(6):
        act(game, legal(game)[0])
    passed, hidden = (text.split()[1] for text in legal(game))
    act(game, f"pick {hidden}")
    assert [(one.character.id, one.seen_by) for one in game.facedown] == [(passed, (6,))]


def test_nobody_knows_the_card_in_the_middle_with_three_players() -> None:
    game = deal("modern", 3, 9)
    for _ in range(3):
        act(game, legal(game)[0])
    assert [one.seen_by for one in game.facedown] == [(), ()]


def test_with_two_players_each_knows_what_he_put_aside() -> None:
    game = deal("modern", 2, 8)
    act(game, legal(game)[0])
    act(game, legal(game)[0])
    aside = legal(game)[0].split()[1]
    act(game, f"set_aside {aside}")
    assert view(game, 1).facedown == [None, aside]
    assert view(game, 0).facedown == [None, None]


def test_a_pick_is_told_with_what_was_on_offer_to_the_chooser_alone() -> None:
    game = deal("modern", 4, 8)
    offered = [text.split()[1] for text in legal(game)]
    (told,) = act(game, f"pick {offered[1]}")
    assert told.for_seat(0) == {"kind": "pick", "seat": 0, "left": 4, "character": offered[1], "offered": offered}
    assert told.for_seat(1) == told.for_seat(None) == {"kind": "pick", "seat": 0, "left": 4}


def test_a_characters_owner_alone_knows_it_until_it_is_called() -> None:
    game = table(seat("king"), seat("thief"), phase="pick", facedown=["warlord"], faceup=["bishop"], crown=0)
    assert view(game, 0).seats[0].characters == ["king"]
    assert view(game, 1).seats[0].characters == [None]


# --- on the way ------------------------------------------------------------------------------------------------------


def test_only_the_crown_at_the_start_of_the_draft_matters() -> None:
    game = table(seat("thief"), seat("king"), turn="thief", gathered=True, crown=3)
    act(game, "end", "gold", "end")
    assert game.pending is not None
    assert (game.crown, game.pending.kind, game.pending.seat) == (1, "pick", 1)


def test_a_draft_saved_halfway_goes_on_as_it_would_have() -> None:
    game = deal("modern", 3, 9)
    while drafting(game):
        again = load(save(game))
        assert legal(again) == legal(game)
        act(game, legal(game)[0])
        act(again, legal(again)[0])
        assert save(again) == save(game)
