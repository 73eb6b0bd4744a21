// What an event does to the game that the page follows by itself, where whole games seldom come by.
import assert from "node:assert/strict";
import test from "node:test";

import { follow } from "../../../../web/verify/event_effects.mjs";

const SETUP = { edition: "modern", players: 2, cast: [], uniques: [], options: {} };
/** A game before an event. */
const stateOf = (more = {}) => ({
  seed: "s", edition: "modern", round: 1, crown: 0, gold: [2, 2], hand: [["manor"], ["temple"]], city: [[], []], built: [[], []], tax: 0,
  characters: [["thief"], ["king"]], revealed: [[], []], deck: ["docks", "keep"], faceup: [], facedown: [], pool: [], completed: [], announced: false,
  offered: [], building: null, ransom: null, ...more,
});
/** What is reported of events, and the game after them. */
function after(state, events, { act = "end", waits = null } = {}) {
  const reports = [];
  follow(state, SETUP, { do: act, events, waits }, (check, what) => reports.push(`${check} ${what}`));
  return { state, reports };
}

test("a character that is shown twice is shown once, and one that its player does not have is nobody's", () => {
  const twice = after(stateOf(), [{ kind: "reveal", seat: 0, character: "thief" }, { kind: "reveal", seat: 0, character: "thief" }]);
  assert.deepEqual(twice.state.revealed, [["thief"], []]);
  assert.deepEqual(after(stateOf(), [{ kind: "reveal", seat: 0, character: "king" }]).state.revealed, [["?"], []]);
});

test("a card that the Lighthouse finds is one of the deck", () => {
  const gain = (card) => after(stateOf({ edition: "classic" }), [{ kind: "gain", why: "lighthouse", seat: 0, cards: 1, districts: [card] }]);
  assert.deepEqual([gain("keep").reports, gain("keep").state.hand[0], gain("keep").state.deck], [[], ["manor", "keep"], ["docks"]]);
  assert.deepEqual(gain("palace").reports, ["cards searched"]);
});

test("the crown comes from whoever has it", () => {
  const crown = (from) => after(stateOf(), [{ kind: "crown", seat: 1, from }]);
  assert.deepEqual([crown(0).reports, crown(0).state.crown, crown(1).reports], [[], 1, ["course crown"]]);
});

test("gold that is lost goes to whom it is said to go, to the tax, or out of the game", () => {
  const lose = (more) => after(stateOf(), [{ kind: "lose", seat: 0, gold: 1, ...more }]).state;
  assert.deepEqual([lose({ to: 1, why: "robbery" }).gold, lose({ to: null, why: "tax" }).gold, lose({ why: "build" }).gold], [[1, 3], [1, 2], [1, 2]]);
  assert.deepEqual([lose({ to: null, why: "tax" }).tax, lose({ why: "build" }).tax, lose({ to: 1, why: "tax" }).tax], [1, 0, 0]);
});

test("cities that are completed together stand together, others one after the other", () => {
  const complete = [{ kind: "complete", seat: 1 }, { kind: "complete", seat: 0 }];
  assert.deepEqual(after(stateOf(), complete).state.completed, [[1], [0]]);
  for (const count of [1, 2]) {
    assert.deepEqual(after(stateOf(), [{ kind: "announce", on: true }, ...complete.slice(0, count)]).state.completed, [[1, 0].slice(0, count)]);
  }
});

test("a district stands once nothing is to be paid for it any more, and was built in the round", () => {
  const build = [{ kind: "build", seat: 0, district: "manor" }];
  for (const waits of ["pay", "warrant"]) assert.deepEqual(after(stateOf(), build, { waits }).state.city[0], []);
  const done = after(stateOf({ edition: "classic" }), build, { waits: "turn" }).state;
  assert.deepEqual([done.city[0], done.built[0], done.hand[0], done.building], [[{ text: "manor", tucked: [] }], ["manor"], [], null]);
  assert.deepEqual(after(stateOf(), build).state.built[0], []);
});

test("a district that is destroyed lies under the deck with what lay under it, or waits for its owner", () => {
  const city = [[], [{ text: "museum+", tucked: ["church", "harbor"] }]];
  const gone = [{ kind: "destroy", seat: 1, district: "museum+" }];
  assert.deepEqual(after(stateOf({ city: structuredClone(city) }), gone).state.deck, ["harbor", "church", "museum", "docks", "keep"]);
  const waits = after(stateOf({ city: structuredClone(city) }), gone, { waits: "ransom" });
  assert.deepEqual([waits.state.deck, waits.state.ransom, waits.reports], [["harbor", "church", "docks", "keep"], { card: "museum", under: 2 }, []]);
  const back = after(structuredClone(waits.state), [{ kind: "answer", seat: 1, do: "recover" }]).state;
  assert.deepEqual([back.hand[1], back.deck, back.ransom], [["temple", "museum"], ["harbor", "church", "docks", "keep"], null]);
  const left = after(structuredClone(waits.state), [{ kind: "answer", seat: 1, do: "pass" }]).state;
  assert.deepEqual([left.hand[1], left.deck], [["temple"], ["harbor", "church", "museum", "docks", "keep"]]);
  assert.deepEqual(after(structuredClone(waits.state), []).reports, ["cards city"]);
});

test("what is said to be somewhere and is not is reported", () => {
  const faults = {
    "cards hand": [{ kind: "discard", seat: 0, districts: ["palace"] }], "cards city": [{ kind: "seize", seat: 0, of: 1, district: "palace" }],
    "cards seen": [{ kind: "look", seat: 0, of: 1, hand: ["palace"] }], "cards searched": [{ kind: "search", seat: 0, deck: ["palace"] }],
    "cards drawn": [{ kind: "draw", seat: 0, count: 1, districts: ["palace"] }], "cards kept": [{ kind: "kept", seat: 0, districts: ["palace"] }],
    "cards confiscated": [{ kind: "confiscate", seat: 0, district: "palace" }], "characters aside": [{ kind: "leave", seat: 0, character: "king" }],
  };
  for (const [report, events] of Object.entries(faults)) assert.deepEqual(after(stateOf(), events).reports, [report]);
  for (const kind of ["beautify", "tuck"]) assert.ok(after(stateOf(), [{ kind, seat: 0, district: "palace", districts: ["manor"] }]).reports.includes("cards city"), kind);
  assert.deepEqual(after(stateOf(), [{ kind: "over", hands: [["manor"], ["temple"]] }]).reports, []);
  assert.deepEqual(after(stateOf(), [{ kind: "over", hands: [["manor"], []] }]).reports, ["cards hand"]);
});

test("a card that is tucked lies under the Museum, beautified or not, and under no other district", () => {
  for (const museum of ["museum", "museum+"]) {
    const { state, reports } = after(stateOf({ city: [[{ text: "temple", tucked: [] }, { text: museum, tucked: ["keep"] }], []] }), [{ kind: "tuck", seat: 0, districts: ["manor"] }]);
    assert.deepEqual([reports, state.hand[0], state.city[0]], [[], [], [{ text: "temple", tucked: [] }, { text: museum, tucked: ["keep", "manor"] }]]);
  }
});
