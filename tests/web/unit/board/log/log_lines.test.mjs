// The lines of a log stand under their rounds and turns, and know their moments.
import assert from "node:assert/strict";
import test from "node:test";

import { grouped, linesOf } from "../../../../../web/board/log/log_lines.mjs";

const events = [
  { number: 1, kind: "created", seat: null, facts: { json: {} } },
  { number: 2, kind: "start", seat: null, facts: { json: { crown: 0 } } },
  { number: 3, kind: "round", seat: null, facts: { json: { round: 1, crown: 0, faceup: [] } } },
  { number: 4, kind: "ask", seat: 0, facts: { json: { what: "pick", n: 0, ms: 1 } } },
  { number: 5, kind: "pick", seat: 0, facts: { json: { left: 4 } } },
  { number: 6, kind: "ask", seat: 1, facts: { json: { what: "pick", n: 1, ms: 1 } } },
  { number: 7, kind: "reveal", seat: 1, facts: { json: { character: "king" } } },
  { number: 8, kind: "gain", seat: 1, facts: { json: { gold: 2, why: "gather" } } },
  { number: 9, kind: "turn_end", seat: 1, facts: { json: {} } },
  { number: 10, kind: "round", seat: null, facts: { json: { round: 2, crown: 1, faceup: [] } } },
  { number: 11, kind: "over", seat: null, facts: { json: {} } },
  { number: 12, kind: "end", seat: null, facts: { json: { places: [[0], [1]], totals: [2, 1] } } },
];

test("a line belongs to the moment after the decision that was asked before it", () => {
  const lines = linesOf(events);
  assert.deepEqual(lines.map((line) => [line.event.kind, line.n]), [
    ["created", 0], ["start", 0], ["round", 0], ["pick", 1], ["reveal", 2], ["gain", 2], ["round", 2], ["over", 2], ["end", 2],
  ]);
  assert.equal(linesOf([{ kind: "gain", seat: 0, gold: 1, why: "tax", n: 41 }])[0].n, 41);
});

test("rounds hold their draft and turns, and the end stands by itself", () => {
  const rounds = grouped(linesOf(events));
  assert.deepEqual(rounds.map((round) => [round.round, round.turns.map((turn) => [turn.kind, turn.lines.length])]), [
    [null, [["table", 2]]], [1, [["draft", 2], ["turn", 2]]], [2, [["draft", 1], ["table", 2]]],
  ]);
  assert.equal(rounds[1].turns[1].character, "king");
});
