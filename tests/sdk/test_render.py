"""Views, games and reports as HTML with inline SVG, and as text: well-formed, harmless, complete, and no more than may be known."""

import re
from collections.abc import Iterator
from hashlib import sha256
from pathlib import Path
from xml.etree import ElementTree

import pytest
from citadels_engine import is_over, new_game
from citadels_engine.cards import catalogue
from citadels_engine.testing import seat, table
from citadels_sdk import Bot, Game, View, match, play
from citadels_sdk.bot import harmless
from citadels_sdk.local.game_loop import Table
from citadels_sdk.render import show_game, show_report, show_view, svg
from citadels_sdk.render.html import page
from citadels_sdk.render.style import STYLE, TYPES
from citadels_sdk.render.svg import GLYPHS, coins, crown, escape, house, shares, shield, wrapped

from tests.support.decisions import decisions
from tests.support.kept import assert_kept

XMLNS = "http://www.w3.org/2000/svg"
NASTY = "<script>alert('x')</script>&\"\x00\x1b[31m"


def tree(html: str) -> ElementTree.Element:
    """The HTML, which has to be XML, without anything from outside or that runs."""
    found = ElementTree.fromstring(html)
    rest = html.replace(f'xmlns="{XMLNS}"', "")
    assert not re.search(r"https?:|//|url\(|@import|javascript:|<script|<link|<iframe|<img|<object|\bon\w+=", rest)
    for element in found.iter():
        assert not {name.lower() for name in element.attrib} & {"href", "src", "{http://www.w3.org/1999/xlink}href"}
    return found


def drawings(html: str) -> list[ElementTree.Element]:
    return list(tree(html).iter(f"{{{XMLNS}}}svg"))


def labels(html: str) -> list[str]:
    return [one.get("aria-label", "") for one in drawings(html)]


def words(html: str) -> str:
    return " ".join(" ".join(tree(html).itertext()).split())


class Nasty(Bot):
    name = NASTY

    def choose(self, view: View) -> str:
        if view.n > 5:
            raise ValueError(NASTY)
        return harmless(view).text


@pytest.fixture(scope="module")
def game() -> Game:
    return play(["greedy", "random", "greedy", "greedy"], seed="showing")


# --- a view ----------------------------------------------------------------------------------------------------------


def test_a_view_shows_every_city_and_my_hand() -> None:
    view = View.of(
        table(
            seat("bishop", gold=5, hand="temple castle", city="tavern keep"),
            seat("merchant", gold=7, city="market"),
            turn="bishop",
            gathered=True,
        ),
        0,
    )
    html = show_view(view)._repr_html_()
    said = labels(html)
    for told in (
        "Tavern, trade, 1 gold",
        "Keep, unique, 3 gold",
        "Market, trade, 2 gold",
        "Temple, religious, 1 gold",
        "Castle, noble, 4 gold",
    ):
        assert said.count(told) == 1
    assert "Bishop, rank 5" in said
    assert "a hidden character" in said
    assert said.count("has the crown") == 1
    assert "3 legal actions" in words(html)
    assert "build castle" in words(html)
    assert view._repr_html_() == html


def test_a_view_shows_no_more_than_its_seat_may_know() -> None:
    def shown(hand: str, character: str) -> str:
        game = table(seat("bishop", gold=5, hand="temple"), seat(character, gold=7, hand=hand), turn="bishop")
        shown = show_view(View.of(game, 0))
        return str(shown) + shown._repr_html_()

    assert shown("castle palace", "merchant") == shown("tavern docks", "architect")


def test_a_spectators_view_has_no_hand_and_no_actions() -> None:
    html = show_view(View.of(new_game(4, seed="s"), None))._repr_html_()
    assert "Your hand" not in html
    assert "legal action" not in html
    assert "what everybody sees" in words(html)


@pytest.mark.parametrize("players", [2, 5, 8])
@pytest.mark.parametrize("edition", ["modern", "classic"])
def test_every_view_of_a_game_can_be_shown(players: int, edition: str) -> None:
    game = Table.deal(["random"] * players, edition=edition, seed="s", scenario=None)
    while not is_over(game.game):
        if game.game.n % 7 == 0:
            assert drawings(show_view(game.view())._repr_html_())
            assert str(game.view())
        game.step()


def test_every_card_can_be_drawn() -> None:
    for edition in ("modern", "classic"):
        for card in catalogue.districts(edition):
            name = card["names"]["en"]
            drawn = house(name, card["type"], card["cost"], beautified=True, under=2, tip=card["text"])
            text = " ".join(one.text or "" for one in ElementTree.fromstring(drawn).iter(f"{{{XMLNS}}}text"))
            assert name in text
        assert {card["rank"] for card in catalogue.characters(edition)} <= set(GLYPHS)
    for rank in GLYPHS:
        ElementTree.fromstring(shield(rank, "someone"))


def test_the_types_differ_by_their_shape_and_not_by_colour_alone() -> None:
    types = ("noble", "religious", "trade", "military", "unique")
    shapes = {re.sub("|".join(types), "", house("A", kind, 3)) for kind in types}
    assert len(shapes) == 5


# --- a game ----------------------------------------------------------------------------------------------------------


def test_a_game_shows_the_winner_the_sheet_the_board_and_the_story(game: Game) -> None:
    html = game._repr_html_()
    said = words(html)
    assert said.startswith(f"{style_of(html)} {game.names[game.winners[0]]} wins 4 players, modern edition")
    for total in game.scores:
        assert f"{total}" in said
    assert sum(label.startswith("points of each seat") for label in labels(html)) == 1
    built = sum(len(one.city) for one in game.final.seats)
    assert sum(label.endswith(" gold") for label in labels(html)) >= built
    rounds = [one for one in tree(html).iter("summary") if (one.text or "").startswith("Round ")]
    assert len(rounds) == game.rounds
    assert str(show_game(game)) == str(game)


def style_of(html: str) -> str:
    return " ".join((next(tree(html).iter("style")).text or "").split())


def test_the_story_is_folded_and_tells_every_build(game: Game) -> None:
    folded = [one for one in tree(game._repr_html_()).iter("details") if one.get("open") is None]
    story = next(one for one in folded if "story" in (one[0].text or ""))
    builds = sum(action.verb == "build" for _, action in game.taken)
    assert sum(" built the " in (one.text or "") for one in story.iter("li")) == builds


def test_the_text_of_a_game_has_the_board_and_the_places(game: Game) -> None:
    text = str(game)
    assert "\x1b" not in text
    assert f"1st: {game.names[game.winners[0]]} ({max(game.scores)})" in text
    assert text.count(" built") >= 4
    assert not any(line != line.rstrip() for line in text.splitlines())


def test_names_are_only_text() -> None:
    played = play([Nasty, "greedy"], seed="s", on_fault="harmless")
    report = match(Nasty, "greedy", games=2, seed="s", jobs=1)
    for html in (played._repr_html_(), report._repr_html_()):
        assert "alert('x')" in words(html)
        assert not list(tree(html).iter("script"))
    ElementTree.fromstring(page(NASTY, report._repr_html_()).removeprefix("<!DOCTYPE html>"))


@pytest.mark.parametrize("text", ["<b>", "a & b", "\x00\x08\ud800\uffff", "\"quoted\" 'so'", "Ünï ✓ 𝄞"])
def test_any_text_may_stand_in_an_element_and_in_an_attribute(text: str) -> None:
    element = ElementTree.fromstring(f'<p title="{escape(text)}">{escape(text)}</p>')
    kept = re.sub("[\x00\x08\ud800\uffff]", "\ufffd", text)
    assert (element.text, element.get("title")) == (kept, kept)


# --- a report --------------------------------------------------------------------------------------------------------


def test_a_report_has_a_bar_a_row_and_a_sentence_for_each_entrant() -> None:
    report = match("greedy", "random", games=8, seats=4, seed="s", jobs=1)
    html = show_report(report)._repr_html_()
    assert len(drawings(html)) == 2
    assert len(list(tree(html).iter("tr"))) == 1 + 2 + 1 + 2
    for row in report.rows:
        assert row.told in words(html)
    assert str(show_report(report)) == str(report)
    assert "\x1b" not in str(report)


@pytest.mark.parametrize("share", [0.0, 0.4, 1.0])
def test_bars_stay_within_their_drawing(share: float) -> None:
    drawn = ElementTree.fromstring(shares(share, max(0.0, share - 0.1), min(1.0, share + 0.1), 0.25, "even"))
    width = float(drawn.get("width", "0"))
    for one in drawn.iter(f"{{{XMLNS}}}rect"):
        assert 0 <= float(one.get("x", "0")) <= float(one.get("x", "0")) + float(one.get("width", "0")) <= width


def test_light_and_dark_have_the_same_colours_to_say() -> None:
    style = next(tree(show_view(View.of(new_game(2, seed="s"), 0))._repr_html_()).iter("style")).text or ""
    light, dark = re.findall(r"\.citadels\{([^}]*)\}?", style)[:2]

    def names(rules: str) -> Iterator[str]:
        return iter(re.findall(r"--(\w+):", rules))

    assert set(names(light)) == set(names(dark))
    assert set(re.findall(r"var\(--(\w+)\)", style)) <= set(names(light))


# --- as they were looked at ------------------------------------------------------------------------------------------


def parts() -> Iterator[tuple[str, str]]:
    """Each kind of drawing and of text by its name."""
    for edition in ("modern", "classic"):
        cards = catalogue.districts(edition)
        for name, beautified, under in (("plain", False, 0), ("beautified", True, 0), ("under", False, 3)):
            drawn = [
                house(one["names"]["en"], one["type"], one["cost"], beautified=beautified, under=under) for one in cards
            ]
            yield f"houses {edition} {name}", "".join(drawn)
    yield "shields", "".join(shield(rank) for rank in (None, *range(1, 10)))
    yield "small", "".join([crown(), *(coins(gold) for gold in (0, 1, 12)), *(svg.cards(count) for count in (0, 1, 9))])
    yield "shares", shares(0.4, 0.3, 0.55, 0.25, "better") + shares(0.0, 0.0, 0.1, 0.25, "worse")
    yield "bars", svg.bars([("ann", 12, [("noble", 8, "eight"), ("trade", 4, "four")]), ("bea", 0, [])])
    for edition, people in (("modern", "bishop merchant witch"), ("classic", "king thief warlord")):
        seats = [
            seat(
                one,
                gold=at * 3,
                hand=("", "temple", "temple castle")[at],
                city=("tavern", "tavern keep", "market castle")[at],
            )
            for at, one in enumerate(people.split())
        ]
        game = table(*seats, turn=people.split()[0], gathered=True, edition=edition)
        for viewer in (0, None):
            shown = show_view(View.of(game, viewer))
            yield f"view {edition} {viewer} text", str(shown)
            yield f"view {edition} {viewer} html", shown._repr_html_()


KEPT = {
    "houses modern plain": "5e77bcaa",
    "houses modern beautified": "58d1a6ab",
    "houses modern under": "515f3605",
    "houses classic plain": "9eaaa653",
    "houses classic beautified": "bb5a23e8",
    "houses classic under": "b3a51a7f",
    "shields": "eee6bcd2",
    "small": "38195426",
    "shares": "ad626ed7",
    "bars": "074fe270",
    "view modern 0 text": "578f2736",
    "view modern 0 html": "a437a517",
    "view modern None text": "b8d47710",
    "view modern None html": "a060c52a",
    "view classic 0 text": "cde8f5b9",
    "view classic 0 html": "66b99d9f",
    "view classic None text": "f49d1cbc",
    "view classic None html": "8b031f79",
}
"""The digest of each as it was when somebody had looked at it."""


def test_drawings_and_texts_are_as_they_were_looked_at() -> None:
    """Whoever changes one looks at it (`page` makes a file of it), and writes its digest down anew."""
    assert {name: sha256(drawn.encode()).hexdigest()[:8] for name, drawn in parts()} == KEPT


def test_recorded_decisions_are_drawn_as_they_were_looked_at() -> None:
    """Whatever lies on the table: markers, cards under districts, hands that were looked at."""
    lines = []
    for at, raw in enumerate(decisions()):
        assert raw.own is not None
        view = View.read(raw.to_json(), raw.own.seat, [action.text for action in raw.actions], [])
        shown = show_view(view)
        digests = [sha256(drawn.encode()).hexdigest()[:8] for drawn in (str(shown), shown._repr_html_())]
        lines.append(f"{at} {view.edition} {view.kind} {' '.join(digests)}")
    assert_kept(Path(__file__).parent / "kept" / "shown.txt", lines)


@pytest.mark.parametrize(
    ("name", "lines"),
    [
        ("School of Magic", ["School", "of Magic"]),
        ("A Very Long Name Indeed", ["A Very Long", "Name Indeed"]),
        ("Imperial Treasury", ["Imperial", "Treasury"]),
        ("Thirteen here", ["Thirteen here"]),
        ("Fourteen there", ["Fourteen", "there"]),
        ("Withoutanyspace", ["Withoutanyspac"]),
    ],
)
def test_a_name_is_broken_nearest_to_its_middle(name: str, lines: list[str]) -> None:
    assert wrapped(name) == lines


# --- games -----------------------------------------------------------------------------------------------------------


def test_games_are_shown_as_they_were_looked_at() -> None:
    """In full, and with the story: who has changed a word of it looks at it."""
    lines = []
    for players, edition, seed in ((2, "modern", "s"), (4, "classic", "t"), (8, "modern", "u")):
        game = play(["greedy", "random"] * (players // 2), edition=edition, seed=seed)
        html = re.sub(r"<style>.*?</style>", "", game._repr_html_(), flags=re.DOTALL)
        shown, _, story = html.partition("<summary>The story")
        lines += [f"-- {players} {edition}", str(game), re.sub(r"(</(?:p|tr|h3|h4|svg|details|div)>)", r"\1\n", shown)]
        lines.append(f"story {sha256(story.encode()).hexdigest()[:8]}")
    assert_kept(Path(__file__).parent / "kept" / "games.txt", lines)


def test_of_many_faults_the_first_five_are_shown() -> None:
    def fails(view: View) -> str:
        raise ValueError(f"at {view.n}\nand <more>")

    def fails_once(view: View) -> str:
        return "nonsense" if view.n < 2 else harmless(view).text

    many, once = (play([bot, "greedy"], seed="s", on_fault="harmless") for bot in (fails, fails_once))
    html = many._repr_html_()
    assert html.count("<li>fails at seat ") == 5
    assert f"<summary>{len(many.faults)} faults</summary><ul><li>" in html
    assert "and &lt;more&gt;" in html
    assert f"\n{len(many.faults)} faults; the first:\n  fails at seat" in str(many)
    assert len(once.faults) == 1
    assert "<summary>1 fault</summary><ul><li>" in once._repr_html_()
    assert "\n1 fault; the first:\n  fails_once at seat" in str(once)
    assert "fault" not in play(["greedy", "greedy"], seed="s")._repr_html_()


@pytest.mark.parametrize(("name", "shown"), [("x" * 16, "x" * 16), ("x" * 17, "x" * 15 + "…"), ("x", "x")])
def test_a_long_name_beside_a_bar_is_cut(name: str, shown: str) -> None:
    drawn = ElementTree.fromstring(svg.bars([(name, 3, [("noble", 3, "noble")])]))
    assert next(drawn.iter(f"{{{XMLNS}}}text")).text == shown


def test_bars_are_as_long_as_their_points() -> None:
    drawn = svg.bars(
        [
            ("ann", 100, [("a", 0, "plain"), ("b", 1, "x"), ("c", 6, "y"), ("d", 93, "z")]),
            ("bob", 0, []),
            ("cy", 7, [("e", 7, "x")]),
        ]
    )
    assert_kept(Path(__file__).parent / "kept" / "bars.txt", [drawn.replace("><", ">\n<")])


def test_a_page_of_its_own_is_as_it_was_looked_at() -> None:
    assert_kept(Path(__file__).parent / "kept" / "page.txt", [page("A <title>", "<p>body</p>")])


def test_the_colours_and_shapes_are_as_they_were_looked_at() -> None:
    assert_kept(Path(__file__).parent / "kept" / "style.txt", [*TYPES, STYLE.replace("}", "}\n").replace(";", ";\n")])
