"""What the page costs in a real browser: the first page, an event on the screen, scrubbing through a replay.

    ./citadels bench web [--json] [--only first,live,replay] [--rounds N] [--events N]

- `first`: the first page of `./citadels up`, in a browser that has nothing yet, with a processor four times slower: its bytes on the wire, its
  requests, when the button to play is on the screen (`shown_ms`), when its lists are there too (`whole_ms`), and from when on a click is answered
  without a wait: the button is there, and the last task of more than 50 ms is over that began before all was there (`interactive_ms`).
  `slower_measured` is how much slower the page's own processor was than without the throttle, measured in it.
- `live`: from a move that another client sends over REST to its being painted on a spectator's screen.
- `replay`: a game of seven players, each moment asked for in turn, thirty a second with a key that is held down, and one a frame with the
  slider: how many moments were painted, and how long frames took. `crowded` are keys for which the browser had no frame of their own.

Each figure is the median of the rounds where nothing else is said.
"""

from __future__ import annotations

import argparse
import contextlib
import http.client
import json
import os
import statistics
import sys
import tempfile
import time
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from tests.support.stage import browser, up

if TYPE_CHECKING:
    from collections.abc import Iterator

    from playwright.sync_api import Browser, Page

    from tests.support.stage import Up

PARTS: Final = ("first", "live", "replay")
BUDGETS: Final = {"first_bytes": 200_000, "interactive_ms": 1000, "live_p95_ms": 100, "dropped": 0}
SLOWER: Final = 4
HELD_MS: Final = 33
"""A key that is held down comes about thirty times a second."""
PLAYERS: Final = 4
INTERACTIVE: Final = """() => {
  const found = (window.bench = { shown: 0, whole: 0, tasks: [] });
  new PerformanceObserver((list) => found.tasks.push(...list.getEntries().map((one) => [one.startTime, one.startTime + one.duration])))
    .observe({ type: "longtask", buffered: true });
  const painted = (name) => requestAnimationFrame(() => setTimeout(() => (found[name] ||= performance.now()), 0));
  const seen = new Set();
  const look = () => {
    const once = (name, holds) => { if (holds && !seen.has(name)) { seen.add(name); painted(name); } };
    once("shown", document.querySelector("main button.primary:not([disabled]):not([aria-disabled='true'])"));
    once("whole", document.querySelector("main a[href^='/table/'], main a[href^='/replay/']"));
  };
  new MutationObserver(look).observe(document, { childList: true, subtree: true, attributes: true });
}"""
PAINTED: Final = """() => {
  const found = (window.bench = []);
  new MutationObserver(() => {
    const number = Number(document.querySelector("#board").dataset.number);
    requestAnimationFrame(() => setTimeout(() => found.push([number, performance.timeOrigin + performance.now()]), 0));
  }).observe(document.querySelector("#board"), { attributes: true, attributeFilter: ["data-number"] });
}"""
FRAMES: Final = """() => {
  const found = (window.bench = { seen: new Set(), frames: [], crowded: 0, going: true });
  let last = performance.now();
  let keys = 0;
  addEventListener("keydown", () => (found.crowded += keys++ > 0 ? 1 : 0), true);
  const frame = (now) => {
    found.frames.push(now - last);
    last = now;
    keys = 0;
    found.seen.add(document.querySelector("#board").dataset.number);  // as the frame before painted it: the page moves within frames only
    if (found.going) requestAnimationFrame(frame);
  };
  requestAnimationFrame(frame);
}"""
SLIDE: Final = """async (of) => {
  const slider = document.querySelector("#scrub");
  for (let n = of; n >= 0; n--) {
    slider.value = String(n);
    slider.dispatchEvent(new Event("input", { bubbles: true }));
    await new Promise((done) => requestAnimationFrame(() => done()));
  }
}"""
WORK: Final = """() => {
  const once = () => {
    const from = performance.now();
    let held = 0;
    for (let i = 0; i < 1e6; i++) held = (31 * held + i) | 0;
    return performance.now() - from + (held ? 0 : 1e-9);
  };
  return Math.min(...Array.from({ length: 50 }, once));
}"""
"""How long the processor takes for a piece of work, by its best of fifty: what else goes on on the machine counts little."""
OVER: Final = """async () => {
  await new Promise((done) => setTimeout(done, 300));
  window.bench.going = false;
  return { seen: [...window.bench.seen].map(Number), frames: window.bench.frames, crowded: window.bench.crowded };
}"""


def say(line: str) -> None:
    """Tell whoever waits."""
    print(line, file=sys.stderr, flush=True)


def share(values: list[float], part: float) -> float:
    """The value below which that part of all lies."""
    return round(sorted(values)[min(len(values) - 1, int(len(values) * part))], 1)


@contextlib.contextmanager
def new_page(chromium: Browser, base: str, **wishes: Any) -> Iterator[Page]:
    """A page of a browser that has nothing yet."""
    context = chromium.new_context(base_url=base, locale="en-GB", viewport={"width": 1280, "height": 800}, **wishes)
    try:
        yield context.new_page()
    finally:
        context.close()


def first(chromium: Browser, service: Up, rounds: int) -> dict[str, Any]:
    """The first page."""
    all_rounds = []
    for number in range(rounds):
        all_rounds.append(first_once(chromium, service))
        say(f"first: round {number + 1} of {rounds}, interactive after {all_rounds[-1]['interactive_ms']:.0f} ms")
    names = all_rounds[0]
    return {name: round(statistics.median(one[name] for one in all_rounds), 1) for name in names} | {
        "interactive_rounds_ms": [round(one["interactive_ms"]) for one in all_rounds]
    }


def first_once(chromium: Browser, service: Up) -> dict[str, float]:
    """The first page, once."""
    sizes: list[float] = []
    with new_page(chromium, service.base) as page:
        wire = page.context.new_cdp_session(page)
        wire.on("Network.loadingFinished", lambda event: sizes.append(event["encodedDataLength"]))
        wire.send("Network.enable")
        unhindered = page.evaluate(WORK)
        wire.send("Emulation.setCPUThrottlingRate", {"rate": SLOWER})
        page.add_init_script(f"({INTERACTIVE})()")
        page.goto("/")
        page.wait_for_function("() => window.bench.shown && window.bench.whole")
        page.wait_for_load_state("networkidle")
        found = page.evaluate("window.bench")
        slowed = page.evaluate(WORK)
    busy = [end for begin, end in found["tasks"] if begin <= found["whole"]]  # until then a click would wait
    return {
        "bytes": sum(sizes),
        "requests": len(sizes),
        "shown_ms": found["shown"],
        "interactive_ms": max([found["shown"], *busy]),
        "whole_ms": found["whole"],
        "slower_measured": slowed / unhindered,
    }


class Mover:
    """People at a table who move one after the other, each over one connection."""

    def __init__(self, service: Up) -> None:
        self.service = service
        self.line = http.client.HTTPConnection("127.0.0.1", service.port, timeout=30)
        made = [service.call("POST", "/v1/guests", {}) for _ in range(PLAYERS)]
        self.secrets = [one["credential"]["secret"] for one in made]
        self.table = ""

    def deal(self) -> str:
        """A new table of theirs; its id."""
        order = {"players": PLAYERS, "seats": [{"kind": "you"}], "clock": {"kind": "none"}}
        self.table = self.service.call("POST", "/v1/tables", order, self.secrets[0])["id"]
        for secret in self.secrets[1:]:
            self.service.call("POST", f"/v1/tables/{self.table}/join", {}, secret)
        return self.table

    def choose(self) -> tuple[int, int, str] | None:
        """Whose decision it is, its number, and what they do: the first that is legal; None when the game is over."""
        told = self.service.call("GET", f"/v1/tables/{self.table}/position", secret=self.secrets[0])
        decision = told.get("decision")
        if decision is None:
            return None
        told = self.service.call("GET", f"/v1/tables/{self.table}/position", secret=self.secrets[decision["seat"]])
        actions = [one["text"] for one in told["decision"]["actions"]]
        return told["seat"], told["decision"]["n"], actions[-1] if told["decision"]["n"] % 3 else actions[0]

    def move(self, seat: int, n: int, action: str) -> tuple[float, int]:
        """Send a move: when it was sent, and the number of the table after it."""
        body = json.dumps({"n": n, "actions": [action]})
        headers = {"Authorization": f"Bearer {self.secrets[seat]}", "Content-Type": "application/json"}
        headers["Idempotency-Key"] = f"{self.table}{n}"[-32:]
        sent = time.time()
        self.line.request("POST", f"/v1/tables/{self.table}/actions", body, headers)
        answer = self.line.getresponse()
        told = json.loads(answer.read())
        if answer.status != 200:
            raise RuntimeError(f"{answer.status}: {told}")
        return 1000 * sent, told["position"]["number"]


def live(chromium: Browser, service: Up, events: int) -> dict[str, Any]:
    """From a move to the screen of a spectator."""
    mover = Mover(service)
    took: list[float] = []
    games = 0
    while len(took) < events:
        games += 1
        with new_page(chromium, service.base) as page:
            page.goto(f"/table/{mover.deal()}")
            page.wait_for_selector("#board")
            page.evaluate(PAINTED)
            sent: dict[int, float] = {}
            while len(took) + len(sent) < events and (choice := mover.choose()) is not None:
                at, number = mover.move(*choice)
                sent[number] = at
                page.wait_for_function("number => window.bench.some(([one]) => one >= number)", arg=number)
            painted = page.evaluate("window.bench")
            took += [min(when for one, when in painted if one >= number) - at for number, at in sent.items()]
        say(f"live: {len(took)} of {events} events")
    return {
        "events": len(took),
        "games": games,
        "p50_ms": share(took, 0.5),
        "p95_ms": share(took, 0.95),
        "most_ms": round(max(took), 1),
    }


def replay(chromium: Browser, service: Up) -> dict[str, Any]:
    """Every moment of a game of seven, forwards with a key and backwards with the slider."""
    listed = service.call("GET", "/v1/practice")
    (over,) = [one for one in listed["positions"] if one["name"] == "over"]
    found: dict[str, Any] = {}
    with new_page(chromium, service.base) as page:
        page.goto(f"/replay/{over['table']}?seat=all")
        page.wait_for_function(
            "() => { const one = document.querySelector('#replay'); return one && +one.dataset.loaded > +one.dataset.of; }"
        )
        of = int(page.locator("#replay").get_attribute("data-of") or 0)
        found |= {"players": over["players"], "moments": of + 1}
        for way in ("keyboard", "slider"):
            say(f"replay: {of + 1} moments by {way} ...")
            page.evaluate(FRAMES)
            if way == "keyboard":
                press_through(page, of)
            else:
                page.evaluate(SLIDE, of)
            told = page.evaluate(OVER)
            found[way] = {
                "painted": len(told["seen"]),
                "dropped": of + 1 - len(told["seen"]),
                "crowded": told["crowded"],
                "frames": len(told["frames"]),
                "frame_p50_ms": share(told["frames"], 0.5),
                "frame_p95_ms": share(told["frames"], 0.95),
                "frame_most_ms": round(max(told["frames"]), 1),
            }
    return found


def press_through(page: Page, of: int) -> None:
    """Hold the key that goes a moment on, until the end; a page that is slow may be as slow as it likes, within bounds."""
    for _ in range(20 * of):
        page.keyboard.down("ArrowRight")
        time.sleep(HELD_MS / 1000)
        if page.evaluate("() => Number(document.querySelector('#replay').dataset.n)") >= of:
            break
    page.keyboard.up("ArrowRight")


def measure(chosen: argparse.Namespace) -> dict[str, Any]:
    """The parts that were asked for."""
    found: dict[str, Any] = {"bench": "web", "cores": os.cpu_count(), "slower": SLOWER, "budgets": BUDGETS}
    with tempfile.TemporaryDirectory(prefix="bench-web-") as text, browser() as chromium:
        if {"first", "live"} & set(chosen.only):
            say("./citadels up ...")
            with up(Path(text), "--ephemeral") as service:
                if "first" in chosen.only:
                    found["first"] = first(chromium, service, chosen.rounds)
                if "live" in chosen.only:
                    found["live"] = live(chromium, service, chosen.events)
        if "replay" in chosen.only:
            say("./citadels up --practice ...")
            with up(Path(text), "--practice") as service:
                found["replay"] = replay(chromium, service)
    return found


def told(found: dict[str, Any]) -> str:
    """The figures for people."""
    lines = []
    if one := found.get("first"):
        lines += [
            f"first page     {one['bytes']:,.0f} bytes on the wire in {one['requests']:.0f} requests (budget {BUDGETS['first_bytes']:,})",
            (
                f"               the button to play there after {one['shown_ms']:.0f} ms, its lists after {one['whole_ms']:.0f} ms, "
                f"all clicks answered without a wait after {one['interactive_ms']:.0f} ms,\n"
                f"               processor {SLOWER} times slower, {one['slower_measured']:.1f} measured (budget {BUDGETS['interactive_ms']} ms)"
            ),
        ]
    if one := found.get("live"):
        lines.append(
            f"live event     p50 {one['p50_ms']} ms, p95 {one['p95_ms']} ms of {one['events']} (budget {BUDGETS['live_p95_ms']} ms)"
        )
    if one := found.get("replay"):
        for way in ("keyboard", "slider"):
            by = one[way]
            lines.append(
                f"replay         by {way}: {by['painted']} of {one['moments']} moments painted, {by['dropped']} dropped ({by['crowded']} keys without a frame of their own); "
                f"{by['frames']} frames, p50 {by['frame_p50_ms']} ms, p95 {by['frame_p95_ms']} ms"
            )
    return "\n".join(lines)


def main() -> int:
    """Measure and print."""
    parser = argparse.ArgumentParser(prog="./citadels bench web", description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--json", action="store_true", help="one JSON object as the last line")
    parser.add_argument("--only", type=lambda text: text.split(","), default=list(PARTS), help=", ".join(PARTS))
    parser.add_argument("--rounds", type=int, default=5, help="how often the first page is loaded (default 5)")
    parser.add_argument("--events", type=int, default=100, help="how many live events (default 100)")
    chosen = parser.parse_args()
    if unknown := set(chosen.only) - set(PARTS):
        parser.error(f"there is no part {', '.join(unknown)}; there are {', '.join(PARTS)}")
    if chosen.rounds < 1 or chosen.events < 1:
        parser.error("at least one round and one event")
    found = measure(chosen)
    print(json.dumps(found) if chosen.json else told(found))
    return 0


if __name__ == "__main__":
    sys.exit(main())
