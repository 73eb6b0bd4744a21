"""What is looked for is what lies in the catalogue, and how it is looked for."""

from __future__ import annotations

import json
from functools import cache
from typing import TYPE_CHECKING, Any

import pytest
from citadels_engine import apply, legal_actions, new_game
from citadels_engine.cards.editions import cast_sizes
from citadels_engine.cards.registry import CHARACTERS, DISTRICTS
from citadels_engine.dice import Dice
from citadels_workers.practice import position_search
from citadels_workers.practice.abilities import OF_ACTION
from citadels_workers.practice.catalogue import FILES, catalogue
from citadels_workers.practice.position_search import (
    choose,
    ends,
    entry,
    find,
    fits,
    main,
    only,
    waiting,
    worth,
    written,
)
from citadels_workers.practice.wanted_positions import Wish, cast_with, uniques_with, wishes

if TYPE_CHECKING:
    from pathlib import Path

    from citadels_engine import Game

WISHES = {wish.name: wish for wish in wishes()}


@cache
def kept() -> dict[str, dict[str, Any]]:
    """The catalogue as it was written."""
    return {
        one["name"]: one
        for edition in ("modern", "classic")
        for one in json.loads((FILES / f"{edition}.json").read_text("utf-8"))
    }


def at(name: str) -> tuple[Game, list[str]]:
    """The decision for the sake of which an entry is there, and what was done before."""
    held = catalogue()[name]
    done = held.actions[:-1] if WISHES[name].over else held.actions
    game: Game = held.deal()
    for text in done:
        apply(game, text)
    return game, done


def legal_of(game: Game) -> list[str]:
    return [str(action) for action in legal_actions(game)]


@pytest.mark.parametrize("name", WISHES)
def test_a_position_of_the_catalogue_is_what_its_wish_wants_and_is_written_as_it_lies_there(name: str) -> None:
    wish, held = WISHES[name], kept()[name]
    cast = cast_with(wish.edition, wish.players, wish.cast)
    uniques = uniques_with(wish.edition, cast, wish.uniques)
    if wish.open:
        assert waiting(wish, cast, uniques) == held == find(wish)
        return
    seed = held["seed"]
    number = int(seed.removeprefix(f"practice {name} "))
    assert 0 <= number < position_search.GAMES
    dealt = new_game(wish.players, edition=wish.edition, cast=cast, uniques=uniques, options=wish.options, seed=seed)
    game, done = at(name)
    assert (dealt.cast, dealt.uniques) == (game.cast, game.uniques)
    legal = legal_of(game)
    assert worth(wish, game, legal) is not None
    made = entry(wish, game, legal, done, seed)
    assert {**made, "shows": []} == {**held, "shows": []}
    for shown in (made["shows"], held["shows"]):  # the first of several when it was written
        assert [fits(text, wanted) for text, wanted in zip(shown, wish.shows, strict=True)] == [True] * len(wish.shows)
        assert set(shown) <= set(legal)


@pytest.mark.parametrize("name", [wish.name for wish in wishes() if wish.urges])
def test_what_a_wish_urges_was_done_on_the_way_to_its_position(name: str) -> None:
    done = catalogue()[name].actions
    assert [urge for urge in WISHES[name].urges if not any(fits(text, urge) for text in done)] == []


@pytest.mark.parametrize(
    "name",
    ["warrant", "keep_study", "turn_king", "with_museum", "with_secret_vault", "pick_4_last", "resumed", "end_of_game"],
)
def test_a_position_fits_no_other_wish(name: str) -> None:
    wish, (game, _) = WISHES[name], at(name)
    legal = legal_of(game)
    value = worth(wish, game, legal)
    others: dict[str, Any] = {
        "kind": "no such kind",
        "picked": 99,
        "character": "nobody",
        "built": "nothing",
        "held": "nothing",
        "shows": ("nothing",),
        "only": ("nothing",),
        "state": "bewitched",
    }
    if name != "end_of_game":
        others["last"] = True
    for field, other in others.items():
        assert worth(Wish(**{**vars(wish), field: other}), game, legal) is None, field
    assert value is not None
    same = {field: one for field, one in vars(wish).items() if field not in others or field == "kind"}
    assert worth(Wish(**same), game, legal) == value, "what a decision is worth hangs on the decision alone"


def test_what_shows_more_in_fewer_moves_is_worth_more() -> None:
    def shown(name: str) -> tuple[float, Game, list[str]]:
        game, _ = at(name)
        legal = legal_of(game)
        value = worth(Wish(name="any", title="Any", kind=game.pending.kind if game.pending else ""), game, legal)
        assert value is not None
        return value, game, legal

    value, game, legal = shown("turn_warlord")
    assert game.pending is not None
    seat = game.seats[game.pending.seat]
    verbs = {text.split()[0] for text in legal}
    own = min(len(seat.hand), 4) + 1.5 * min(len(seat.city), 4) + min(seat.gold, 4) / 2
    around = sum(min(len(one.city), 4) for one in game.seats) / 4
    assert value == pytest.approx(3 * len(verbs) + own + 1.5 * around - game.n / 25)
    assert min(len(verbs), own, around, game.n) > 0, "each part counts here"
    assert len(seat.city) != len(seat.hand)
    again, _, _ = shown("turn_queen")
    assert again != value
    wish = Wish(name="any", title="Any")
    assert worth(wish, game, ["take 1"]) == pytest.approx(value - 3 * (len(verbs) - 1))
    assert worth(wish, game, ["take 1", "take 2", "pass"]) == pytest.approx(value - 3 * (len(verbs) - 2))
    for more, counts in ((3, 4), (4, 4), (5, 4)):  # from the fifth on they are not looked at
        copy = game.copy()
        mine = copy.seats[game.pending.seat]
        mine.gold = more
        assert worth(wish, copy, legal) == pytest.approx(value + (min(more, counts) - min(seat.gold, 4)) / 2)


@pytest.mark.parametrize(
    ("name", "wanted", "yes"),
    [
        ("keep_study", ("7",), True),
        ("keep", ("7",), False),
        ("pay_both", ("from",), True),
        ("pay_den", ("from",), False),
        ("keep", ("from",), False),
        ("warrant_blank", ("pass",), True),
        ("warrant", ("pass",), False),
        ("warrant", ("pass", "confiscate"), True),
        ("warrant", (), True),
    ],
)
def test_what_must_be_alone_is_alone(name: str, wanted: tuple[str, ...], yes: bool) -> None:
    game, _ = at(name)
    assert only(Wish(name="any", title="Any", only=wanted), game, legal_of(game)) is yes


def test_one_card_of_those_studied_is_no_choice() -> None:
    game, _ = at("keep_study")
    assert not only(Wish(name="any", title="Any", only=("7",)), game, legal_of(game)[:1])


def test_the_last_decision_ends_the_game_whatever_is_done() -> None:
    game, _ = at("end_of_game")
    before = game.n
    assert all(ends(game, text) for text in legal_of(game))
    assert game.n == before, "the game that is asked about goes on"
    game, _ = at("turn_king")
    assert not any(ends(game, text) for text in legal_of(game))


def test_a_player_on_the_way_does_what_is_urged_mostly_and_sometimes_anything() -> None:
    game, _ = at("turn_warlord")
    legal = legal_of(game)
    urged = [text for text in legal if fits(text, "destroy ")]

    def done(times: int = 400, **more: Any) -> list[str]:
        dice = Dice("seed", "test")
        wish = Wish(name="any", title="Any", **more)
        return [choose(game, legal, wish, dice) for _ in range(times)]

    bot = set(done(random=0.0))
    assert len(bot) == 1, "a bot of the house does one thing"
    assert set(done(random=1.0)) == set(legal)
    (usual,) = bot
    aside = sum(text != usual for text in done(random=0.25))
    assert 60 < aside < 120
    followed = done(urges=("destroy ",), random=0.0)
    share = sum(text in urged for text in followed) / len(followed)
    assert 0.83 < share < 0.92, "seven times of eight"
    assert set(urged) <= set(followed)
    assert set(done(urges=("no such",), random=0.0)) == bot


def test_a_cast_has_a_character_of_each_rank_and_those_that_are_wanted() -> None:
    for edition in ("modern", "classic"):
        for players in range(2, 9):
            for character in CHARACTERS[edition].values():
                if character.rank > max(cast_sizes(edition, players)):
                    continue
                cast = cast_with(edition, players, [character.id])
                assert character.id in cast
                assert [CHARACTERS[edition][one].rank for one in cast] == list(range(1, len(cast) + 1))
    assert cast_with("modern", 3, [])[-1] == cast_with("modern", 8, [])[-1] == "artist"
    assert cast_with("modern", 4, ["wizard", "tax_collector"]).count("wizard") == 1
    assert len(cast_with("modern", 4, ["tax_collector"])) == 9


def test_the_unique_districts_of_a_game_go_together_and_those_wanted_are_there() -> None:
    modern = [card.id for card in DISTRICTS["modern"].values() if card.unique]
    first = uniques_with("modern", [], [])
    assert first == sorted(modern[:14])
    assert uniques_with("modern", [], [modern[-1]]) == sorted([*modern[:13], modern[-1]])
    assert uniques_with("modern", [], [modern[0]]) == first
    classic = [card for card in DISTRICTS["classic"].values() if card.unique]
    plain = [card.id for card in classic if not card.bonus]
    bonus = [card.id for card in classic if card.bonus]
    assert uniques_with("classic", [], plain[:2]) == sorted(plain)
    assert uniques_with("classic", [], bonus[:1]) == sorted([*plain, bonus[0]])
    assert uniques_with("classic", [], bonus[:3]) == sorted([*plain, *bonus[:3]])
    assert uniques_with("classic", [], bonus[:5]) == sorted([*plain[:-2], *bonus[:5]])
    assert "graveyard" in plain
    assert uniques_with("classic", ["diplomat"], []) == sorted(set(plain) - {"graveyard"})


def test_the_best_of_the_games_that_hold_a_position_is_taken(monkeypatch: pytest.MonkeyPatch) -> None:
    wish = Wish(name="any", title="Any", kind="pick", picked=1)
    monkeypatch.setattr(position_search, "LONGEST", 12)
    values: dict[str, float] = {}
    begun: list[str] = []
    real = position_search.worth

    def noted(one: Wish, game: Game, legal: list[str]) -> float | None:
        value = real(one, game, legal)
        begun.append(game.seed)
        if value is not None:
            values.setdefault(game.seed, value)
        return value

    monkeypatch.setattr(position_search, "worth", noted)
    monkeypatch.setattr(position_search, "GAMES", 6)
    found = find(wish)
    assert list(dict.fromkeys(begun)) == [f"practice any {number}" for number in range(6)]
    assert values[found["seed"]] == max(values.values())
    assert (found["kind"], len(found["do"].split("; "))) == ("pick", 1)
    monkeypatch.setattr(position_search, "ENOUGH", 3)
    begun.clear()
    find(wish)
    assert list(dict.fromkeys(begun)) == [f"practice any {number}" for number in range(3)]
    with pytest.raises(SystemExit, match="impossible: none of 6 games holds it"):
        find(Wish(name="impossible", title="Impossible", kind="ward"))


def test_the_first_decision_of_a_game_is_none_that_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(position_search, "GAMES", 2)
    monkeypatch.setattr(position_search, "LONGEST", 3)
    found = find(Wish(name="any", title="Any", kind="pick"))
    assert 1 <= len(found["do"].split("; ")) <= 2


def test_who_waits_sits_with_whoever_has_the_turn_and_else_beside_whoever_is_asked() -> None:
    for name in ("wait_pick", "wait_turn", "wait_warrant"):
        game, done = at(name)
        assert game.pending is not None
        asked = game.pending.seat
        seat = entry(WISHES[name], game, legal_of(game), done, "s")["seat"]
        theirs = game.turn.seat if game.turn is not None else asked
        assert seat == (theirs if theirs != asked else (asked + 1) % 4), name


def test_only_what_is_named_is_looked_for_anew(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for edition in ("modern", "classic"):
        (tmp_path / f"{edition}.json").write_bytes((FILES / f"{edition}.json").read_bytes())
    monkeypatch.setattr(position_search, "FOLDER", tmp_path)
    looked: list[str] = []

    def found(wish: Wish) -> dict[str, Any]:
        looked.append(wish.name)
        return {**kept()[wish.name], "seed": "new"}

    monkeypatch.setattr(position_search, "find", found)
    main(["warrant"])
    assert looked == ["warrant"]
    for edition in ("modern", "classic"):
        now, before = (json.loads((place / f"{edition}.json").read_text("utf-8")) for place in (tmp_path, FILES))
        assert now == [{**one, "seed": "new"} if one["name"] == "warrant" else one for one in before]
        if edition == "classic":
            assert (tmp_path / "classic.json").read_bytes() == (FILES / "classic.json").read_bytes()
    looked.clear()
    (tmp_path / "classic.json").unlink()
    main(["open"])
    assert looked == ["open", *[wish.name for wish in wishes() if wish.edition == "classic"]]
    looked.clear()
    main([])
    assert looked == [wish.name for edition in ("modern", "classic") for wish in wishes() if wish.edition == edition]


def test_what_is_written_is_what_lies_there() -> None:
    for edition in ("modern", "classic"):
        entries = [one for one in kept().values() if one["edition"] == edition]
        assert written(entries) == (FILES / f"{edition}.json").read_text("utf-8")


# what a wish has to say, so that what is found is what its name promises


@pytest.mark.parametrize("name", WISHES)
def test_a_wish_narrows_what_is_looked_for_to_what_its_name_says(name: str) -> None:
    wish, plain = WISHES[name], name.removeprefix("classic_")
    assert (wish.edition == "classic") == name.startswith("classic_")
    verb, _, what = plain.partition("_")
    if verb == "turn":
        assert (wish.kind, wish.character, wish.cast, wish.urges) == ("turn", what, (what,), (f"pick {what}",))
    elif verb == "with":
        own = wish.held if what == "secret_vault" else wish.built
        builds = OF_ACTION.get(what, "").startswith("build ")
        assert (wish.kind, wish.uniques, own or what) == ("turn", (what,), what)
        assert bool(own) != builds
        assert wish.urges == (() if builds or what == "secret_vault" else (f"build {what}",))
    elif verb == "wait":
        assert wish.watched
    assert wish.watched == (verb == "wait")
    for character in wish.cast:
        assert f"pick {character}" in wish.urges
    for district in wish.uniques:
        done = (
            *wish.urges,
            *wish.shows,
            *(f"build {one}" for one in (wish.held, plain.removeprefix("with_")) if one == district),
        )
        assert any(text.startswith(f"build {district}") for text in done)
    assert wish.random == (0.1 if plain in ("end_of_game", "over") else 0.25)
    assert wish.last == (plain in ("end_of_game", "over"))
    assert (wish.over, wish.open) == (plain == "over", plain == "open")
    assert wish.state == (plain if plain in ("bewitched", "resumed", "tucked") else "")
    assert (wish.clock is not None) == (plain == "clock")
    assert (wish.picked is not None) == (plain.startswith("pick_") or plain == "wait_pick")


@pytest.mark.parametrize(
    ("names", "field", "value"),
    [
        (["keep_study"], "only", ("7",)),
        (["pay_both"], "only", ("from",)),
        (["take"], "only", ("take ",)),
        (["warrant_blank", "classic_ward_pass"], "only", ("pass",)),
        (["keep_study"], "character", "scholar"),
        (["pay_both"], "character", "cardinal"),
        (["wait_turn"], "character", "warlord"),
        (["tucked", "classic_tucked"], "built", "museum"),
    ],
)
def test_some_wishes_want_more_than_their_kind_and_no_others_do(names: list[str], field: str, value: object) -> None:
    assert [getattr(WISHES[name], field) for name in names] == [value] * len(names)
    if field == "only":
        assert {name for name, wish in WISHES.items() if wish.only} == {
            "keep_study", "pay_both", "take", "warrant_blank", "classic_ward_pass",
        }  # fmt: skip


@pytest.mark.parametrize(
    ("name", "urges"),
    [
        ("keep", ("draw",)),
        ("classic_keep", ("draw",)),
        ("keep_study", ("pick scholar", "study")),
        ("redraw", ("pick magician", "redraw")),
        ("classic_redraw", ("pick magician", "redraw")),
        ("redraw_more", ("pick magician", "redraw", "discard ")),
        ("pay_den", ("build thieves_den cards", "draw")),
        ("pay_cardinal", ("pick cardinal", "build * from ", "draw")),
        ("pay_both", ("pick cardinal", "build thieves_den cards * from ", "draw")),
        ("take", ("pick wizard", "peek ")),
        ("take_build", ("pick wizard", "gold", "peek ")),
        ("classic_take", ("pick wizard", "peek ")),
        ("return_4", ("pick seer", "see")),
        ("return_8", ("pick seer", "see")),
        ("threat", ("pick blackmailer", "threats")),
        ("expose", ("pick blackmailer", "threats", "refuse")),
        ("warrant", ("pick magistrate", "warrants")),
        ("advise", ("pick emperor", "kill emperor")),
        ("tribute", ("pick emperor", "crown ")),
        ("classic_tribute", ("pick emperor", "crown ")),
        ("theater", ("build theater",)),
        ("classic_ransom", ("build graveyard", "pick warlord", "destroy")),
        ("classic_chime", ("build bell_tower",)),
        ("classic_search", ("build lighthouse",)),
        ("classic_ward", ("build hospital", "pick assassin")),
        ("wait_turn", ("pick warlord",)),
        ("bewitched", ("pick witch", "bewitch ")),
        ("tucked", ("build museum", "museum ")),
    ],
)
def test_what_leads_to_a_decision_is_urged(name: str, urges: tuple[str, ...]) -> None:
    assert WISHES[name].urges == urges
