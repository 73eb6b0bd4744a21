// Forms of actions and positions that recorded games seldom have: how they are read, offered, priced, told and greyed, by the key of their words.
import assert from "node:assert/strict";
import test from "node:test";

import { makePage } from "../../support/dom.mjs";
import { assertKept } from "../../support/kept.mjs";

makePage();
const { plain, readAction, textOf } = await import("../../../../../web/play/decision/action.mjs");
const { bankLeft, timeLeft, urgency } = await import("../../../../../web/play/time_left.mjs");
const { leftToDo, offersOf, paths, reached, trail } = await import("../../../../../web/play/decision/offers.mjs");
const { greyed, refusable } = await import("../../../../../web/play/decision/refusals.mjs");
const { goldOf, tellAction, tellDecision, tellOffer, tellStep, tellStill, turnOf } = await import("../../../../../web/play/decision/decision_text.mjs");
const { placed, linesOf } = await import("../../../../../web/board/score_sheet.mjs");
const { FIRST, castSizes, compositionOf, orderOf, setupOf, withPlayers, withSeat } = await import("../../../../../web/play/new_table/table_order.mjs");
const { NOTHING, mine, moveKey, withAnswer, withFrame, withPast } = await import("../../../../../web/play/table_reducer.mjs");

const card = (id) => ({ type: id === "museum" || id === "factory" ? "unique" : "noble", cost: { manor: 3, museum: 4, factory: 5, great_wall: 6 }[id] ?? 2, unique: ["museum", "factory", "great_wall"].includes(id) });
const t = (key, params) => `${key}${params ? JSON.stringify(params) : ""}`;
const seat = (more = {}) => ({ gold: 5, hand: ["manor", "docks", "manor"], city: [], characters: [], revealed: [], ...more });
const view = (more = {}) => ({ edition: "modern", cast: ["witch", "thief", "wizard", "king", "abbot"], seats: [seat(), seat(), seat(), seat()], turn: null, decision: null, threats: null, bewitched: null, ...more });
const speech = (position, viewer = 0, prices = new Map()) => ({
  t, prices, view: position, viewer, card, deed: (text) => `<${text}>`, waiting: () => "waiting", name: (at) => `N${at}`, title: (id) => `[${id}]`, the: (id) => `the [${id}]`, owned: (text, at) => `[${text}] of N${at}`,
});
/** Prices as a service could give them. */
const pricesOf = (actions) => new Map(actions.map((text) => [text, /^(build|destroy|seize|exchange|beautify|smithy|recover)/.test(text) && !/framework|over/.test(text) ? 3 : 0]));
const ACTIONS = [
  "pick king", "set_aside king", "kill king", "bewitch king", "rob king", "keep manor", "discard manor", "take manor", "beautify manor", "laboratory manor", "museum manor", "swap 2", "peek 2", "tithe 2", "destroy 2 manor+", "seize 2 manor", "armory 2 manor",
  "build manor", "build manor framework", "build necropolis over temple", "build thieves_den cards 2", "build manor from 2", "build manor from 0", "build thieves_den cards 1 from 2", "build manor cards", "theater 2", "theater king 2", "give 2 manor", "give gold", "give card", "give manor",
  "crown 2", "crown 2 gold", "warrants king thief abbot", "threats king thief", "spy 2 noble", "income", "income 1 2", "bonus", "bonus gold", "exchange docks 2 manor", "gold", "draw", "end", "pass", "smithy", "recover",
];

test("each form of an action is read, has its paths, its price and its words", () => {
  const kept = [];
  const position = view({ seats: [seat({ gold: 2, city: ["factory", "gold_mine", { id: "observatory" }] }), seat(), seat({ city: ["great_wall", "manor+"] }), seat()], turn: { character: "merchant" } });
  for (const text of ACTIONS) {
    const act = readAction(text);
    kept.push(JSON.stringify(act));
    for (const kind of ["turn", "take", "keep", "search", "advise", "pay"]) {
      const said = speech({ ...position, decision: { seat: 0, kind, actions: [text] } }, 0, pricesOf([text]));
      kept.push(`  ${kind}: ${JSON.stringify(paths(act, kind, 0))} ${kind === "turn" || kind === "pay" ? tellAction(act, said) : ""}`);
    }
    for (const price of [3, 0, undefined]) kept.push(`  ${price}: ${goldOf(act, speech(position, 0, new Map(price === undefined ? [] : [[text, price]])))}`);
  }
  kept.push(JSON.stringify([plain("manor+"), plain("manor"), textOf("manor"), textOf({ id: "manor+" })]));
  for (const [character, gold, viewer] of [["merchant", "gold", 0], ["queen", "draw", 0], ["architect", "gold", null], ["king", "draw", 1]]) {
    const said = speech({ ...position, turn: { character }, decision: { seat: 0, kind: "turn", actions: [] } }, viewer);
    kept.push(`${character} ${viewer}: ${tellAction(readAction("bonus"), said)} ${tellAction(readAction(gold), said)}`);
  }
  kept.push(tellAction(readAction("bonus"), speech(view({ decision: { kind: "turn" } }))), tellAction(readAction("pass"), speech(view())));
  assertKept("forms", kept);
});

test("offers stand in their order, and what goes without saying is not asked", () => {
  const kept = [];
  const shown = (offers, depth = 1) => offers.flatMap((one) => [`${" ".repeat(depth)}${one.token} | ${one.key} | ${one.action} | ${one.first.text}`, ...shown(one.then, depth + 1)]);
  for (const [kind, actions] of [
    ["turn", ACTIONS], ["turn", ["end", "bonus", "build manor", "build manor from 2", "kill king", "gold"]], ["take", ["take manor", "build manor"]], ["take", ["take manor", "build docks"]], ["pay", ["give 1 manor", "give 1 docks", "pass"]],
    ["turn", ["exchange docks 2 manor", "exchange docks 3 manor", "warrants king thief abbot", "warrants king thief witch", "strange", "bonus cards", "bonus gold"]], ["turn", undefined], ["turn", ["build docks framework"]],
  ]) {
    const offers = offersOf({ seat: 0, kind, actions });
    kept.push(`-- ${kind} ${actions}`, "panel", ...shown(offers.panel), "bar", ...shown(offers.bar), `left ${leftToDo(offers).map((one) => one.key)}`, JSON.stringify([...reached([...offers.panel, ...offers.bar])]));
    const said = speech(view({ decision: { seat: 0, kind, actions: actions ?? [] } }), 0, pricesOf(actions ?? []));
    const walk = (one) => {
      kept.push(`  ${one.key}: ${tellOffer(one, said)}${one.then.length ? ` / ${tellStep(trail(offers, one.key), said)}` : ""}`);
      one.then.forEach(walk);
    };
    [...offers.panel, ...offers.bar].forEach(walk);
    kept.push(tellStill(leftToDo(offers), "e", said));
    kept.push(JSON.stringify(trail(offers, null)), JSON.stringify(trail(offers, "nowhere")));
  }
  assertKept("offers", kept);
});

test("each kind of decision is told by what it is about, also where little of it is known", () => {
  const kept = [];
  const told = (about, decision, more = {}, viewer = 0) => {
    const position = view({ ...more, decision: decision && { seat: 0, actions: [], ...decision } });
    kept.push(`${about}: ${JSON.stringify(tellDecision(speech(position, viewer)))} turn of ${turnOf(position)}`);
  };
  told("none", null);
  told("another’s", { kind: "turn" }, {}, 1);
  told("nobody’s", { kind: "pick" }, {}, null);
  for (const count of [2, 3, 4]) for (const characters of [[], ["king"]]) told(`pick of ${count}`, { kind: "pick" }, { seats: Array.from({ length: count }, () => seat({ characters })) });
  for (const actions of [["theater 1"], ["theater king 1"], []]) told("theater", { kind: "theater", actions });
  for (const more of [{}, { left: 2 }, { from: "study" }]) told("keep", { kind: "keep", ...more });
  for (const more of [{}, { count: 2 }]) told("redraw", { kind: "redraw", ...more });
  for (const more of [{}, { do: "build manor" }, { do: "build manor", actions: ["give 2 docks"] }, { actions: ["give docks"] }]) told("pay", { kind: "pay", ...more });
  for (const more of [{}, { from: 2 }, { from: 0 }, { from: "deck" }]) told("take", { kind: "take", ...more });
  for (const actions of [[], ["give 2 docks"], ["give docks"]]) told("return", { kind: "return", actions });
  for (const threats of [null, { by: 2 }]) told("threat", { kind: "threat" }, { threats });
  for (const [actions, gold] of [[[], undefined], [["confiscate"], 3], [["pass"], 0]]) told("warrant", { kind: "warrant", actions, gold, district: "manor" }, { turn: { character: "king" }, seats: [seat(), seat({ revealed: ["king"] })] });
  for (const kind of ["expose", "tribute"]) told(kind, { kind }, { turn: { character: "king" }, seats: [seat(), seat(), seat({ revealed: ["king"] })] });
  for (const actions of [["give card"], ["give gold"], []]) told("tribute", { kind: "tribute", actions });
  for (const district of [undefined, "manor"]) told("ransom", { kind: "ransom", district });
  for (const actions of [["gold"], ["pass"]]) told("ward", { kind: "ward", actions });
  for (const kind of ["set_aside", "advise", "chime", "search", "strange"]) told(kind, { kind });
  for (const bewitched of [{ character: "king", by: 3 }, { character: "king" }, "king", null]) told(`resumed ${JSON.stringify(bewitched)}`, { kind: "turn" }, { turn: { character: "king", resumed: true, gathered: true }, bewitched, seats: [seat(), seat({ revealed: ["king"] })] });
  for (const [turn, actions, more] of [
    [{}, ["gold", "draw"]], [{}, ["gold"]], [{}, ["gold", "draw", "build manor"]], [{}, []], [{}, ["gold", "draw"], { bewitched: "king" }], [{}, ["gold", "draw"], { bewitched: { character: "king", by: 1 } }], [{}, ["gold", "draw"], { bewitched: { character: "thief", by: 1 } }],
    [{}, ["gold", "draw"], { threats: { on: ["king"] } }], [{}, ["gold", "draw"], { threats: { on: ["thief"] } }], [{}, ["gold", "draw"], { threats: {} }], [{ gathered: true }, ["gold"]], [{ gathered: true }, ["bewitch thief"]], [{ gathered: true }, ["bewitch thief", "end"]], [{ gathered: true }, ["bewitch thief", "build manor"]],
    [{ gathered: true }, ["bewitch thief", "end", "build manor"]], [{ gathered: true }, ["crown 1"]], [{ gathered: true }, ["crown 1", "end"]], [{}, ["crown 1", "end"]], [{ gathered: true }, ["end"]], [{ gathered: true }, ["end", "build manor"]], [{ gathered: true }, ["end", "rob king"]], [{ gathered: true }, ["build manor", "smithy"]],
  ]) told(`turn ${JSON.stringify(turn)} ${actions} ${JSON.stringify(more ?? {})}`, { kind: "turn", actions }, { turn: { character: "king", ...turn }, ...more });
  told("a turn of nobody", { kind: "turn", actions: ["gold"] });
  assertKept("hints", kept);
});

test("what is greyed is one example of each verb, and all targets of a verb that can be begun", () => {
  const kept = [];
  const characters = "assassin witch magistrate thief spy blackmailer magician wizard seer king emperor abbot merchant architect navigator scholar warlord diplomat marshal queen artist tax_collector alchemist nobody".split(" ");
  for (const character of characters) {
    for (const [edition, city, hand, actions] of [["modern", [], 2, []], ["classic", ["smithy", "laboratory+", { id: "museum", tucked: 0 }, "armory"], ["docks", "manor", "docks"], ["gold", "build docks"]]]) {
      kept.push(`${character} ${edition}: ${refusable(view({ edition, turn: { character }, seats: [seat({ city: ["keep"] }), seat({ city, hand })], decision: { kind: "turn", seat: 1, actions } }), 1).join(", ")}`);
    }
  }
  const turn = { character: "warlord" };
  for (const actions of [["destroy 1 manor", "end"], ["kill king"], ["rob king", "seize 0 docks"], ["museum manor"], ["beautify keep"]]) kept.push(`${actions}: ${refusable(view({ turn, seats: [seat({ city: ["keep", "keep", "manor"] }), seat({ city: ["museum", "manor"] })], decision: { kind: "turn", seat: 0, actions } }), 0).join(", ")}`);
  const wide = view({ turn, seats: Array.from({ length: 8 }, (_, at) => seat({ city: Array.from({ length: 9 }, (_, one) => `card_${at}_${one}`) })), decision: { kind: "turn", seat: 0, actions: ["destroy 1 x"] } });
  kept.push(String(refusable(wide, 0).length));
  const base = { turn, decision: { kind: "turn", seat: 0, actions: [] } };
  for (const more of [{ ...base, decision: null }, { ...base, decision: { kind: "pay", seat: 0 } }, { ...base, turn: null }, { ...base, decision: { kind: "turn", seat: 1 } }]) assert.deepEqual(refusable(view(more), 0), []);
  kept.push(refusable(view({ turn, decision: { kind: "turn", seat: 3 } }), 3).join(", "));
  const reasons = ["build manor", "gold", "kill king", "destroy 1 manor", "kill thief", "exchange docks 2 manor", "warrants king thief abbot", "bonus gold"].flatMap((text, at) => [{ text, legal: false, rule: at % 2 ? null : "S1", why: at % 3 ? "no" : undefined }, { text, legal: false, rule: "S2", why: "again" }, { text: `${text}x`, legal: true }]);
  for (const legal of [[], ["kill witch", "exchange a 1 b", "warrants a b c", "destroy 2 x", "bonus cards"]]) kept.push(...[...greyed(reasons, 0, legal)].map(([key, one]) => `${key}: ${JSON.stringify(one)}`));
  assertKept("greyed", kept);
});

test("clocks, places, casts and orders are right up to their bounds", () => {
  const kept = [null, 0, 10_000, 10_001, 30_000, 30_001].map((left) => `${left}: ${urgency(left)}`);
  for (const [decision, now, skew] of [[null, 5, 0], [{}, 5, 0], [{ deadline: null }, 5, 0], [{ deadline: 0 }, 5, 0], [{ deadline: 10 }, 5, 0], [{ deadline: 10 }, 5, 2], [{ deadline: 10 }, 12, 1], [{ deadline: 10 }, 12, 3]]) kept.push(`${JSON.stringify(decision)} ${now} ${skew}: ${timeLeft(decision, now, skew)}`);
  for (const kind of ["BANK", "DECISION"]) for (const bankMs of [undefined, null, 7]) for (const [acts, left] of [[true, 3], [true, null], [false, 3]]) kept.push(`${kind} ${bankMs} ${acts} ${left}: ${bankLeft({ kind }, { bankMs }, acts, left)}`);
  kept.push(JSON.stringify([...placed([[3], [0, 2], [1]])]), JSON.stringify(linesOf([{ lines: [{ for: "districts", points: 3 }, { for: "five_types", points: 3 }, { for: "districts", points: 1 }] }, { lines: [{ for: "districts", points: 2 }] }])));
  for (const edition of ["MODERN", "CLASSIC"]) for (const players of [2, 3, 4, 7, 8]) kept.push(`${edition} ${players}: ${castSizes(edition, players)}`);
  kept.push(JSON.stringify(withPlayers({ ...FIRST, rank9: true, substitutes: ["king"] }, 6)), JSON.stringify(withPlayers(FIRST, 2).seats), JSON.stringify(withSeat(FIRST, 1, "you").seats), JSON.stringify(withSeat(FIRST, 0, "open").seats), JSON.stringify(withSeat(FIRST, 1, "open").seats));
  const hand = { ...FIRST, by: "hand", cast: ["a", "", "b", "c", "d", "e", "f", "g", "h"], uniques: ["x"], rank9: true, substitutes: ["king"], scenario: "s" };
  for (const wish of [FIRST, hand, { ...hand, players: 2 }, { ...hand, edition: "CLASSIC", players: 3 }, { ...hand, by: "scenario" }, { ...hand, uniques: null, options: { a: 1 } }, { ...FIRST, options: { initial_crown: "random" } }, { ...FIRST, options: { initial_crown: "chosen_seat" } }]) kept.push(JSON.stringify(setupOf(wish)));
  for (const more of [{}, { name: "  The table " }, { clock: "DECISION" }, { clock: "BANK" }, { clock: "BANK", increment: 0 }, { clock: "CORRESPONDENCE" }, { visibility: "PRIVATE", delay: 5 }, { delay: 5 }, { rated: true }, { demand: true }, { seats: ["open", "you", "RANDOM", "PLANNER"] }, { clock: "DECISION", timeout: "FORFEIT" }]) kept.push(JSON.stringify(orderOf({ ...FIRST, ...more })));
  const districts = [["a", true, 0, 1], ["keep", true, 0, 2], ["graveyard", true, 0, 1], ["bonus1", true, 1, 1], ["bonus2", true, 1, 1], ["bonus3", true, 1, 1], ["bonus4", true, 1, 1], ["plain", false, 0, 3]].map(([district, unique, bonus, copies]) => ({ district, unique, bonus, copies }));
  for (const [uniques, cast, options] of [[null, [], {}], [["a", "keep"], [], {}], [["a", "keep"], [], { classic_keeps: 1 }], [["a", "graveyard", "bonus1", "bonus2"], ["diplomat"], {}], [["bonus1", "bonus2", "bonus3", "bonus4", "plain"], [], {}], [["bonus1", "bonus2", "bonus3"], [], {}]]) kept.push(JSON.stringify(compositionOf(districts, { ...FIRST, uniques, cast, options })));
  assertKept("orders", kept);
});

test("frames and answers are put together, whichever comes first", () => {
  const at = (number, more = {}) => ({ number, seat: 0, status: "RUNNING", notation: { n: number, decision: { seat: 0, kind: "turn", actions: ["gold"] } }, ...more });
  const event = (number, kind = "gain", json = {}) => ({ number, kind, facts: { json } });
  const frame = (number, events, more = {}) => ({ type: "EVENTS", number, at: 1000, events, position: at(number), ...more });
  assert.deepEqual([NOTHING.skew, NOTHING.off, NOTHING.changes, NOTHING.read], [0, Infinity, 0, 0]);
  const one = withFrame(NOTHING, frame(3, [event(2), event(3)]), 1000);
  assert.deepEqual([one.read, one.stand.number, one.log.map((each) => each.number), one.ended, one.changes, one.off, one.skew], [3, 3, [2, 3], false, 0, 0, 0]);
  assert.deepEqual([withFrame(one, frame(4, [event(4, "join")]), 900).changes, withFrame(one, frame(4, [event(4, "x", { kind: "over" })]), 900).changes, withFrame(one, frame(4, [event(3, "join")]), 900).changes, withFrame(one, frame(2, []), 900).read], [1, 1, 0, 3]);
  for (const [now, skew] of [[2500, 0], [2501, 1501], [-500, 0], [-501, -1501]]) assert.equal(withFrame(NOTHING, frame(3, []), now).skew, skew, String(now));
  assert.deepEqual([withFrame(one, frame(4, [], { type: "END" }), 0).ended, withFrame({ ...one, ended: true }, frame(4, []), 0).ended], [true, true]);
  assert.equal(withFrame(one, frame(4, [], { position: null }), 0).stand.number, 3);
  assert.equal(withAnswer(one, { events: [], position: at(2) }).stand.number, 3);
  assert.equal(withAnswer(one, { events: [], position: at(3, { status: "OVER" }) }).stand.status, "OVER");
  assert.equal(withAnswer(one, { events: [], position: at(2, { seat: null }) }).stand.number, 2);
  assert.deepEqual(withPast(one, [event(1), event(2)]).log.map((each) => each.number), [1, 2, 3]);
  assert.equal(withPast(one, [event(2), event(3)]).log, one.log);
  assert.equal(withPast(one, []).log, one.log);
  assert.deepEqual([mine(one)?.kind, mine(NOTHING), ...[{ status: "OVER" }, { seat: 1 }, { notation: { n: 3, decision: null } }, { notation: { n: 3, decision: { seat: 0, kind: "turn", actions: [] } } }, { notation: { n: 3, decision: { seat: 0, kind: "turn" } } }].map((more) => mine({ ...one, stand: at(3, more) }))], ["turn", null, null, null, null, null, null]);
  assertKept("move_keys", ["gold", "draw", "build castle+ from 2"].flatMap((action) => [0, 7].map((n) => moveKey("game_1", n, action))));
});

test("a Gold Mine gathers a gold more, an Observatory a card more, and neither the other’s", () => {
  const told = (city, text) => tellAction(readAction(text), speech(view({ seats: [seat({ city })], decision: { seat: 0, kind: "turn", actions: [] } })));
  const found = [["gold_mine"], ["observatory"], []].map((city) => ["gold", "draw"].map((text) => Number(/"n":(\d)/.exec(told(city, text))[1])));
  assert.deepEqual(found, [[3, 2], [2, 3], [2, 2]]);
});
