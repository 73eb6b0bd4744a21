// While no game is running, one that has ended is offered: the newest of the house alone, or else the newest of all. Of one's own games those
// that wait for one's move come first.
import assert from "node:assert/strict";
import test from "node:test";

import { endedGame, ownTables } from "../../../../web/pages/home_games.mjs";

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

const own = (id, yourSeat = 0) => ({ id, yourSeat });
const owes = (id, deadline = null) => ({ table: id, seat: 0, n: 1, kind: "turn", deadline, number: 1 });

test("the most urgent decision comes first, and a game without one last", () => {
  const data = {
    owed: [owes("soon", 5), owes("later", 9)],
    playing: { nodes: [own("idle"), own("later"), own("soon")] },
    sitting: { nodes: [own("waits")] },
  };
  const found = ownTables(data);
  assert.deepEqual(found.map((one) => one.table.id), ["soon", "later", "idle", "waits"]);
  assert.deepEqual(found.map((one) => one.owed?.deadline ?? null), [5, 9, null, null]);
});

test("a table where one does not sit is not one's own", () => {
  const data = { owed: [], playing: { nodes: [own("made", null), own("mine", 0)] }, sitting: { nodes: [] } };
  assert.deepEqual(ownTables(data).map((one) => one.table.id), ["mine"]);
});

test("nothing is known before the answer, and nobody has no games", () => {
  assert.equal(ownTables(null), null);
  assert.deepEqual(ownTables({}), []);
});
