// Who sits where, as people have looked at it: who it is, whose time runs, and how much of it is left.
import assert from "node:assert/strict";
import test, { after, mock } from "node:test";

import { lines, makePage, settled } from "../support/dom.mjs";
import { assertKept } from "../support/kept.mjs";

makePage();
const AT = 1_000_000;
mock.method(Date, "now", () => AT);
const { html, render } = await import("../../../../web/core/component.mjs");
const { loadWords } = await import("../../../../web/i18n/index.mjs");
const { DecisionClock, Seats } = await import("../../../../web/play/seat_list.mjs");
const { clockText } = await import("../../../../web/play/table_terms.mjs");
await loadWords("play", "ui", "board");

const box = document.body.appendChild(document.createElement("main"));
const draw = async (part) => {
  render(part, box);
  await settled();
};
after(() => {
  render(null, box);
  mock.restoreAll();
});
const known = (more = {}) => ({ skew: 0, stand: { notation: { decision: { seat: 0 } }, decision: { seat: 0, n: 3, deadline: AT + 65_000, ...more } } });
const seats = [
  { seat: 0, kind: "HUMAN", level: null, left: null, bankMs: 9000, player: { name: "Ann", account: "acct_ann" } }, { seat: 1, kind: "AI", level: "GREEDY", left: null, bankMs: null, player: { name: "greedy", account: null } },
  { seat: 2, kind: "BOT", level: null, left: null, bankMs: 61_000, player: { name: "Botty", account: "acct_b" } }, { seat: 3, kind: "HUMAN", level: "PLANNER", left: null, bankMs: 0, player: { name: "Dee", account: "acct_d" } },
  { seat: 4, kind: "HUMAN", level: "PLANNER", left: "resigned", bankMs: null, player: null },
];

test("the seats are drawn with their people, their kinds and their time", async () => {
  const kept = [];
  for (const [about, table, given] of [
    ["banks", { status: "RUNNING", clock: { kind: "BANK" }, yourSeat: 0 }, known()], ["no clock", { status: "RUNNING", clock: { kind: "NONE" }, yourSeat: 2 }, known()], ["over", { status: "OVER", clock: { kind: "BANK" }, yourSeat: null }, known()],
    ["before anything is known", { status: "RUNNING", clock: { kind: "BANK" }, yourSeat: null }, { skew: 0, stand: null }], ["by another clock", { status: "RUNNING", clock: { kind: "BANK" }, yourSeat: null }, { ...known(), skew: 5000 }],
  ]) {
    await draw(html`<${Seats} table=${{ ...table, seats }} names=${["Ann", "Greedy", "Botty", "Dee", "Eve"]} known=${given} />`);
    kept.push(`-- ${about}`, ...lines(box));
  }
  for (const clock of [{ kind: "DECISION" }, { kind: "DECISION", limitMs: 90_000 }, { kind: "BANK" }, { kind: "BANK", bankMs: 90_000, incrementMs: 1500 }, { kind: "CORRESPONDENCE" }, { kind: "CORRESPONDENCE", limitMs: 129_600_000 }, { kind: "NONE" }]) kept.push(`${JSON.stringify(clock)}: ${clockText(clock)}`);
  assertKept("seats", kept);
});

test("the clock of a decision hurries only who has to act, once for each decision", async () => {
  const shown = () => [box.querySelector("[data-clock]")?.getAttribute("class") ?? null, box.querySelector("[data-clock]")?.children[0].textContent ?? null, (box.querySelector("[role=alert]")?.textContent ?? "") !== ""];
  const found = [];
  for (const [left, own, more] of [[86_400_000, true], [86_400_001, true], [30_001, true], [30_000, true], [10_001, true], [10_000, true], [10_000, false], [0, true], [-5, true]]) {
    render(null, box);
    await draw(html`<${DecisionClock} known=${known({ deadline: AT + left, ...more })} own=${own} />`);
    found.push(shown());
  }
  assert.deepEqual(found, [
    ["clock calm", "24:00:00", false], ["clock calm", "1 day", false], ["clock calm", "0:31", false], ["clock near", "0:30", false], ["clock near", "0:11", false], ["clock soon", "0:10", true], ["clock soon", "0:10", false], ["clock soon", "0:00", true], ["clock soon", "0:00", true],
  ]);
  await draw(html`<${DecisionClock} known=${known({ deadline: AT + 50_000 })} own />`);
  assert.deepEqual(shown(), ["clock calm", "0:50", true]);
  await draw(html`<${DecisionClock} known=${known({ deadline: AT + 50_000, n: 4 })} own />`);
  assert.deepEqual(shown(), ["clock calm", "0:50", false]);
  await draw(html`<${DecisionClock} known=${known({ deadline: null })} own />`);
  assert.deepEqual(shown(), [null, null, false]);
});

test("clocks beat four times a second, and no more once nobody looks", async () => {
  render(null, box);
  await settled();
  const beats = [];
  mock.method(globalThis, "setInterval", (act, ms) => (beats.push([act, ms]), 55));
  const cleared = mock.method(globalThis, "clearInterval", () => undefined);
  let now = AT;
  mock.method(Date, "now", () => now);
  const two = (more) => html`<div><${DecisionClock} known=${known({ deadline: AT + 5000 })} own=${false} />${more && html`<${DecisionClock} known=${known()} own=${false} />`}</div>`;
  await draw(two(true));
  assert.deepEqual(beats.map(([, ms]) => ms), [250]);
  now = AT + 3000;
  beats[0][0]();
  await settled();
  assert.equal(box.querySelector("[data-clock]").children[0].textContent, "0:02");
  await draw(two(false));
  assert.equal(cleared.mock.callCount(), 0);
  render(null, box);
  await settled();
  assert.deepEqual(cleared.mock.calls.map((one) => one.arguments[0]), [55]);
});
