// What the page refuses of a decision: whose it is not, of no such kind, done twice or too early, or without the cards and the gold for it.
import assert from "node:assert/strict";
import test from "node:test";

import { faultOf, priceOf } from "../../../../web/verify/legality.mjs";

const stand = (text) => ({ text, tucked: [] });
/** A game of three in which seat 1 has the crown; the Thief is seat 0's, the Witch seat 1's and the Warlord seat 2's. */
function stateOf(more = {}) {
  return {
    edition: "modern", crown: 1, gold: [2, 3, 4], deck: ["keep", "palace"], pool: ["king", "bishop"], offered: ["docks"],
    hand: [["manor", "park"], ["temple"], ["castle", "library"]], city: [[stand("tavern")], [stand("factory"), stand("docks+")], [stand("manor")]],
    characters: [["thief"], ["witch"], ["warlord"]], facedown: [{ character: "abbot", seenBy: [] }], ...more,
  };
}
const CAST = ["witch", "thief", "magician", "king", "bishop", "merchant", "architect", "warlord"];
/** What is the matter with an action of a seat; `events` are the kinds of what came of it. */
function fault(state, seat, kind, act, { turn = {}, events = [], decision = { seat, kind }, position = {} } = {}) {
  const place = { cast: CAST, decision: null, bewitched: null, turn: { character: "thief", gathered: true, used: [], resumed: false, ...turn }, ...position };
  return faultOf(state, { n: 0, seat, do: act, decision, position: place, events: events.map((one) => ({ kind: one })) });
}
const turn = (act, character, more = {}) => fault(more.state ?? stateOf(), more.seat ?? { thief: 0, witch: 1, warlord: 2 }[character], "turn", act, { events: more.events, turn: { character, ...more.turn } });

test("a decision is that of the seat that is asked", () => {
  assert.equal(fault(stateOf(), 0, "turn", "end", { events: ["turn_end"] }), "");
  assert.equal(fault(stateOf(), 0, "turn", "end", { events: ["turn_end"], decision: null }), "asked");
  assert.equal(fault(stateOf(), 0, "turn", "end", { events: ["turn_end"], decision: { seat: 1, kind: "turn" } }), "asked");
  assert.equal(fault(stateOf(), null, "turn", "end", { decision: { seat: null, kind: "turn" } }), "asked");
  for (const asked of [{ seat: 0, kind: "keep" }, { seat: 1, kind: "expose" }]) assert.equal(fault(stateOf(), 0, "expose", "pass", { position: { decision: asked } }), "asked");
  assert.equal(fault(stateOf(), 0, "expose", "pass", { position: { decision: { seat: 0, kind: "expose" } } }), "");
});

test("who picks follows from the crown and from how many have picked", () => {
  const before = stateOf({ characters: [[], [], []] }), after = stateOf({ characters: [[], ["thief"], []] });
  const pick = (state, seat) => fault(state, seat, "pick", "pick king", { events: ["pick"] });
  assert.deepEqual([0, 1, 2].map((seat) => pick(before, seat)), ["asked", "", "asked"]);
  assert.deepEqual([0, 1, 2].map((seat) => pick(after, seat)), ["asked", "asked", ""]);
  assert.deepEqual([0, 1, 2].map((seat) => fault(after, seat, "set_aside", "set_aside king", { events: ["set_aside"] })), ["asked", "", "asked"]);
});

test("a turn, and what is asked within it, is that of whoever has the character, and after a spell the Witch's", () => {
  const within = { keep: ["keep docks", ["kept"]], redraw: ["done"], pay: ["discard manor", ["discard"]], take: ["take manor"], return: ["give manor"], turn: ["end", ["turn_end"]] };
  for (const [kind, [act, events]] of Object.entries(within)) {
    const position = kind === "take" ? { decision: { seat: 0, kind, from: 0 } } : {};
    assert.equal(fault(stateOf(), 0, kind, act, { events, position }), "", kind);
    assert.equal(fault(stateOf(), 2, kind, act, { events }), "asked", kind);
  }
  const spell = { events: ["turn_end"], turn: { character: "warlord", resumed: true }, position: { bewitched: { character: "warlord", by: 1 } } };
  assert.deepEqual([fault(stateOf(), 1, "turn", "end", spell), fault(stateOf(), 2, "turn", "end", spell)], ["", "asked"]);
});

test("an action is one of its decision, and of the character whose turn it is", () => {
  assert.equal(fault(stateOf(), 0, "expose", "pass"), "");
  assert.equal(fault(stateOf(), 0, "expose", "expose"), "");
  assert.equal(fault(stateOf(), 0, "expose", "end"), "kind");
  assert.equal(fault(stateOf(), 0, "nothing", "pass"), "kind");
  assert.equal(turn("rob king", "thief", { events: ["mark"] }), "");
  assert.equal(turn("kill king", "thief", { events: ["mark"] }), "kind");
  assert.equal(turn("dance", "thief"), "kind");
  assert.equal(turn("bonus", "warlord"), "kind");
});

test("gold or cards are taken once, before a district is built and before the turn ends", () => {
  const early = { turn: { gathered: false }, events: ["build", "turn_end", "gain"] }, late = { turn: { gathered: true }, events: ["build", "turn_end", "gain"] };
  assert.deepEqual(["gold", "draw", "build manor", "end"].map((act) => turn(act, "thief", { ...early, state: stateOf({ gold: [9, 9, 9] }) })), ["", "", "early", "early"]);
  assert.deepEqual(["gold", "draw", "build manor", "end"].map((act) => turn(act, "thief", { ...late, state: stateOf({ gold: [9, 9, 9] }) })), ["twice", "twice", "", ""]);
});

test("an ability is used once, the Artist's twice, and what a district does as often as it allows", () => {
  assert.equal(turn("rob king", "thief", { events: ["mark"], turn: { used: ["rob"] } }), "twice");
  assert.equal(turn("rob king", "thief", { events: ["mark"], turn: { used: ["kill"] } }), "");
  const artist = stateOf({ characters: [["artist"], [], []] });
  const beautify = (used) => turn("beautify tavern", "artist", { seat: 0, state: artist, events: ["beautify"], turn: { used } });
  assert.deepEqual([[], ["beautify"], ["beautify", "beautify"]].map(beautify), ["", "", "twice"]);
  assert.equal(turn("build manor", "thief", { state: stateOf({ gold: [9, 9, 9] }), events: ["build"], turn: { used: ["build", "build", "build"] } }), "");
});

test("what an action leaves behind has happened", () => {
  const leaves = { "rob king": "mark", "end": "turn_end" };
  for (const [act, kind] of Object.entries(leaves)) {
    assert.equal(turn(act, "thief", { events: [kind] }), "");
    assert.equal(turn(act, "thief", { events: ["look"] }), "nothing");
  }
  assert.equal(fault(stateOf(), 0, "threat", "bribe", { events: ["answer"] }), "");
  assert.equal(fault(stateOf(), 0, "threat", "bribe"), "nothing");
});

test("what is picked or set aside lies there, the last one perhaps facedown", () => {
  const pick = (state, act) => fault(state, 1, "pick", act, { events: ["pick"] });
  const open = stateOf({ characters: [[], [], []] }), last = stateOf({ characters: [[], [], []], pool: ["king"] });
  assert.deepEqual(["pick king", "pick abbot", "pick merchant"].map((act) => pick(open, act)), ["", "pool", "pool"]);
  assert.deepEqual(["pick king", "pick abbot", "pick merchant"].map((act) => pick(last, act)), ["", "", "pool"]);
  const aside = stateOf({ characters: [[], ["thief"], []] });
  assert.deepEqual(["set_aside king", "set_aside abbot"].map((act) => fault(aside, 1, "set_aside", act, { events: ["set_aside"] })), ["", "pool"]);
});

test("cards that are kept, taken, given or discarded are where they come from", () => {
  const keep = (act) => fault(stateOf(), 0, "keep", act, { events: ["kept"] });
  assert.deepEqual(["keep docks", "keep manor"].map(keep), ["", "offered"]);
  const take = (act, from) => fault(stateOf(), 0, "take", act, { position: { decision: { seat: 0, kind: "take", from } } });
  assert.deepEqual([take("take castle", 2), take("take castle", 1), take("take manor", 2)], ["", "hand", "hand"]);
  const search = (act) => fault(stateOf(), 0, "search", act);
  assert.deepEqual(["take palace", "take manor"].map(search), ["", "hand"]);
  const discard = (act) => fault(stateOf(), 0, "redraw", act, { events: ["discard"] });
  assert.deepEqual(["discard manor", "discard castle"].map(discard), ["", "hand"]);
  const give = (act) => fault(stateOf(), 0, "tribute", act);
  assert.deepEqual(["give gold", "give card", "give manor", "give castle", "give 1 manor", "give 1 castle"].map(give), ["", "", "", "hand", "", "hand"]);
});

test("a district does its work where it stands, once, with what it takes", () => {
  const with_ = (card, more = {}) => stateOf({ city: [[stand(card)], [stand("keep")], []], ...more });
  for (const [card, event] of [["museum", "tuck"], ["laboratory", "gain"]]) {
    const use = (state, act, used = []) => turn(act, "thief", { state, events: [event], turn: { used } });
    assert.equal(use(with_(card), `${card} manor`), "");
    assert.equal(use(with_(`${card}+`), `${card} manor`), "");
    assert.equal(use(with_(card), `${card} castle`), "hand");
    assert.equal(use(with_("tavern"), `${card} manor`), "hand");
    assert.equal(use(with_(card), `${card} manor`, [card]), "hand");
  }
  const smithy = (state, used = []) => turn("smithy", "thief", { state, events: ["gain"], turn: { used } });
  assert.deepEqual([smithy(with_("smithy")), smithy(with_("smithy", { gold: [1, 9, 9] })), smithy(with_("tavern")), smithy(with_("smithy"), ["smithy"])], ["", "district", "district", "district"]);
  const armory = (state, act) => turn(act, "thief", { state, events: ["destroy"] });
  assert.deepEqual([armory(with_("armory"), "armory 1 keep"), armory(with_("armory"), "armory 2 keep"), armory(with_("tavern"), "armory 1 keep")], ["", "district", "district"]);
});

test("what is destroyed, seized, exchanged or beautified stands where that is said", () => {
  const act = (text, character, event, gold = 4) => turn(text, character, { seat: 2, state: stateOf({ gold: [2, 3, gold], characters: [[], [], [character]] }), events: [event] });
  assert.deepEqual(["destroy 0 tavern", "destroy 1 tavern", "destroy 1 docks", "destroy 1 docks+"].map((one) => act(one, "warlord", "destroy")), ["", "district", "district", ""]);
  assert.deepEqual(["seize 0 tavern", "seize 9 tavern"].map((one) => act(one, "marshal", "seize")), ["", "district"]);
  assert.deepEqual(
    ["exchange manor 0 tavern", "exchange tavern 0 tavern", "exchange manor 0 manor", "exchange tavern 2 manor"].map((one) => act(one, "diplomat", "exchange")),
    ["", "district", "district", "district"],
  );
  assert.equal(act("beautify manor", "artist", "beautify"), "");
  assert.equal(act("beautify manor", "artist", "beautify", 0), "district");
  assert.equal(act("beautify tavern", "artist", "beautify"), "district");
  const adorned = stateOf({ characters: [[], ["artist"], []] });
  assert.equal(turn("beautify docks+", "artist", { seat: 1, state: adorned, events: ["beautify"] }), "district");
});

test("a character aimed at is in the game, and a player is another one who is there", () => {
  assert.deepEqual(["rob king", "rob queen"].map((act) => turn(act, "thief", { events: ["mark"] })), ["", "target"]);
  assert.deepEqual(["bewitch king", "bewitch queen"].map((act) => turn(act, "witch", { events: ["mark"] })), ["", "target"]);
  for (const [verb, character, event] of [["swap", "magician", "swap"], ["peek", "wizard", "look"], ["spy", "spy", "look"], ["tithe", "abbot", "lose"], ["crown", "emperor", "crown"]]) {
    const aim = (seat) => turn(`${verb} ${seat}`, character, { seat: 1, state: stateOf({ characters: [[], [character], []] }), events: [event] });
    assert.deepEqual([aim(0), aim(1), aim(2), aim(3), aim(-1)], ["", "target", "", "target", "target"], verb);
  }
});

test("a district is built from the hand, with the gold that it costs, or in another way", () => {
  const build = (act, gold = 3) => turn(act, "thief", { state: stateOf({ gold: [gold, 0, 0] }), events: ["build"] });
  assert.deepEqual([build("build manor"), build("build manor", 2), build("build castle", 9), build("build manor framework", 0), build("build castle framework", 9)], ["", "gold", "hand", "", "hand"]);
  const taken = (act) => fault(stateOf({ gold: [9, 0, 0] }), 0, "take", act, { events: ["build"], position: { decision: { seat: 0, kind: "take", from: 2 } } });
  assert.deepEqual(["build castle", "build manor"].map(taken), ["", "hand"]);
});

test("a Factory makes other unique districts cheaper by one, for whoever has it", () => {
  const state = stateOf();
  assert.deepEqual(["park", "manor", "factory"].map((card) => priceOf(state, 1, card)), [5, 3, 5]);
  assert.deepEqual(["park", "manor", "factory"].map((card) => priceOf(state, 0, card)), [6, 3, 5]);
  assert.equal(priceOf(stateOf({ city: [[stand("factory+")], [], []] }), 0, "park"), 5);
});
