"""The page of a tournament: whole, harmless, readable by everybody, and alive in a real browser."""

from __future__ import annotations

import base64
import contextlib
import functools
import json
import os
import re
import signal
import subprocess
import tempfile
import zlib
from hashlib import sha256
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pytest
from citadels_engine import is_over
from citadels_engine.formats.record import read, steps
from citadels_sdk.tournaments.event import Tournament
from citadels_sdk.tournaments.local_run import tournament
from citadels_sdk.tournaments.outputs import page_of
from citadels_sdk.tournaments.page import MOST, inflated, inlined, page_html
from citadels_sdk.tournaments.page.colours import contrast, palette
from citadels_sdk.tournaments.page.frames import SEAT, Art, frames

from tests.support.browser import CHROMIUM
from tests.support.small_tournament import NASTY, played, small

FLAGS = (
    "--headless", "--no-sandbox", "--disable-gpu", "--no-first-run", "--disable-background-networking", "--disable-sync",
    "--disable-component-update", "--disable-extensions", "--disable-dev-shm-usage", "--enable-logging=stderr", "--dump-dom",
    "--virtual-time-budget=6000",
)  # fmt: skip
in_a_browser = pytest.mark.skipif(CHROMIUM is None, reason="there is no chromium here; CI promises one")


def page() -> str:
    return (small() / "index.html").read_text(encoding="utf-8")


def without_scripts(text: str) -> str:
    return re.sub(r"<script[^>]*>.*?</script>", "", text, flags=re.DOTALL)


def tree(text: str) -> ElementTree.Element:
    return ElementTree.fromstring(without_scripts(text).removeprefix("<!DOCTYPE html>"))


def carried(text: str) -> dict[str, Any]:
    """What the page carries, by the ids of its blocks."""
    blocks = re.findall(r'<script type="text/plain" id="([\w-]+)">([^<]*)</script>', text)
    return {name: json.loads(zlib.decompress(base64.b64decode(packed), -15)) for name, packed in blocks}


# --- what stands in it -------------------------------------------------------------------------------------------------


def test_it_is_well_formed_and_asks_nothing_of_anybody() -> None:
    text = page()
    rest = without_scripts(text).replace("http://www.w3.org/2000/svg", "")
    assert not re.search(r"https?:|url\(|@import|javascript:|<link|<iframe|<img|<object|<base|\son\w+=|\sstyle=", rest)
    assert all(one.get("href", "#").startswith("#") for one in tree(text).iter("a"))


def test_its_policy_allows_its_own_style_and_script_and_nothing_else() -> None:
    text = page()
    found = re.search(r'http-equiv="Content-Security-Policy" content="([^"]*)"', text)
    assert found is not None

    def named(tag: str) -> str:
        (body,) = re.findall(rf"<{tag}>(.*?)</{tag}>", text, flags=re.DOTALL)
        return "'sha256-" + base64.b64encode(sha256(body.encode()).digest()).decode() + "'"

    assert [part.strip() for part in found[1].split(";")] == [
        "default-src 'none'", f"style-src {named('style')}", f"script-src {named('script')}", "base-uri 'none'", "form-action 'none'",
    ]  # fmt: skip


def test_names_are_only_text() -> None:
    found = tree(page())
    assert sum("alert('x')" in (one.text or "") for one in found.iter()) >= 5
    assert page().count("<script>") == 1
    assert NASTY in carried(page())["book"]["names"]


def test_every_section_is_under_its_heading_and_every_table_has_its_heads() -> None:
    found = tree(page())
    sections = {one.get("id"): one for one in found.iter("section")}
    assert list(sections) == [
        "standings", "ratings", "crosstable", "better", "rounds", "games", "seats", "characters", "settings", "check",
    ]  # fmt: skip
    assert [one.get("href") for one in found.iter("nav") for one in one.iter("a")] == [f"#{name}" for name in sections]
    for name, section in sections.items():
        assert section.get("aria-labelledby") == f"{name}-title"
        assert section[0].get("id") == f"{name}-title"
    for table in found.iter("table"):
        assert next(table.iter("caption")).text
        assert {one.get("scope") for one in table.iter("th")} == {"col", "row"}


def test_drawings_say_what_they_are_or_stand_beside_the_number() -> None:
    for one in tree(page()).iter("{http://www.w3.org/2000/svg}svg"):
        assert one.get("aria-label") or one.get("aria-hidden") == "true"


def test_the_standings_are_those_of_the_tournament() -> None:
    rows = [" ".join(row.itertext()) for row in next(one for one in tree(page()).iter("table")).iter("tr")][1:]
    for row, standing, rate in zip(rows, played().standings, summary()["wins"], strict=True):
        assert f"({100 * rate['low']:.0f} to {100 * rate['high']:.0f})" in row
        assert f"{standing.place}." in row
        assert standing.entrant in row
        assert f"{standing.mean:.3f}" in row


def test_the_number_stands_in_every_cell_of_a_heat_map() -> None:
    cells = [one for one in tree(page()).iter("td") if (one.get("class") or "").startswith("heat")]
    assert len(cells) == 6 + sum(row["share"] is not None for row in summary()["better"])
    assert all(re.match(r"[<>]?\d", one.text or "") for one in cells)


def summary() -> Any:
    return played().summary


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_what_is_written_on_a_colour_can_be_read(theme: str) -> None:
    assert min(contrast(ground, ink) for ground, ink in palette(theme)) >= 4.5


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_the_ends_of_the_scale_differ_in_more_than_red_and_green(theme: str) -> None:
    (low, _), *_, (high, _) = palette(theme)
    assert abs(low[2] - high[2]) > 80


def test_light_and_dark_have_all_colours(tmp_path: Path) -> None:
    style = next(tree(page()).iter("style")).text or ""
    dark = "".join(re.findall(r"@media\(prefers-color-scheme:dark\)\{(.*?\})\}", style))
    assert set(re.findall(r"var\(--(\w+)\)", style)) <= set(re.findall(r"--(\w+):", dark))


def test_a_notebook_shows_the_head_of_it() -> None:
    shown = played()._repr_html_()
    ElementTree.fromstring(shown)
    assert "Standings" in shown
    assert "<script" not in shown


# --- its games ---------------------------------------------------------------------------------------------------------


def test_it_carries_the_games_that_it_was_asked_for_and_says_so() -> None:
    assert inlined(page()) == 3
    book = carried(page())["book"]
    assert (len(book["games"]), len(book["chunks"])) == (6, 3)
    assert "Of 6 games, 3 can be stepped through here" in page()
    faulty = {one.fixture.id for one in played().results if one.left}
    assert faulty & set(book["chunks"]) == set(list(faulty)[:3]) or len(faulty) > 3


def test_without_games_it_says_how_they_are_shown() -> None:
    text = page_of(played(), 0)
    assert "None of them can be stepped through here" in text
    assert set(carried(text)) == {"book"}
    assert "citadels replay" in text


def test_the_steps_of_a_game_lead_to_its_end() -> None:
    art = Art()
    record = played().games.text("1.0.0.0")
    told = frames(record, art)
    now: dict[str, Any] = {}
    for number, (step, (taken, game)) in enumerate(zip(told["steps"], steps(read(record)), strict=True)):
        now |= step[0]
        assert (taken is None) == (number == 0)
        if taken is not None:
            assert step[2:4] == [taken.seat, taken.do]
        for seat, one in enumerate(game.seats):
            assert now[f"g{seat}"] == one.gold
            assert len(now[f"h{seat}"]) == len(one.hand)
            assert [key.split(":")[2] for key in now[f"b{seat}"]] == [built.text for built in one.city]
    assert is_over(game)
    assert {key for seat in range(2) for key in (*now[f"h{seat}"], *now[f"b{seat}"])} <= set(art.drawn)
    result = read(record).result
    assert result is not None
    assert [row[-1] for row in told["sheet"][1:]] == [sheet["total"] for sheet in result.scores]


def test_sentences_name_seats_and_not_players() -> None:
    told = json.dumps(frames(played().games.text("1.0.0.0"), Art())["steps"], ensure_ascii=False)
    assert json.dumps(SEAT.format(1))[1:-1] in told
    assert "greedy" not in told


def test_a_game_takes_little_of_the_page() -> None:
    sizes = [len(one) for name, one in re.findall(r'id="(games-\d+)">([^<]*)<', page())]
    assert sum(sizes) / 3 < 6_000


def test_the_same_log_makes_the_same_page() -> None:
    again = Tournament.load(small())
    assert page_of(again, 3) == page()
    assert inflated(page()) == inflated(page_of(played(), 3))


@pytest.mark.parametrize(
    ("form", "more", "said"),
    [
        ("swiss", {"rounds": 2}, ["Round by round", "Without a table"]),
        ("knock-out", {}, ["The tree", "goes on", "Final"]),
        ("gauntlet", {}, ["Gauntlet", ">too few deals</span>", "no two have played two deals or more"]),
        (
            "sequential",
            {"most": 24, "bound": 0.2},
            ["better than random?", ">greedy is better than random (95 %).<", "Looked for: a difference of 0.200"],
        ),
    ],
)
def test_every_format_has_its_own_section(form: str, more: dict[str, Any], said: list[str]) -> None:
    bots = ["greedy", "random"] if form == "sequential" else ["greedy", "random", "greedy", "random", "random"]
    event = tournament(bots, format=form, seats=2, deals=1, seed="s", jobs=1, progress=False, **more)
    text = page_of(event, 0)
    tree(text)
    for words in said:
        assert words in text


def test_an_event_without_a_game_has_a_page_too() -> None:
    empty = Tournament(
        played().described, type(played().contest)(played().settings), [], played().games, played().times
    )
    text = page_html(empty.described.to_json(), empty.contest, empty.summary, lambda _: None, MOST)
    tree(text)
    assert "Not over yet" in text


# --- in a browser ------------------------------------------------------------------------------------------------------


def seen(text: str, place: str = "", *, narrow: bool = False) -> tuple[str, list[str]]:
    """What the page is in the browser, and what stood on the console; `narrow` puts it into a frame as wide as a telephone."""
    assert CHROMIUM is not None
    with tempfile.TemporaryDirectory(prefix="citadels-", ignore_cleanup_errors=True) as folder:
        file = Path(folder) / "page.html"
        file.write_text(text, encoding="utf-8")
        if narrow:
            frame = Path(folder) / "frame.html"
            frame.write_text(f'<iframe src="{file.name}{place}" width="360" height="740"></iframe>')
            file = frame
        words = [CHROMIUM, *FLAGS, f"--user-data-dir={folder}/data", f"{file.as_uri()}{place}"]
        with subprocess.Popen(
            words, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.PIPE, start_new_session=True
        ) as browser:
            try:
                out, err = browser.communicate(timeout=90)
            finally:
                with contextlib.suppress(ProcessLookupError):
                    os.killpg(browser.pid, signal.SIGKILL)
    return out.decode(), re.findall(r"CONSOLE.*?\] (.*)", err.decode(errors="replace"))


PROBE = """
const wait = (ms) => new Promise((done) => setTimeout(done, ms));
const until = async (holds) => { for (let tries = 0; tries < 500 && !holds(); tries += 1) await wait(20); };
(async () => {
  while (!document.documentElement.dataset.ready) await wait(20);
  const told = { wide: document.documentElement.scrollWidth, room: innerWidth };
  told.listed = document.querySelectorAll("#rows .game").length;
  document.querySelector("#rows .open").click();
  const player = document.querySelector("#player");
  await until(() => player.open && document.querySelector("#where").textContent.startsWith("Step "));
  told.open = player.open;
  const press = (key) => player.dispatchEvent(new KeyboardEvent("keydown", { key, bubbles: true }));
  press("ArrowRight"); press("ArrowRight"); press("ArrowLeft");
  told.step = document.querySelector("#where").textContent;
  press("End");
  told.sheet = player.querySelectorAll("table tbody tr").length;
  told.houses = player.querySelectorAll("#board .row svg").length;
  told.shut = player.querySelector("#next").disabled;
  told.wider = player.scrollWidth;
  document.querySelector("#close").click();
  const closed = () => !player.open && location.hash === "#games";
  await until(closed);
  told.closed = closed();
  document.querySelector("#inlined").click();
  told.all = document.querySelectorAll("#rows .game").length;
  console.log("PROBE " + JSON.stringify(told));
})();
"""


@functools.cache
def probed() -> tuple[dict[str, Any], list[str]]:
    """What a script of the tests has seen and done in the page, which is let in for that; and the rest of the console."""
    text = re.sub(r'<meta http-equiv="Content-Security-Policy"[^>]*/>', "", page())
    _, console = seen(text.replace("</body>", f"<script>{PROBE}</script></body>"), narrow=True)
    (told,) = [line for line in console if "PROBE" in line]
    raw = told[told.index("{") : told.rindex("}") + 1]
    return json.loads(raw.replace('\\"', '"')), [line for line in console if line is not told]


@pytest.mark.heavy
@in_a_browser
def test_it_opens_a_game_without_a_word_on_the_console() -> None:
    game = next(iter(carried(page())["book"]["chunks"]))
    dom, console = seen(page(), f"#game={game}&step=7")
    assert console == []
    assert 'data-ready="yes"' in dom
    assert re.search(r"<dialog[^>]* open", dom)
    assert "Step 7 of" in dom


@pytest.mark.heavy
@in_a_browser
def test_a_request_would_stand_on_the_console() -> None:
    _, console = seen(page().replace("<main>", '<main><img src="http://127.0.0.1:9/x.png" alt=""/>'))
    assert any("Content Security Policy" in line for line in console)


@pytest.mark.heavy
@in_a_browser
def test_a_game_is_stepped_through_by_keys() -> None:
    told, console = probed()
    assert console == []
    assert (told["listed"], told["open"], told["closed"], told["all"]) == (3, True, True, 6)
    assert told["step"].startswith("Step 1 of")
    assert (told["sheet"], told["shut"]) == (2, True)
    assert told["houses"] > 4


@pytest.mark.heavy
@in_a_browser
def test_nothing_is_wider_than_a_telephone() -> None:
    told, _ = probed()
    assert told["room"] == 360
    assert told["wide"] <= told["room"]
    assert told["wider"] <= told["room"]
