// The log of a game: its headings and lines, the moment that is shown, what it scrolls to, and the ways to its moments.
import assert from "node:assert/strict";
import test, { afterEach } from "node:test";

import { lines, makePage, settled } from "../../support/dom.mjs";
import { assertKept } from "../../support/kept.mjs";

makePage();
const { html, render } = await import("../../../../../web/core/component.mjs");
const { loadWords } = await import("../../../../../web/i18n/index.mjs");
const { GameLog } = await import("../../../../../web/board/log/log_panel.mjs");
await loadWords("log");

const cards = { character: (id) => (id === "nobody" ? null : { name: `<${id}>` }), district: (id) => ({ name: `[${id}]` }) };
const game = [
  { number: 1, kind: "created", seat: null, facts: { json: {} } }, { number: 2, kind: "round", facts: { json: { round: 1, crown: 0 } }, n: 0 }, { number: 3, kind: "pick", seat: 0, n: 1, facts: { json: {} } },
  { number: 4, kind: "reveal", seat: 0, n: 2, facts: { json: { character: "king" } } }, { number: 5, kind: "gain", seat: 0, n: 2, facts: { json: { gold: 2 } } }, { number: 6, kind: "gain", seat: 0, n: 3, facts: { json: { gold: 1 } } },
  { number: 7, kind: "reveal", seat: 5, n: 4, facts: { json: { character: "nobody" } } }, { number: 8, kind: "turn_end", seat: 5, n: 5, facts: { json: {} } }, { number: 9, kind: "round", n: 5, facts: { json: { round: 2, crown: 1 } } },
  { number: 10, kind: "over", n: 6, facts: { json: {} } }, { number: 11, kind: "end", n: 6, facts: { json: { places: [[0], [1]], totals: [9, 8] } } },
];
const names = ["Ann", "Bob"];
let box;
async function open(props = {}) {
  if (box) render(null, box);
  box = document.body.appendChild(document.createElement("main"));
  return draw(props);
}
async function draw(props = {}) {
  render(html`<${GameLog} events=${game} names=${names} cards=${cards} ...${props} />`, box);
  await settled();
  return box.querySelector(".log") ?? box.children[0];
}
const link = (n) => `/replay/game_1/${n}`;
const marked = () => box.querySelectorAll("[aria-current]").map((one) => Number(one.getAttribute("data-n")));
afterEach(() => {
  render(null, box);
  document.body.replaceChildren();
});

test("a log is drawn as people have looked at it, with links and without, whole and its end", async () => {
  const kept = [];
  for (const [about, props] of [
    ["with links", { link }], ["of a viewer, read out no more", { viewer: 0, live: false }], ["without cards", { cards: null }], ["its last three lines", { limit: 3 }], ["all but one", { limit: 8 }], ["just all", { limit: 9 }], ["of nothing", { events: [] }],
  ]) {
    await open(props);
    kept.push(`-- ${about}`, ...box.childNodes.flatMap((one) => lines(one)));
  }
  assertKept("log", kept);
});

test("older lines come as they are asked for", async () => {
  await open({ limit: 2 });
  const shown = () => box.querySelectorAll("li[data-n]").length;
  assert.equal(shown(), 2);
  box.querySelector("button").click();
  await settled();
  assert.ok(shown() > 2);
});

test("the lines of the moment that is shown are marked, and no others", async () => {
  const found = {};
  await open({ link, current: 0 });
  for (const current of [0, 1, 2, 3, 4, 5, 6, 9, -1]) {
    await draw({ link, current });
    found[current] = marked();
  }
  assert.deepEqual(found, { 0: [0, 0], 1: [1], 2: [2, 2], 3: [3], 4: [4], 5: [5], 6: [6, 6], 9: [], [-1]: [] });
});

test("the moment that is shown comes into sight, where it is not in sight", async () => {
  const element = await open({ link, current: 6 });
  Object.assign(element, { clientHeight: 300, scrollHeight: 2000 });
  box.querySelectorAll("li[data-n]").forEach((one, at) => { one.offsetTop = 200 * at; });
  const scrolled = async (current, from) => {
    element.scrollTop = from;
    await draw({ link, current: current === 6 ? 5 : 6 });
    element.scrollTop = from;
    await draw({ link, current });
    return element.scrollTop;
  };
  assert.deepEqual([await scrolled(2, 0), await scrolled(2, 561), await scrolled(2, 760), await scrolled(2, 761), await scrolled(2, 560), await scrolled(2, 559), await scrolled(-1, 500)], [650, 561, 760, 650, 560, 650, 0]);
});

test("what is new comes into sight as long as the end is in sight", async () => {
  const element = await open({ current: null });
  Object.assign(element, { clientHeight: 300, scrollHeight: 2000 });
  await draw({ events: [...game, { number: 12, kind: "start", facts: { json: {} } }] });
  assert.equal(element.scrollTop, 2000);
  for (const [from, stuck] of [[1653, true], [1652, false], [1600, false]]) {
    element.scrollTop = from;
    element.fire("scroll");
    element.scrollHeight = 2000;
    await draw({ events: [...game] });
    assert.equal(element.scrollTop, stuck ? 2000 : from, String(from));
  }
});

test("a line leads to its moment: by a press, where nothing else is meant, and by its address", async () => {
  const gone = [];
  const element = await open({ link, onGo: (n) => gone.push(n) });
  const go = (more) => element.querySelector('[data-go="2"]').click(more).defaultPrevented;
  assert.deepEqual([go(), go({ ctrlKey: true }), go({ metaKey: true }), go({ shiftKey: true }), gone], [true, false, false, false, [2]]);
  assert.equal(element.querySelector("h3").click().defaultPrevented, false);
  await draw({ link, onGo: undefined });
  assert.deepEqual([go(), gone], [false, [2]]);
});

test("arrows go from line to line, from the moment that is shown on", async () => {
  const element = await open({ link, current: 2 });
  const links = () => element.querySelectorAll(".log-go");
  const press = (key) => {
    const { defaultPrevented } = (links().includes(document.activeElement) ? document.activeElement : element).fire("keydown", { key });
    return [defaultPrevented, links().indexOf(document.activeElement)];
  };
  assert.deepEqual([press("x"), press("ArrowDown"), press("ArrowDown"), press("ArrowUp")], [[false, -1], [true, 3], [true, 4], [true, 3]]);
  links()[0].focus();
  assert.deepEqual(press("ArrowUp"), [true, 0]);
  links().at(-1).focus();
  assert.deepEqual(press("ArrowDown"), [true, links().length - 1]);
  document.activeElement = document.body;
  await draw({ link, current: -1 });
  assert.deepEqual(press("ArrowDown"), [true, 0]);
  await draw({ link: null, current: 2 });
  document.activeElement = document.body;
  assert.deepEqual(press("ArrowDown"), [false, -1]);
  render(null, box);
  await settled();
  assert.deepEqual(element.heard, []);
});
