// One's own games on the first page: those that wait for one's move come first.
import assert from "node:assert/strict";
import { test } from "node:test";
import { ownTables } from "../../../web/pages/home_own.mjs";

const table = (id, yourSeat = 0) => ({ id, yourSeat });
const owes = (id, deadline = null) => ({ table: id, seat: 0, n: 1, kind: "turn", deadline, number: 1 });

test("the most urgent decision comes first, and a game without one last", () => {
  const data = {
    owed: [owes("soon", 5), owes("later", 9)],
    playing: { nodes: [table("idle"), table("later"), table("soon")] },
    sitting: { nodes: [table("waits")] },
  };
  const found = ownTables(data);
  assert.deepEqual(found.map((one) => one.table.id), ["soon", "later", "idle", "waits"]);
  assert.deepEqual(found.map((one) => one.owed?.deadline ?? null), [5, 9, null, null]);
});

test("a table where one does not sit is not one's own", () => {
  const data = { owed: [], playing: { nodes: [table("made", null), table("mine", 0)] }, sitting: { nodes: [] } };
  assert.deepEqual(ownTables(data).map((one) => one.table.id), ["mine"]);
});

test("nothing is known before the answer, and nobody has no games", () => {
  assert.equal(ownTables(null), null);
  assert.deepEqual(ownTables({}), []);
});
