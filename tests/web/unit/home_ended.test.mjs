// While no game is running, one that has ended is offered: the newest of the house alone, or else the newest of all.
import assert from "node:assert/strict";
import test from "node:test";

import { endedGame } from "../../../web/pages/home_ended.mjs";

const table = (id, kinds, more = {}) => ({ id, seats: kinds.map((kind) => ({ kind })), tournament: null, ...more });
const shown = (...nodes) => {
  const found = endedGame({ results: { nodes } });
  return found && [found.table.id, found.demo];
};

test("the newest game that the house has played alone comes first", () => {
  assert.deepEqual(shown(table("people", ["HUMAN", "AI"]), table("demo", ["AI", "AI"]), table("older", ["AI", "AI"])), ["demo", true]);
});

test("without one it is the newest game, and no demo", () => {
  assert.deepEqual(shown(table("people", ["HUMAN", "AI"]), table("bots", ["BOT", "BOT"])), ["people", false]);
});

test("a game of a tournament is not offered, and where nothing has ended there is nothing", () => {
  assert.equal(shown(table("cup", ["AI", "AI"], { tournament: "cup_1" })), null);
  assert.equal(shown(), null);
  assert.equal(endedGame({}), null);
});
