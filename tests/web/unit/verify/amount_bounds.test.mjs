// An event is about as much gold, and as many cards, as the rules say where they say it with one number.
import assert from "node:assert/strict";
import test from "node:test";

import { measured } from "../../../../web/verify/amount_bounds.mjs";

const stand = (text) => ({ text, tucked: [] });
/** A game in which seat 0 has that city, and seat 1 this one. */
const stateOf = (own = [], other = [], more = {}) => ({
  edition: "modern", tax: 4, gold: [9, 5], deck: Array(10).fill("manor"), city: [own.map(stand), other.map(stand)], hand: [[], []], ...more,
});
/** The amounts, of all up to ten, that fit an event of an action. */
function fitting(state, act, event, during = {}) {
  const fits = measured(state, { do: act, gold: undefined, character: "", spent: 0, ...during }, 0);
  const about = event.cards === "?" ? "cards" : event.count === "?" ? "count" : "gold";
  return Array.from({ length: 11 }, (_, amount) => amount).filter((amount) => fits(state, { seat: 0, ...event, [about]: amount }));
}
const gains = (why, act = why, { state = stateOf(), ...during } = {}) => fitting(state, act, { kind: "gain", why, gold: "?" }, during);
const loses = (why, act = why, { state = stateOf(), ...during } = {}) => fitting(state, act, { kind: "lose", why, gold: "?" }, during);
const cards = (why, act = why, { state = stateOf(), ...during } = {}) => fitting(state, act, { kind: "gain", why, cards: "?" }, during);
const SOME = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10];

test("gold gathered is two, with a Gold Mine three", () => {
  assert.deepEqual([gains("gather", "gold"), gains("gather", "gold", { state: stateOf(["gold_mine+"]) }), gains("gather", "gold", { state: stateOf([], ["gold_mine"]) })], [[2], [3], [2]]);
});

test("income is one for each district of the type, a School of Magic among them, or as it was divided", () => {
  const types = { king: "manor", emperor: "castle", patrician: "palace", bishop: "temple", abbot: "church", cardinal: "cathedral", merchant: "tavern", trader: "docks", warlord: "prison", diplomat: "fortress", marshal: "barracks" };
  const every = stateOf(Object.values(types));
  const count = { king: 3, emperor: 3, patrician: 3, bishop: 3, abbot: 3, cardinal: 3, merchant: 2, trader: 2, warlord: 3, diplomat: 3, marshal: 3 };
  for (const character of Object.keys(types)) {
    assert.deepEqual(gains("income", "income", { state: stateOf([types[character], "keep"]), character }), [1], character);
    assert.deepEqual(gains("income", "income", { state: every, character }), [count[character]], character);
    assert.deepEqual(gains("income", "income", { state: stateOf([types[character], "school_of_magic+"]), character }), [2], character);
    assert.deepEqual(cards("income", "income", { state: every, character }), [count[character]], character);
  }
  assert.deepEqual([gains("income", "income 2 1", { character: "abbot" }), cards("income", "income 2 1", { character: "abbot" })], [[2], [1]]);
});

test("a bonus is that of the character", () => {
  const gold = Object.fromEntries(["merchant", "queen", "navigator"].map((character) => [character, gains("bonus", "bonus", { character })[0]]));
  assert.deepEqual(gold, { merchant: 1, queen: 3, navigator: 4 });
  assert.deepEqual([cards("bonus", "bonus", { character: "architect" }), cards("bonus", "bonus cards", { character: "navigator" })], [[2], [4]]);
});

test("other gains are what the card says, or what lay there", () => {
  assert.deepEqual([gains("queen"), gains("collect"), gains("refund", "end", { spent: 6 }), gains("confiscation", "confiscate", { gold: 5 })], [[3], [4], [6], [5]]);
  assert.deepEqual([gains("laboratory"), gains("laboratory", "laboratory", { state: stateOf([], [], { edition: "classic" }) }), gains("poor_house"), gains("throne_room")], [[2], [1], [1], [1]]);
  assert.deepEqual(gains("anything"), SOME);
});

test("what is lost is the price, or what the card says, and never more than is there", () => {
  assert.deepEqual(["beautify", "tax", "tithe", "emperor", "graveyard"].map((why) => loses(why)), [[1], [1], [1], [1], [1]]);
  assert.deepEqual([loses("smithy"), loses("robbery"), loses("threat"), loses("bribe")], [[2], [9], [9], [4]]);
  assert.deepEqual([loses("bribe", "bribe", { state: stateOf([], [], { gold: [8, 5] }) }), loses("smithy", "smithy", { state: stateOf([], [], { gold: [1, 5] }) })], [[4], []]);
  assert.deepEqual(loses("anything"), SOME.slice(0, 9));
});

test("a district costs what is printed on it, less what cards have paid, and a Factory helps", () => {
  assert.deepEqual([loses("build", "build park"), loses("build", "build thieves_den cards 2"), loses("build", "build park", { state: stateOf(["factory"]) })], [[6], [4], [5]]);
  assert.deepEqual(loses("build", "take manor"), SOME.slice(0, 9));
});

test("the Warlord pays one less than a district is worth, the Marshal all of it to another, both one more for a Great Wall", () => {
  const at = (...city) => stateOf([], city);
  const destroy = (what, state) => loses("destroy", `destroy 1 ${what}`, { state }), seize = (what, state) => loses("seize", `seize 1 ${what}`, { state });
  assert.deepEqual([destroy("manor", at("manor")), destroy("manor+", at("manor+")), destroy("manor", at("manor", "great_wall"))], [[2], [3], [3]]);
  assert.deepEqual([seize("manor", at("manor")), seize("manor+", at("manor+")), seize("manor", at("manor", "great_wall+"))], [[3], [4], [4]]);
  assert.deepEqual(loses("seize", "seize 0 manor", { state: stateOf(["manor"]) }), []);
  assert.deepEqual([destroy("great_wall", at("great_wall")), seize("great_wall", at("great_wall"))], [[6], [7]]);
  assert.deepEqual(destroy("great_wall", { ...at("great_wall"), edition: "classic" }), [5]);
});

test("the Diplomat pays what the other district is worth more, the Great Wall beside that or within it", () => {
  const exchange = (own, what, city, edition = "modern") => loses("exchange", `exchange ${own} 1 ${what}`, { state: { ...stateOf([own], city), edition } });
  assert.deepEqual([exchange("manor", "palace", ["palace"]), exchange("manor+", "palace", ["palace"]), exchange("palace", "manor", ["manor"])], [[2], [1], []]);
  assert.deepEqual([exchange("manor", "palace", ["palace", "great_wall"]), exchange("palace", "manor", ["manor", "great_wall"]), exchange("manor", "great_wall", ["great_wall"])], [[3], [1], [4]]);
  assert.deepEqual([exchange("manor", "palace", ["palace", "great_wall"], "classic"), exchange("palace", "castle", ["castle", "great_wall"], "classic"), exchange("manor", "great_wall", ["great_wall"], "classic")], [[3], [], [3]]);
});

test("cards drawn are two, with an Observatory three, a Scholar's seven, and never more than lie there", () => {
  const draw = (state, from = "draw") => fitting(state, "draw", { kind: "draw", from, count: "?" });
  assert.deepEqual([draw(stateOf()), draw(stateOf(["observatory"])), draw(stateOf(), "study"), draw(stateOf([], [], { deck: ["manor"] }))], [[2], [3], [7], [1]]);
  assert.deepEqual([cards("smithy"), cards("park"), cards("park", "end", { state: stateOf([], [], { deck: [] }) })], [[3], [2], [0]]);
  assert.deepEqual(cards("anything"), [0, ...SOME]);
});

test("an event about no gold and no cards is about as much as it wants", () => {
  const fits = measured(stateOf(), { do: "end", gold: undefined, character: "", spent: 0 }, 0);
  assert.ok(fits(stateOf(), { kind: "turn_end", seat: 0 }));
  assert.ok(!fits(stateOf(), { kind: "gain", seat: 0, gold: 0, why: "anything" }));
});
