// Every legal action of every decision can be taken by clicks: by the panel, the bar and their steps.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import test from "node:test";

import { readAction } from "../../../../../web/play/decision/action.mjs";
import { BAR, leftToDo, offersOf, paths, reached, trail } from "../../../../../web/play/decision/offers.mjs";

const { decisions } = JSON.parse(readFileSync(new URL("../../support/play_decisions.json", import.meta.url), "utf8"));
const waysOf = (decision) => reached([...offersOf(decision).panel, ...offersOf(decision).bar]);
const named = (one) => `${one.position.edition} ${one.position.decision.kind} ${one.position.turn?.character ?? ""} n=${one.position.n}`;

test("each legal action is offered by panel, bar and steps, and nothing else is", () => {
  for (const one of decisions) {
    const { actions } = one.position.decision;
    assert.deepEqual([...waysOf(one.position.decision).keys()].sort(), [...actions].sort(), named(one));
  }
});

test("exactly one way leads to each, but for the two orders of two blank warrants", () => {
  for (const one of decisions) {
    for (const [text, ways] of waysOf(one.position.decision)) {
      assert.equal(ways, text.startsWith("warrants") ? 2 : 1, `${named(one)}: ${text}`);
    }
  }
});

test("what is aimed at others or gives up a district is never begun by its target: a verb is chosen first", () => {
  const aimed = new Set([
    "kill", "bewitch", "rob", "warrants", "threats", "spy", "swap", "peek", "tithe", "crown", "destroy", "exchange", "seize", "armory", "beautify", "theater",
  ]);
  let found = 0;
  for (const one of decisions) {
    const { kind } = one.position.decision;
    const { panel, bar } = offersOf(one.position.decision);
    for (const text of reached(panel).keys()) {
      assert.ok(kind === "advise" || !aimed.has(text.split(" ")[0]), `${named(one)}: ${text}`); // who is to be crowned is all that is asked there
    }
    for (const verb of bar.filter((each) => aimed.has(each.first.verb))) {
      assert.equal(verb.action, null, `${named(one)}: ${verb.key}`);
      found++;
    }
  }
  assert.ok(found > 20);
});

test("what is left to do before a turn ends is all but its end and the Armory, and nothing where it cannot end", () => {
  const left = (actions) => leftToDo(offersOf({ seat: 0, kind: "turn", actions })).map((one) => one.token);
  assert.deepEqual(left(["end"]), []);
  assert.deepEqual(left(["end", "armory 1 temple"]), []);
  assert.deepEqual(left(["end", "build castle", "destroy 1 temple", "bonus"]), ["hand:castle", "verb:bonus", "verb:destroy"]);
  assert.deepEqual(left(["gold", "draw", "kill king"]), []);
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

test("each choice begins with what one does or has, and goes on to whom it is done to", () => {
  const steps = (action, kind = "turn", seat = 1) => paths(readAction(action), kind, seat).map((path) => path.join(" > "));
  const known = {
    "exchange manor 2 great_wall": ["verb:exchange > city:1:manor > city:2:great_wall"], // one's own district first
    "destroy 2 keep": ["verb:destroy > city:2:keep"], "seize 0 temple+": ["verb:seize > city:0:temple+"], "armory 3 manor": ["verb:armory > city:3:manor"],
    "beautify manor": ["verb:beautify > city:1:manor"], "kill king": ["verb:kill > character:king"], "bewitch king": ["verb:bewitch > character:king"],
    "rob king": ["verb:rob > character:king"], "spy 2 noble": ["verb:spy > seat:2 > type:noble"], "swap 2": ["verb:swap > seat:2"],
    "peek 0": ["verb:peek > seat:0"], "tithe 3": ["verb:tithe > seat:3"], "crown 2 gold": ["verb:crown > seat:2 > take:gold"],
    "laboratory manor": ["verb:laboratory > hand:manor"], "museum manor": ["verb:museum > hand:manor"],
    "build manor": ["hand:manor > pay:gold"], "build manor framework": ["hand:manor > pay:framework"],
    "build necropolis over temple": ["hand:necropolis > pay:over:temple"], "build manor from 2": ["hand:manor > pay:from:2"],
    "build thieves_den cards 2": ["hand:thieves_den > pay:cards:2"], "build manor from 0": ["hand:manor > pay:from:0"],
    "income": ["verb:income"], "bonus": ["verb:bonus"], "end": ["verb:end"],
  };
  for (const [action, wanted] of Object.entries(known)) assert.deepEqual(steps(action), wanted, action);
  assert.deepEqual(steps("take manor", "take"), ["offer:manor > verb:take"]);
  assert.deepEqual(steps("build manor", "take"), ["offer:manor > verb:build > pay:gold"]);
  assert.deepEqual(steps("keep manor", "keep"), ["offer:manor"]);
  assert.deepEqual(steps("discard manor", "redraw"), ["hand:manor"]);
  assert.deepEqual(steps("crown 2", "advise"), ["seat:2"]);
  assert.deepEqual(steps("pick king", "pick"), ["character:king"]);
});

test("an exchange is begun with a district of one's own, and only then are those of others on offer", () => {
  const actions = ["exchange manor 2 temple", "exchange manor 0 docks", "exchange tavern 2 temple", "end"];
  const [verb] = offersOf({ seat: 1, kind: "turn", actions }).bar;
  assert.deepEqual(verb.then.map((one) => one.token), ["city:1:manor", "city:1:tavern"]);
  assert.deepEqual(verb.then[0].then.map((one) => [one.token, one.action]), [["city:2:temple", actions[0]], ["city:0:docks", actions[1]]]);
  assert.deepEqual(verb.then[1].then.map((one) => [one.token, one.action]), [["city:2:temple", actions[2]]]);
});
