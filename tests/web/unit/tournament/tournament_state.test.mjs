// A tournament that is followed stays what it is: no entry twice, none lost, and games and places as they were played.
import assert from "node:assert/strict";
import test from "node:test";

import { address, after, begun, ended, filled, finish, goodPlaces, meetings, names, otherwise, paired, part,
  placesBySeat } from "../../../../web/tournament/tournament_state.mjs";

const entry = (number, kind = "result") => ({ number, at: number, kind, facts: {} });
const frame = (number, entries, more = {}) => ({ number, status: "RUNNING", entries, ...more });
const START = begun({ number: 7, status: "ENTRY", standings: [], progress: { gamesPlayed: 0 } });

test("a frame brings what is new, the newest first, and keeps standings that it does not have", () => {
  const one = after(START, frame(9, [entry(8, "started"), entry(9, "round")],
    { standings: [{ entrant: "ann" }], progress: { gamesPlayed: 0 } }));
  const two = after(one, frame(10, [entry(10)]));
  assert.deepEqual(two.news.map((each) => each.number), [10, 9, 8]);
  assert.deepEqual(two.standings, [{ entrant: "ann" }]);
  assert.equal(two.number, 10);
  assert.equal(two.status, "RUNNING");
});

test("what comes again after a lost connection changes nothing", () => {
  const one = after(START, frame(9, [entry(8), entry(9)]));
  assert.equal(after(one, frame(8, [entry(8)])), one);
  assert.deepEqual(after(one, frame(10, [entry(9), entry(10)])).news.map((each) => each.number), [10, 9, 8]);
});

test("standings that were asked for fill in, and never hide what the stream has still to tell", () => {
  const waiting = begun({ number: 7, status: "ENTRY", standings: null, progress: {} });
  const known = filled(waiting, { number: 9, standings: [{ entrant: "ann" }], progress: {} });
  assert.deepEqual([known.number, known.standings], [7, [{ entrant: "ann" }]]);
  assert.deepEqual(after(known, frame(9, [entry(8, "started"), entry(9)])).news.map((each) => each.number), [9, 8]);
  const newer = after(known, frame(12, [entry(12)], { standings: [{ entrant: "bea" }] }));
  assert.equal(filled(newer, { number: 9, standings: [{ entrant: "ann" }], progress: {} }), newer);
});

test("the tournament is asked for again after what changes it, and not after results", () => {
  const one = after(START, frame(8, [entry(8, "entered")]));
  assert.equal(one.changed, 8);
  assert.equal(after(one, frame(9, [entry(9)])).changed, 8);
  assert.equal(after(one, frame(9, [entry(9, "paused")])).changed, 9);
});

test("progress is a share only where the end is known", () => {
  assert.equal(part({ gamesPlayed: 3, gamesExpected: 12 }), 0.25);
  assert.equal(part({ gamesPlayed: 3, gamesExpected: null }), null);
  assert.equal(part({ gamesPlayed: 13, gamesExpected: 12 }), 1);
  assert.equal(ended("CANCELLED") && ended("OVER") && !ended("PAUSED"), true);
});

test("seats stand by place, shared places leave out those behind them", () => {
  const game = { seats: ["a", "b", "c", "d"],
    result: { places: [[2], [0, 3], [1]], totals: [20, 3, 30, 20], left: [1] } };
  assert.deepEqual(finish(game).map((one) => [one.who, one.place, one.total, one.left]), [
    ["c", 1, 30, false], ["a", 2, 20, false], ["d", 2, 20, false], ["b", 4, 3, true],
  ]);
  assert.deepEqual(placesBySeat(game.result, 4), [2, 4, 1, 2]);
  assert.deepEqual(finish({ seats: ["a", "b"], result: null }).map((one) => one.place), [0, 0]);
});

test("places that cannot be are known before they are sent", () => {
  for (const good of [[1, 2, 3, 4], [4, 3, 2, 1], [1, 1, 3, 4], [1, 1, 1, 1],
    [2, 2, 1, 4]]) assert.equal(goodPlaces(good), true, String(good));
  for (const bad of [[1, 1, 2, 3], [2, 3, 4, 5], [1, 2, 4, 4], [0, 1, 2, 3]]) assert.equal(goodPlaces(bad), false,
    String(bad));
});

test("a game leads to its table while it runs and to its replay once it may be seen", () => {
  assert.equal(address({ table: "t", status: "WAITING", sealed: false }), null);
  assert.equal(address({ table: "t", status: "RUNNING", sealed: false }), "/table/t");
  assert.equal(address({ table: "t", status: "OVER", sealed: true }), "/table/t");
  assert.equal(address({ table: "t", status: "OVER", sealed: false }), "/replay/t");
});

test("everybody has a name, bots that fill a table that of their level", () => {
  const name = names([{ entrant: "acct_1", name: "Ann" }], (one) => one.name, (level) => `the ${level}`);
  assert.deepEqual([name("acct_1"), name("fill:greedy:1"), name("greedy#2")], ["Ann", "the greedy", "greedy#2"]);
});

test("a cell of the crosstable is found from both sides", () => {
  const met = meetings([{ row: "a", column: "b", games: 2, ahead: 1 }, { row: "b", column: "a", games: 2, ahead: 0 }]);
  assert.equal(met("a", "b")?.ahead, 1);
  assert.equal(met("b", "a")?.ahead, 0);
  assert.equal(met("a", "c"), undefined);
});

test("pairings are the tables in order, and who has none rests", () => {
  assert.deepEqual(paired(["a", "b", "c", "d", "e"], { a: 2, b: 1, c: 2, d: 1 }), [["b", "d"], ["a", "c"]]);
});

test("a game counts as something else where it was corrected or is void, and else as it was played", () => {
  const played = { status: "OVER", why: "", corrected: false, correction: null };
  const corrected = { ...played, corrected: true, correction: "read backwards" };
  assert.equal(otherwise(played), null);
  assert.deepEqual(otherwise(corrected), { as: "corrected", why: "read backwards" });
  const shown = { ...corrected, status: "VOID", why: "shown to others" };
  assert.deepEqual(otherwise(shown), { as: "void", why: "shown to others" });
  assert.equal(otherwise({ ...played, status: "RUNNING" }), null);
});

test("a frame of the number that is known brings the standings that were still missing", () => {
  const waiting = begun({ number: 7, status: "ENTRY", standings: null, progress: {} });
  assert.deepEqual(after(waiting, frame(7, [], { standings: [{ entrant: "ann" }] })).standings, [{ entrant: "ann" }]);
  assert.equal(after(waiting, frame(6, [], { standings: [{ entrant: "ann" }] })).standings, null);
});

test("before its end a game has no places, and then the winner comes first", () => {
  assert.deepEqual(finish({ seats: ["a", "b"], result: null }), ["a", "b"].map((who, seat) => ({ seat, who, place: 0, total: null, left: false })));
  assert.deepEqual(finish({ seats: ["a", "b", "c"], result: { places: [[2, 0], [1]], totals: [20, 9, 20], left: [1] } }), [
    { seat: 2, who: "c", place: 1, total: 20, left: false }, { seat: 0, who: "a", place: 1, total: 20, left: false }, { seat: 1, who: "b", place: 3, total: 9, left: true },
  ]);
  const name = names([{ entrant: "a", name: "Ann" }], (one) => one.name, (level) => `<${level}>`);
  assert.deepEqual([name("a"), name("fill:greedy#2"), name("zzz")], ["Ann", "<greedy>", "zzz"]);
});
