// Every legal action of every decision can be taken by clicks: by the panel, the bar and their steps.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import test from "node:test";

import { readAction } from "../../../web/play/action.mjs";
import { BAR, offersOf, reachable, reached, trail } from "../../../web/play/offers.mjs";

const { decisions } = JSON.parse(readFileSync(new URL("play_decisions.json", import.meta.url), "utf8"));
const named = (one) => `${one.position.edition} ${one.position.decision.kind} ${one.position.turn?.character ?? ""} n=${one.position.n}`;

test("each legal action is offered by panel, bar and steps, and nothing else is", () => {
  for (const one of decisions) {
    const { actions } = one.position.decision;
    const { main } = reachable(one.position.decision);
    assert.deepEqual([...main.keys()].sort(), [...actions].sort(), named(one));
  }
});

test("exactly one way leads to each, but for the two orders of two blank warrants", () => {
  for (const one of decisions) {
    for (const [text, ways] of reachable(one.position.decision).main) {
      assert.equal(ways, text.startsWith("warrants") ? 2 : 1, `${named(one)}: ${text}`);
    }
  }
});

test("what begins on the board is legal, and no action has two ways there", () => {
  for (const one of decisions) {
    for (const [text, ways] of reachable(one.position.decision).board) {
      assert.ok(one.position.decision.actions.includes(text), `${named(one)}: ${text}`);
      assert.equal(ways, 1, `${named(one)}: ${text}`);
    }
  }
});

test("districts, seats and characters that an action is aimed at can be clicked on the board", () => {
  const aimed = new Set(["destroy", "exchange", "seize", "armory", "beautify", "swap", "peek", "spy", "tithe", "crown", "kill", "rob", "build"]);
  for (const one of decisions.filter((each) => each.position.decision.kind === "turn")) {
    const { board } = reachable(one.position.decision);
    for (const text of one.position.decision.actions) {
      if (aimed.has(text.split(" ")[0])) assert.ok(board.has(text), `${named(one)}: ${text}`);
    }
  }
});

test("the recorded decisions hold every kind, and every verb of the notation", () => {
  const kinds = new Set(decisions.map((one) => one.position.decision.kind));
  assert.deepEqual([...kinds].sort(), [
    "advise", "chime", "expose", "keep", "pay", "pick", "ransom", "redraw", "return", "search", "set_aside", "take", "theater",
    "threat", "tribute", "turn", "ward", "warrant",
  ]);
  const verbs = new Set(decisions.flatMap((one) => one.position.decision.actions.map((text) => readAction(text).verb)));
  for (const verb of BAR) assert.ok(verbs.has(verb.split(" ")[0]), verb);
});

test("an offer is found again by its key, with what leads to it", () => {
  const { decision } = decisions.find((one) => one.position.decision.actions.some((text) => text.startsWith("spy"))).position;
  const offers = offersOf(decision);
  const spy = offers.bar.find((one) => one.token === "verb:spy");
  const seat = spy.then[0];
  assert.deepEqual(trail(offers, seat.key).map((one) => one.token), ["verb:spy", seat.token]);
  assert.deepEqual(trail(offers, "verb:spy/seat:99"), []);
  assert.equal(reached([spy]).size, decision.actions.filter((text) => text.startsWith("spy")).length);
});

test("a card that gold alone pays for is built at once, other means are asked for", () => {
  const build = { seat: 0, kind: "turn", actions: ["build castle", "build temple", "build temple framework", "build necropolis over temple"] };
  const { panel } = offersOf(build);
  assert.deepEqual(panel.map((one) => [one.token, one.action, one.then.length]), [
    ["hand:castle", "build castle", 0],
    ["hand:temple", null, 2],
    ["hand:necropolis", null, 1],
  ]);
});
