// The organizer's form sends what it says, and finds its own faults before the service does.
import assert from "node:assert/strict";
import test from "node:test";

import { asked, blank, expectedGames, faults, faultsOf, housed, known, spelt, toInput,
  typed } from "../../../web/contest/form.mjs";

const NOW = Date.UTC(2026, 0, 1);
const form = (more = {}) => ({ ...blank(), name: "the cup", ...more });

test("a form with nothing but a name has no fault, and sends what is asked for and no more", () => {
  assert.deepEqual(faults(form(), NOW), {});
  assert.deepEqual(toInput(form()), {
    name: "the cup", about: "", edition: "MODERN", timeout: "DEFAULT_ACTION", visibility: "PUBLIC", spectatorDelayMs: 0,
    rated: false,
    settings: { format: "ROUND_ROBIN", seats: 4, deals: 2, points: "PLACE" },
    clock: { kind: "DECISION", limitMs: 30_000 },
    conditions: { kinds: ["BOT"], invitedOnly: false },
    schedule: { begins: "DEMAND" },
    graceMs: 60_000, atOnce: 4,
  });
});

test("what belongs to another format or another clock is not sent", () => {
  const said = toInput(form({ format: "SEQUENTIAL", rounds: "5", advance: "2", most: "40", clock: "BANK", bank: "10",
    increment: "2", days: "3" }));
  assert.deepEqual(said.settings, { format: "SEQUENTIAL", seats: 4, most: 40, bound: 0.05, points: "PLACE" });
  assert.deepEqual(said.clock, { kind: "BANK", bankMs: 600_000, incrementMs: 2000 });
  assert.equal(toInput(form({ format: "SWISS", rounds: "5", advance: "2" })).settings.rounds, 5);
  assert.equal(asked(form({ format: "KNOCK_OUT" }), "settings.advance"), true);
});

test("bots of the house are sent one by one, policies only where one was chosen", () => {
  const said = form({ house: { RANDOM: "1", GREEDY: "2", PLANNER: "0" }, policies: { odd: "FILL", bye: "" },
    duplicate: "NO" });
  assert.deepEqual(toInput(said).house, ["RANDOM", "GREEDY", "GREEDY"]);
  assert.equal(housed(said), 3);
  assert.equal(toInput(said).settings.odd, "FILL");
  assert.equal("bye" in toInput(said).settings, false);
  assert.equal(toInput(said).settings.duplicate, false);
});

test("a comma is a point, and a word is no number", () => {
  assert.equal(typed(" 0,05 "), 0.05);
  assert.equal(typed("four"), null);
  assert.deepEqual(faults(form({ seats: "four", deals: "0", name: " " }), NOW), {
    name: { key: "contest.fault.needed" },
    "settings.seats": { key: "contest.fault.whole" },
    "settings.deals": { key: "contest.fault.range", params: { least: 1, most: 1_000_000 } },
  });
});

test("what cannot be played is told at its field", () => {
  assert.ok(faults(form({ format: "KNOCK_OUT", advance: "4" }), NOW)["settings.advance"]);
  assert.ok(faults(form({ kinds: [] }), NOW)["conditions.kinds"]);
  assert.ok(faults(form({ play: "SOME" }), NOW).scenarios);
  assert.ok(faults(form({ play: "OWN", cast: ["king"] }), NOW).cast);
  assert.ok(faults(form({ begins: "AT", at: "2025-12-31T10:00" }), NOW)["schedule.at"]);
  assert.ok(faults(form({ begins: "NOW" }), NOW).house);
  assert.deepEqual(faults(form({ begins: "NOW", house: { RANDOM: "0", GREEDY: "4", PLANNER: "0" } }), NOW), {});
});

test("the number of games is told where the format knows it", () => {
  const six = form({ deals: "3" });
  assert.equal(expectedGames(six, 6, true), 180);
  assert.equal(expectedGames({ ...six, duplicate: "NO" }, 6, true), 45);
  assert.equal(expectedGames(six, 6, false), 45);
  assert.equal(expectedGames({ ...six, format: "SWISS", rounds: "5" }, 9, false), 30);
  assert.equal(expectedGames({ ...six, format: "ARENA" }, 9, false), null);
  assert.equal(expectedGames(six, 3, true), null);
});

test("faults of the service are found at their fields, however they are spelt", () => {
  assert.equal(spelt("input.at_once"), "atOnce");
  assert.equal(spelt("settings.small_field"), "settings.smallField");
  assert.deepEqual(faultsOf({ message: "",
    details: { errors: [{ path: "settings.seats", message: "too many" }] } }).fields, { "settings.seats": "too many" });
  assert.deepEqual(faultsOf({ message: "settings.rotation: full has 6! games" }).fields,
    { "settings.rotation": "full has 6! games" });
  assert.deepEqual(faultsOf({ message: "with 4 players: cast: 1 characters" }).fields, { cast: "1 characters" });
  assert.deepEqual(faultsOf({ message: "with 4 players: options.a: no such option" }).fields,
    { options: "no such option" });
  assert.deepEqual(faultsOf({ message: "you run 50 tournaments" }), { fields: {}, general: "you run 50 tournaments" });
});

test("what the service says of numbers and texts is known in words of the page", () => {
  assert.deepEqual(known("at most 8 is taken"),
    { key: "contest.fault.most", params: { most: 8 } });
  assert.deepEqual(known("at least 1 characters are needed"), { key: "contest.fault.needed" });
  assert.deepEqual(known("at most 60 characters are taken"),
    { key: "contest.fault.long", params: { most: 60 } });
  assert.deepEqual(known("at least 3 characters are needed"),
    { key: "contest.fault.short", params: { least: 3 } });
  assert.equal(known("no such thing"), null);
});
