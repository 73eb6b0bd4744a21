// Moments by rounds and turns, and the jumps between them.
import assert from "node:assert/strict";
import test from "node:test";

import { jump, marksOf, momentOf, partOf, roundsOf } from "../../../../web/replay/timeline.mjs";
import { keyed } from "../../../../web/replay/replay_keys.mjs";

const seats = [{ revealed: [] }, { revealed: ["king"] }];
const at = (n, round, phase, turn = null) => ({ n, events: [], position: { round, phase, turn, seats, bewitched: { character: "king", by: 0 } } });
const moments = [
  at(0, 1, "pick"), at(1, 1, "pick"), at(2, 1, "turns", { character: "king" }), at(3, 1, "turns", { character: "king" }),
  at(4, 1, "turns", { character: "king", resumed: true }), at(5, 2, "pick"), at(6, 2, "turns", { character: "thief" }), at(7, 2, "over"),
];
const marks = marksOf(moments);

test("a draft and each turn are marked where they begin, with who plays", () => {
  assert.deepEqual(marks.map((mark) => [mark.n, mark.round, mark.character, mark.seat]), [
    [0, 1, null, null], [2, 1, "king", 1], [4, 1, "king", 0], [5, 2, null, null], [6, 2, "thief", null],
  ]);
  assert.deepEqual(roundsOf(marks).map((mark) => mark.n), [0, 5]);
});

test("a jump goes to the next beginning, or back to one's own", () => {
  assert.deepEqual([0, 2, 3, 6].map((n) => jump(marks, n, 1, 7)), [2, 4, 4, 7]);
  assert.deepEqual([7, 5, 3, 0].map((n) => jump(marks, n, -1, 7)), [6, 4, 2, 0]);
  assert.equal(partOf(marks, 3)?.n, 2);
});

test("moments that are not there yet leave gaps, and nothing breaks", () => {
  const some = [moments[0], undefined, undefined, moments[3]];
  assert.deepEqual(marksOf(some).map((mark) => mark.n), [0, 3]);
});

test("a moment's decision stands in its position, and its events know the moment after it", () => {
  const told = { n: 4, decision: { seat: 1, kind: "turn" }, position: { decision: null }, events: [{ number: 9, kind: "gain", seat: 1, facts: { json: { gold: 2 } } }] };
  const moment = momentOf(told);
  assert.deepEqual(moment.position.decision, { seat: 1, kind: "turn", n: 4 });
  assert.deepEqual(moment.events, [{ gold: 2, kind: "gain", seat: 1, number: 9, n: 5 }]);
});

test("keys step through the game wherever the focus is, but not where they mean something else", () => {
  const press = (key, { inside = "", id = "", ...more } = {}) =>
    keyed({ key, target: { id, closest: (wanted) => (inside && wanted.split(", ").includes(inside) ? {} : null) }, ...more });
  assert.deepEqual(press("ArrowRight"), { stride: "step", way: 1 });
  assert.deepEqual(press("ArrowLeft", { shiftKey: true }), { stride: "turn", way: -1 });
  assert.deepEqual(press("PageDown", { id: "scrub", inside: "input" }), { stride: "round", way: 1 });
  assert.deepEqual(press("End"), { stride: "end", way: 1 });
  assert.equal(press(" "), "play");
  assert.equal(press(" ", { inside: "button" }), null);
  assert.equal(press("ArrowRight", { inside: "select" }), null);
  assert.equal(press("PageDown", { inside: ".log" }), null);
  assert.deepEqual(press("ArrowRight", { inside: ".log" }), { stride: "step", way: 1 });
  assert.equal(press("ArrowRight", { defaultPrevented: true }), null);
  assert.equal(press("ArrowLeft", { altKey: true }), null);
  assert.equal(press("ArrowUp"), null);
});
