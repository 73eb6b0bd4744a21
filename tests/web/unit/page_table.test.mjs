// The page of a table, drawn in node from recorded decisions as people have looked at it, and what a press or a key does there.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import test, { after, beforeEach } from "node:test";

import { lines, makePage, settled } from "./dom.mjs";
import { assertKept } from "./kept.mjs";
import { Socket, answers, asked, serve } from "./service.mjs";

makePage({ path: "/tables/game_1", kept: { session: JSON.stringify({ account: { id: "account_1", name: "Ann", kind: "guest" }, secret: "s" }) } });
globalThis.HTMLButtonElement = class {
  static [Symbol.hasInstance](one) { return one?.localName === "button"; }
};
serve();
const { html, render } = await import("../../../web/core/html.mjs");
const { loadWords } = await import("../../../web/core/i18n.mjs");
const { become } = await import("../../../web/core/session.mjs");
const { loadRules } = await import("../../../web/rules/index.mjs");
const { loadCards } = await import("../../../web/core/catalogue.mjs");
const { shortcuts } = await import("../../../web/play/keys.mjs");
const page = await import("../../../web/pages/table.mjs");
await loadWords(...page.words, "contest", "rules");
await loadRules();

const { decisions } = JSON.parse(readFileSync(new URL("play_decisions.json", import.meta.url), "utf8"));
const NAMES = ["Ann", "Bob", "Óscar", "dee", "Eve", "Ian", "Uma", "Zoé"];
let serial = 0;
let box;

const tableOf = (view, more = {}) => ({
  id: "game_1", name: "", status: "RUNNING", players: view.seats.length, edition: view.edition.toUpperCase(), visibility: "PUBLIC", spectatorDelayMs: 0, yourSeat: null, rated: false,
  clock: { kind: "DECISION", limitMs: 30_000, bankMs: null, incrementMs: null }, timeout: "DEFAULT_ACTION", tournament: null, result: null, commitment: null, rematch: null,
  scenario: null, cast: view.cast, uniques: view.uniques, options: view.options, correction: null,
  seats: view.seats.map((_, seat) => ({ seat, kind: ["HUMAN", "AI", "BOT"][seat % 3], level: null, left: seat === 5 ? "resigned" : null, bankMs: null, reserved: null,
    player: seat % 3 === 1 ? { name: "planner", level: "PLANNER", account: null } : { name: NAMES[seat], level: null, account: `account_${seat}` } })),
  ...more,
});

/** Open the page on a recorded decision, as its seat sees it. */
async function open({ position: view, viewer }, more = {}, seat = viewer) {
  const id = `game_${++serial}`;
  if (box) render(null, box);
  document.body.replaceChildren();
  asked.length = 0;
  answers.PlayTable = { table: { ...tableOf(view, more), id, yourSeat: seat } };
  answers.WhyNot = ({ actions }) => ({ whyNot: actions.map((text) => ({ text, legal: false, rule: "S5.1", why: `${text}: not now (S5.1)` })) });
  answers.PlayLog = { frames: [] };
  answers.PlayMove = () => new Promise(() => undefined);
  await loadCards(view.edition);
  box = document.body.appendChild(document.createElement("main"));
  render(html`<${page.default} params=${{ id }} />`, box);
  await settled();
  const shown = seat === null ? { ...view, decision: { seat: view.decision.seat, kind: view.decision.kind } } : view;
  Socket.opened.at(-1).tell({
    events: { type: "EVENTS", number: 7, at: Date.now(), events: [{ number: 7, kind: "gain", seat: 0, facts: { json: { gold: 2, why: "gather" } } }],
      position: { number: 7, seat, status: "RUNNING", notation: shown, decision: { seat: view.decision.seat, kind: view.decision.kind, n: view.n, asked: 0, deadline: null }, result: null } },
  });
  await settled();
  return id;
}

const of = (edition, kind, fits = () => true) => decisions.find((one) => one.position.edition === edition && one.position.decision.kind === kind && fits(one.position));
const can = (verb) => (view) => view.decision.actions.some((text) => text.startsWith(verb));
const button = (selector) => box.querySelector(selector) ?? assert.fail(`there is no ${selector}: ${lines(box.querySelector("#decision") ?? box).join("\n")}`);
const press = async (selector) => {
  const event = button(selector).click();
  await settled();
  return event;
};
const key = async (name, more = {}) => {
  const event = (document.activeElement ?? document.body).fire("keydown", { key: name, ...more });
  await settled();
  return event;
};
const moves = () => asked.filter(([name]) => name === "PlayMove").map(([, { input }]) => input.actions[0].text);
beforeEach(() => { shortcuts.value = true; });
after(() => { if (box) render(null, box); });

test("a table is drawn as people have looked at it, to players of both editions and to whoever looks on", async () => {
  const kept = [];
  const chosen = [
    [of("modern", "turn", can("warrants")), {}], [of("classic", "turn", can("exchange")), { rated: true, name: "The cup" }], [of("modern", "theater"), {}],
    [of("classic", "turn", can("destroy")), {}, null], [of("modern", "keep"), {}], [of("classic", "keep"), { spectatorDelayMs: 5000 }, null],
  ];
  for (const [one, more, seat] of chosen) {
    await open(one, more, seat);
    kept.push(`-- ${one.position.edition} ${one.position.decision.kind} ${seat === null ? "of another" : "of one’s own"}`, ...lines(box));
  }
  assertKept("table", kept);
});

test("every button of every recorded decision is there, and a press on it takes its action or opens its step", async () => {
  const kept = [];
  for (const one of decisions.filter((_, at) => at % 11 === 0)) {
    await open(one);
    const buttons = box.querySelector("#decision").querySelectorAll("button").filter((each) => ["data-action", "data-opens", "data-refused"].some((name) => each.hasAttribute(name)));
    kept.push(`-- ${one.position.edition} ${one.position.decision.kind}`, ...buttons.map((each) => ["data-action", "data-opens", "data-refused", "data-digit", "aria-keyshortcuts", "aria-disabled"].map((name) => each.getAttribute(name) ?? "").join(" | ")));
  }
  assertKept("buttons", kept);
});

test("an action is taken by a press, once, and nothing else can be pressed until it is answered", async () => {
  await open(of("modern", "turn", (view) => can("gold")(view) && can("draw")(view)));
  assert.deepEqual([button("#decision").getAttribute("data-mine"), button("#decision").getAttribute("aria-busy")], ["true", "false"]);
  await press('.bar-row [data-action="gold"]');
  assert.deepEqual([moves(), button("#decision").getAttribute("aria-busy")], [["gold"], "true"]);
  await press('.bar-row [data-action="draw"]');
  assert.deepEqual(moves(), ["gold"]);
  assert.equal(button('[data-action="draw"]').getAttribute("aria-disabled"), "true");
});

test("a step is opened, aims at the board, goes back, and ends in an action", async () => {
  const one = of("modern", "turn", can("destroy"));
  await open(one);
  await press('[data-opens="verb:destroy"]');
  assert.equal(button("#decision").getAttribute("data-armed"), "true");
  assert.ok(button(".step").getAttribute("data-step") === "verb:destroy" && button(".table-main.armed"));
  const target = one.position.decision.actions.find((text) => text.startsWith("destroy"));
  await press("[data-back]");
  assert.ok(!box.querySelector(".step"));
  await press('[data-opens="verb:destroy"]');
  await key("Escape");
  assert.ok(!box.querySelector(".step"));
  await press('[data-opens="verb:destroy"]');
  await press(`#board [data-action="${target}"]`);
  assert.deepEqual(moves(), [target]);
});

test("keys do what buttons do: letters the verbs, digits the cards, and the end asks first where something is left", async () => {
  const one = of("modern", "turn", (view) => can("end")(view) && can("build")(view));
  await open(one);
  assert.equal((await key("x")).defaultPrevented, false);
  const letter = button('.bar-row [data-action="end"]').getAttribute("aria-keyshortcuts");
  await key(letter);
  assert.deepEqual([moves(), button(".still").getAttribute("data-still")], [[], "true"]);
  assert.notEqual(button(".still").textContent, "");
  await key("Escape");
  assert.equal(button(".still").textContent, "");
  await key(letter);
  await key(letter);
  assert.deepEqual(moves(), ["end"]);
  await open(of("modern", "pick"));
  const first = button('.offers [data-digit="2"]');
  await key("2");
  assert.deepEqual(moves(), [first.getAttribute("data-action") ?? first.querySelector("[data-action]").getAttribute("data-action")]);
  shortcuts.value = false;
  await open(of("modern", "pick"));
  await key("2");
  assert.deepEqual(moves(), []);
  await open(of("modern", "pick"));
  shortcuts.value = true;
  await key("2", { ctrlKey: true });
  assert.deepEqual(moves(), []);
});

test("all actions stand in a list, and a press takes one", async () => {
  const one = of("modern", "keep");
  await open(one);
  const details = button(".all-actions");
  details.open = true;
  details.fire("toggle");
  await settled();
  assert.deepEqual(details.querySelectorAll("[data-listed]").map((each) => each.getAttribute("data-action")), one.position.decision.actions);
  details.querySelectorAll("[data-listed]")[1].click();
  await settled();
  assert.deepEqual(moves(), [one.position.decision.actions[1]]);
});

test("a move that was not taken is told, and can be put away", async () => {
  const one = of("modern", "turn", (view) => can("gold")(view));
  for (const [code, found] of [["conflict", ".moved-on"], ["not_your_turn", ".moved-on"], ["forbidden", "[data-problem=forbidden]"]]) {
    await open(one);
    answers.PlayMove = { fault: code };
    await press('.bar-row [data-action="gold"]');
    assert.ok(box.querySelector(found), `${code}: ${lines(box.querySelector("#decision")).slice(0, 40).join("\n")}`);
    await press(`${found} button`);
    assert.ok(!box.querySelector(found), code);
  }
});

test("a decision can be folded away, and the next one stands open again", async () => {
  await open(of("modern", "keep"));
  assert.deepEqual([button(".fold").getAttribute("aria-expanded"), button("#decision").matches(".folded")], ["true", false]);
  await press(".fold");
  assert.deepEqual([button(".fold").getAttribute("aria-expanded"), button("#decision").matches(".folded")], ["false", true]);
  await press(".fold");
  assert.equal(button("#decision").matches(".folded"), false);
});

test("the focus comes to one’s own decision, and the window’s title says so", async () => {
  document.title = "Table";
  await open(of("modern", "keep"));
  assert.ok(document.activeElement === button("#decision"));
  assert.equal(document.title, "● Table");
  await open(of("modern", "keep"), {}, null);
  assert.equal(document.title, "Table");
});

test("a table that is not there, or not for everybody, says so", async () => {
  for (const code of ["not_found", "forbidden", "sealed", "later"]) {
    answers.PlayTable = { fault: code };
    if (box) render(null, box);
    box = document.body.appendChild(document.createElement("main"));
    render(html`<${page.default} params=${{ id: `gone_${code}` }} />`, box);
    await settled();
    assert.equal(button("[data-gone]").getAttribute("data-gone"), code);
    assert.equal(box.querySelector("a[href='/new']") === null, code === "later");
  }
  answers.PlayTable = { table: null };
  render(null, box);
  render(html`<${page.default} params=${{ id: "gone_none" }} />`, box);
  await settled();
  assert.equal(button("[data-gone]").getAttribute("data-gone"), "not_found");
});

test("another credential asks for the table anew", async () => {
  await open(of("modern", "keep"));
  const before = asked.filter(([name]) => name === "PlayTable").length;
  become({ id: "account_2", name: "Bob", kind: "guest" }, "other");
  await settled();
  assert.equal(asked.filter(([name]) => name === "PlayTable").length, before + 1);
});
