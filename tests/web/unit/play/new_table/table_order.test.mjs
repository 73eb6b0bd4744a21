// What is filled in for a new table becomes what the service wants; score sheets and places are put side by side.
import assert from "node:assert/strict";
import test from "node:test";

import { FIRST, castSizes, compositionOf, orderOf, setupOf, withPlayers, withSeat } from "../../../../../web/play/new_table/table_order.mjs";
import { linesOf, placed } from "../../../../../web/board/score_sheet.mjs";

test("what stands there at first is a game against three of the house, at once", () => {
  assert.deepEqual(orderOf(FIRST), {
    name: "", edition: "MODERN", players: 4,
    seats: [{ kind: "YOU" }, { kind: "AI", level: "GREEDY" }, { kind: "AI", level: "GREEDY" }, { kind: "AI", level: "GREEDY" }],
    clock: { kind: "NONE" }, timeout: "DEFAULT_ACTION", visibility: "PUBLIC", spectatorDelayMs: 0, rated: false, start: "FULL",
  });
});

test("more players are of the house, fewer take the last seats away", () => {
  assert.deepEqual(withPlayers(FIRST, 5).seats, ["you", "GREEDY", "GREEDY", "GREEDY", "GREEDY"]);
  assert.deepEqual(withPlayers(FIRST, 2).seats, ["you", "GREEDY"]);
});

test("the maker sits on one seat only", () => {
  assert.deepEqual(withSeat(FIRST, 2, "you").seats, ["open", "GREEDY", "you", "GREEDY"]);
});

test("each clock has what belongs to it, in milliseconds", () => {
  const clock = (some) => orderOf({ ...FIRST, ...some }).clock;
  assert.deepEqual(clock({ clock: "DECISION", limit: 30 }), { kind: "DECISION", limitMs: 30_000 });
  assert.deepEqual(clock({ clock: "BANK", bank: 10, increment: 2 }), { kind: "BANK", bankMs: 600_000, incrementMs: 2_000 });
  assert.deepEqual(clock({ clock: "CORRESPONDENCE", days: 2 }), { kind: "CORRESPONDENCE", days: 2 });
});

test("a cast by hand goes without a scenario, a scenario without a cast", () => {
  const cast = ["assassin", "thief", "magician", "king", "bishop", "merchant", "architect", "warlord", ""];
  const byHand = orderOf({ ...FIRST, by: "hand", cast, scenario: "x", uniques: ["keep"] });
  assert.deepEqual([byHand.cast.length, byHand.scenario, byHand.uniques], [8, undefined, ["keep"]]);
  const told = orderOf({ ...FIRST, scenario: "x", cast, uniques: ["keep"] });
  assert.deepEqual([told.cast, told.scenario, told.uniques], [undefined, "x", undefined]);
});

test("a ninth character chosen by hand stays at home where the players are too few for one", () => {
  const cast = ["assassin", "thief", "magician", "king", "bishop", "merchant", "architect", "warlord", "artist"];
  const sent = (players, edition = "MODERN") => orderOf(withPlayers({ ...FIRST, edition, by: "hand", cast }, players)).cast.length;
  assert.deepEqual([2, 3, 4, 8].map((players) => sent(players)), [8, 9, 9, 9]);
  assert.equal(sent(3, "CLASSIC"), 8);
});

test("choices within a scenario go with it, and begin anew with another number of players", () => {
  const wish = { ...FIRST, scenario: "x", rank9: true, substitutes: ["artist"] };
  assert.deepEqual([orderOf(wish).rank9, orderOf(wish).substitutes], [true, ["artist"]]);
  assert.deepEqual(setupOf({ ...wish, by: "hand", cast: ["king"] }), { edition: "MODERN", players: 4, cast: ["king"] });
  assert.deepEqual([withPlayers(wish, 3).rank9, withPlayers(wish, 3).substitutes], [false, []]);
});

test("a classic deck by hand says how many purple cards are removed, and how many may be", () => {
  const names = ["keep", "library", "graveyard", "armory", "park", "museum", "quarry"];
  const districts = names.map((district, at) => ({ district, unique: true, bonus: at > 2, copies: district === "keep" ? 2 : 1 }));
  const deck = (uniques, options = {}, cast = []) => compositionOf(districts, { ...FIRST, uniques, options, cast });
  assert.deepEqual(deck(["keep", "library", "graveyard"]), { n: 0, of: 4, removed: 0, least: 0, most: 0 });
  assert.deepEqual(deck(["keep", "library", "graveyard"], { classic_keeps: 1 }), { n: 0, of: 4, removed: 1, least: 0, most: 0 });
  assert.deepEqual(deck(["library", ...names.slice(2)]), { n: 4, of: 4, removed: 2, least: 1, most: 2 });
  assert.deepEqual(deck(["keep", "library"], {}, ["diplomat"]), { n: 0, of: 3, removed: 0, least: 0, most: 0 });
});

test("nobody waits to see a private table, and a chosen crown names a seat", () => {
  assert.equal(orderOf({ ...FIRST, visibility: "PRIVATE", delay: 30 }).spectatorDelayMs, 0);
  assert.equal(orderOf({ ...FIRST, delay: 30 }).spectatorDelayMs, 30_000);
  assert.equal(orderOf({ ...FIRST, options: { initial_crown: "chosen_seat" } }).crown, 0);
});

test("casts have the sizes of the rules", () => {
  assert.deepEqual([2, 3, 4, 7, 8].map((players) => castSizes("MODERN", players)), [[8], [9], [8, 9], [8, 9], [9]]);
  assert.deepEqual([2, 3, 8].map((players) => castSizes("CLASSIC", players)), [[8], [8], [9]]);
});

test("score sheets stand side by side, kinds in the order in which they come up", () => {
  const sheets = [
    { total: 27, lines: [{ for: "districts", points: 23 }, { for: "first_complete", points: 4 }] },
    { total: 22, lines: [{ for: "districts", points: 20 }, { for: "keep", points: 1 }, { for: "keep", points: 1 }] },
  ];
  assert.deepEqual(linesOf(sheets), [
    { what: "districts", points: [23, 20] },
    { what: "first_complete", points: [4, 0] },
    { what: "keep", points: [0, 2] },
  ]);
});

test("who shares a place shares its number, and the next one is further down", () => {
  assert.deepEqual([...placed([[2], [0, 1], [3]])], [[2, 1], [0, 2], [1, 2], [3, 4]]);
});

test("what a form holds at first is what it shows before anything is chosen", () => {
  assert.deepEqual(FIRST, {
    name: "", edition: "MODERN", players: 4, seats: ["you", "GREEDY", "GREEDY", "GREEDY"], by: "scenario", scenario: "", rank9: false, substitutes: [], cast: [], uniques: null,
    options: {}, clock: "NONE", limit: 60, bank: 15, increment: 5, days: 3, timeout: "DEFAULT_ACTION", visibility: "PUBLIC", delay: 0, rated: false, demand: false,
  });
});

test("all that a table may ask for is sent, and nothing that was not chosen", () => {
  assert.deepEqual(orderOf({ ...FIRST, name: " mine ", players: 2, seats: ["open", "you"], scenario: "x", rank9: true, substitutes: ["a"], options: { initial_crown: "chosen_seat" }, clock: "BANK", bank: 1.5, increment: 0.25, timeout: "FORFEIT", visibility: "UNLISTED", delay: 1.5, rated: true, demand: true }), {
    edition: "MODERN", players: 2, scenario: "x", rank9: true, substitutes: ["a"], options: { initial_crown: "chosen_seat" }, crown: 0, name: "mine", seats: [{ kind: "OPEN" }, { kind: "YOU" }],
    clock: { kind: "BANK", bankMs: 90_000, incrementMs: 250 }, timeout: "FORFEIT", visibility: "UNLISTED", spectatorDelayMs: 1500, rated: true, start: "DEMAND",
  });
  assert.equal(orderOf({ ...FIRST, visibility: "PRIVATE", delay: 9 }).spectatorDelayMs, 0);
  assert.deepEqual(orderOf({ ...FIRST, clock: "CORRESPONDENCE", days: 2.4 }).clock, { kind: "CORRESPONDENCE", days: 2 });
  assert.deepEqual([["MODERN", 2], ["CLASSIC", 3], ["MODERN", 3], ["MODERN", 8], ["CLASSIC", 8], ["MODERN", 4], ["CLASSIC", 7]].map(([edition, players]) => castSizes(edition, players)), [[8], [8], [9], [9], [9], [8, 9], [8, 9]]);
  assert.deepEqual(withPlayers({ ...FIRST, rank9: true, substitutes: ["a"] }, 3), { ...FIRST, players: 3, seats: ["you", "GREEDY", "GREEDY"] });
  assert.deepEqual(withSeat(FIRST, 0, "open").seats, ["open", "GREEDY", "GREEDY", "GREEDY"]);
});
