// The organizer's form sends what it says, and finds its own faults before the service does.
import assert from "node:assert/strict";
import test from "node:test";

import { asked, blank, expectedGames, faults, faultsOf, housed, known, spelt, toInput,
  typed } from "../../../../../web/tournament/form/form.mjs";

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
    name: { key: "tournament.fault.needed" },
    "settings.seats": { key: "tournament.fault.whole" },
    "settings.deals": { key: "tournament.fault.range", params: { least: 1, most: 1_000_000 } },
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
    { key: "tournament.fault.most", params: { most: 8 } });
  assert.deepEqual(known("at least 1 characters are needed"), { key: "tournament.fault.needed" });
  assert.deepEqual(known("at most 60 characters are taken"),
    { key: "tournament.fault.long", params: { most: 60 } });
  assert.deepEqual(known("at least 3 characters are needed"),
    { key: "tournament.fault.short", params: { least: 3 } });
  assert.equal(known("no such thing"), null);
});

test("each number has its bounds, and may be left empty or not, be a part or not", () => {
  const at = { format: "SWISS", rounds: "5", at: "2027-01-01T10:00" };
  const rows = [
    ["settings.seats", "seats", 2, 8, false, true], ["settings.deals", "deals", 1, 1_000_000, false, true], ["settings.rounds", "rounds", 1, 1_000_000, true, true],
    ["settings.advance", "advance", 1, 7, true, true, { format: "KNOCK_OUT", seats: "8" }], ["settings.most", "most", 1, 100_000_000, true, true, { format: "ARENA" }],
    ["settings.forfeits", "forfeits", 1, 1_000_000, true, true], ["settings.bound", "bound", 0.001, 0.99, false, false, { format: "SEQUENTIAL" }],
    ["clock.limitMs", "limit", 0.1, 86_400, false, false], ["clock.bankMs", "bank", 0.1, 1440, false, false, { clock: "BANK" }],
    ["clock.incrementMs", "increment", 0, 3600, true, false, { clock: "BANK" }], ["clock.days", "days", 1, 14, false, true, { clock: "CORRESPONDENCE" }],
    ["conditions.botsPerOwner", "perOwner", 1, 1000, true, true], ["conditions.most", "entrants", 2, 1000, true, true],
    ["conditions.leastRating", "leastRating", 0, 4000, true, false], ["conditions.mostRating", "mostRating", 0, 4000, true, false],
    ["schedule.everyMs", "every", 0.01, 1000, false, false, { begins: "EVERY" }], ["schedule.count", "count", 1, 1000, true, true, { begins: "EVERY" }],
    ["spectatorDelayMs", "delay", 0, 3600, true, false], ["graceMs", "grace", 1, 1_209_600, true, false], ["atOnce", "atOnce", 1, 100, true, true],
  ];
  for (const [path, field, least, most, optional, whole, more = {}] of rows) {
    const fault = (text) => faults(form({ ...at, ...more, [field]: text }), NOW)[path];
    const range = { key: "tournament.fault.range", params: { least, most } };
    const step = whole ? 1 : 0.0001;
    assert.deepEqual([fault(String(least)), fault(String(most)), fault(String(least - step)), fault(String(most + step))], [undefined, undefined, range, range], path);
    assert.deepEqual(fault(" "), optional ? undefined : { key: "tournament.fault.needed" }, path);
    assert.deepEqual(fault("x"), { key: whole ? "tournament.fault.whole" : "tournament.fault.number" }, path);
    if (whole) assert.deepEqual(fault(String(least + 0.5)), { key: "tournament.fault.whole" }, path);
    else assert.equal(fault(String((least + most) / 2)), undefined, path);
  }
});

test("a field that another choice makes needless is not asked for", () => {
  const when = (path) => {
    const found = [];
    for (const [name, values] of [["format", ["ROUND_ROBIN", "SWISS", "KNOCK_OUT", "GAUNTLET", "ARENA", "SEQUENTIAL"]], ["clock", ["DECISION", "BANK", "CORRESPONDENCE", "NONE"]], ["begins", ["DEMAND", "NOW", "AT", "EVERY"]]]) {
      for (const value of values) if (!asked(form({ [name]: value }), path)) found.push(value);
    }
    return found.join(" ");
  };
  assert.equal(when("settings.deals"), "SEQUENTIAL");
  assert.match(when("settings.rounds"), /^ROUND_ROBIN KNOCK_OUT GAUNTLET SEQUENTIAL /);
  assert.match(when("settings.most"), /^ROUND_ROBIN SWISS KNOCK_OUT GAUNTLET /);
  assert.match(when("settings.bound"), /^ROUND_ROBIN SWISS KNOCK_OUT GAUNTLET ARENA /);
  assert.equal(when("clock.limitMs"), "BANK CORRESPONDENCE NONE");
  assert.equal(when("name"), "");
  assert.equal(asked(form({ clock: "BANK" }), "clock.bankMs") && asked(form({ clock: "BANK" }), "clock.incrementMs"), true);
  assert.equal(asked(form({ clock: "BANK" }), "clock.days"), false);
  assert.deepEqual(["AT", "EVERY"].map((begins) => [asked(form({ begins }), "schedule.everyMs"), asked(form({ begins }), "schedule.count")]), [[false, false], [true, true]]);
});

test("all that a form may say is sent, in the service's own measures", () => {
  const said = toInput(form({
    about: " about ", format: "ARENA", rounds: "3", most: "40", duplicate: "YES", forfeits: "2", play: "OWN", cast: ["king", "", "thief"], uniques: ["keep"], options: { a: 1 },
    clock: "CORRESPONDENCE", days: "3", rated: true, delay: "1,5", perOwner: "2", entrants: "16", invitedOnly: true, leastRating: "1200", mostRating: "1800.5",
    begins: "EVERY", at: "2026-06-01T10:00", every: "2", unit: "WEEK", count: "5", grace: "", atOnce: "", house: { RANDOM: "x", GREEDY: "1", PLANNER: "2" },
  }));
  assert.deepEqual(said, {
    name: "the cup", about: "about", edition: "MODERN", cast: ["king", "thief"], uniques: ["keep"], options: { a: 1 }, timeout: "DEFAULT_ACTION", visibility: "PUBLIC", spectatorDelayMs: 1500, rated: true,
    settings: { format: "ARENA", seats: 4, deals: 2, duplicate: true, rounds: 3, most: 40, points: "PLACE", forfeits: 2 }, clock: { kind: "CORRESPONDENCE", days: 3 },
    conditions: { kinds: ["BOT"], botsPerOwner: 2, most: 16, invitedOnly: true, leastRating: 1200, mostRating: 1800.5 },
    schedule: { begins: "EVERY", at: new Date("2026-06-01T10:00").getTime(), everyMs: 1_209_600_000, count: 5 }, house: ["GREEDY", "PLANNER", "PLANNER"],
  });
  for (const [unit, ms] of [["HOUR", 3_600_000], ["DAY", 86_400_000]]) assert.equal(toInput(form({ begins: "EVERY", at: "2026-06-01T10:00", every: "0,5", unit })).schedule.everyMs, ms / 2);
  assert.deepEqual([toInput(form({ play: "SOME", scenarios: ["first"] })).scenarios, toInput(form({ play: "ALL" })).scenarios, toInput(form({ play: "OWN" })).uniques, toInput(form({ begins: "AT", at: "" })).schedule.at], [["first"], ["all"], undefined, undefined]);
  assert.equal(toInput(form({ format: "KNOCK_OUT", advance: "2" })).settings.advance, 2);
});

test("a tournament that begins now has its seats filled, and the house sends no more than it has", () => {
  const house = (RANDOM, more = {}) => faults(form({ begins: "NOW", house: { RANDOM, GREEDY: "0", PLANNER: "0" }, ...more }), NOW).house;
  assert.deepEqual([house("3"), house("4"), house("3", { policies: { smallField: "FILL" } }), house("1", { seats: "" })],
    [{ key: "tournament.fault.house" }, undefined, undefined, { key: "tournament.fault.house" }]);
  const range = { key: "tournament.fault.range", params: { least: 0, most: 64 } };
  assert.deepEqual([house("64"), house("65"), house("-1"), house("1.5"), house("")], [undefined, range, range, range, range]);
  assert.deepEqual([faults(form({ begins: "AT", at: "" }), NOW)["schedule.at"], faults(form({ begins: "EVERY", at: "x" }), NOW)["schedule.at"]], [{ key: "tournament.fault.needed" }, { key: "tournament.fault.needed" }]);
  assert.equal(faults(form({ play: "OWN", cast: Array(8).fill("king") }), NOW).cast, undefined);
  assert.deepEqual(faults(form({ play: "OWN", cast: [...Array(7).fill("king"), ""] }), NOW).cast, { key: "tournament.fault.cast" });
  assert.equal(faults(form({ format: "KNOCK_OUT", advance: "3" }), NOW)["settings.advance"], undefined);
});

test("what the service says of a number or a text is told in the page’s own words, where it has them", () => {
  assert.deepEqual([
    "letters without accents, please", "the name is given by the house", "at least 1 character", "this is needed", "a text of the form ^[A-Za-z]+$ is needed", "a text of the form ^x is needed",
    "at least 3 characters", "at most 40 characters", "it has to be at least -2", "it has to be at most 7", "something else",
  ].map(known), [
    { key: "tournament.fault.account_name" }, { key: "tournament.fault.kept_name" }, { key: "tournament.fault.needed" }, { key: "tournament.fault.needed" }, { key: "tournament.fault.name" }, { key: "ui.odd_characters" },
    { key: "tournament.fault.short", params: { least: 3 } }, { key: "tournament.fault.long", params: { most: 40 } }, { key: "tournament.fault.least", params: { least: -2 } }, { key: "tournament.fault.most", params: { most: 7 } }, null,
  ]);
  assert.deepEqual(["input.grace_ms", "variables.input.settings.bots_per_owner", "house.3.level", "cast.0", "name"].map(spelt), ["graceMs", "settings.botsPerOwner", "house", "cast", "name"]);
});

test("as many games are told as there will be, from the numbers that are needed for it", () => {
  const games = (more, entrants = 9) => expectedGames({ ...blank(), seats: "4", deals: "3", duplicate: "NO", rounds: "", format: "ROUND_ROBIN", ...more }, entrants, false);
  assert.deepEqual([
    games({}), games({ duplicate: "YES" }), games({ rounds: "5" }), games({ format: "SWISS" }), games({ format: "SWISS", rounds: "5" }), games({ format: "KNOCK_OUT", rounds: "5" }), games({ seats: "" }), games({ deals: "x" }),
    games({}, 3), games({}, 4), games({ seats: "2", deals: "1" }, 101), games({ seats: "2", deals: "1" }, 100),
  ], [378, 1512, 378, null, 30, null, null, null, null, 3, 5000, 4950]);
});

test("where fields are named the message as a whole blames none, and an error without a place is left out", () => {
  const problem = (message, details) => faultsOf({ message, details });
  assert.deepEqual(problem("name: too long", { errors: [{ path: "input.grace_ms", message: "too short" }] }), { fields: { graceMs: "too short" }, general: "" });
  assert.deepEqual(problem("no", { errors: [{ path: "input.name" }, { path: "input.name", message: "second" }, { message: "nowhere" }, null] }), { fields: { name: "no" }, general: "" });
  assert.deepEqual([problem("no"), problem("with 3 players: options.city_size: no"), problem("with 1 player: name: no"), problem("Name: no")], [{ fields: {}, general: "no" }, { fields: { options: "no" }, general: "" }, { fields: { name: "no" }, general: "" }, { fields: {}, general: "Name: no" }]);
});

test("what a format, a clock or a way to begin does not ask for is not found at fault, and now is past", () => {
  const now = Date.UTC(2026, 0, 1);
  const found = (more) => Object.keys(faults({ ...blank(), name: "The cup", ...more }, now));
  const odd = { rounds: "x", advance: "x", most: "x", bound: "x", limit: "x", bank: "x", increment: "x", days: "x", every: "x", count: "x" };
  assert.deepEqual(found({ ...odd, format: "ROUND_ROBIN", clock: "NONE", begins: "DEMAND" }), []);
  assert.deepEqual(found({ ...odd, format: "SWISS", clock: "BANK", begins: "DEMAND" }).sort(), ["clock.bankMs", "clock.incrementMs", "settings.rounds"]);
  assert.deepEqual(found({ ...odd, format: "SEQUENTIAL", clock: "CORRESPONDENCE", begins: "DEMAND" }).sort(), ["clock.days", "settings.bound", "settings.most"]);
  const at = (ms) => {
    const here = new Date(ms - new Date(ms).getTimezoneOffset() * 60_000).toISOString().slice(0, 16);
    return faults({ ...blank(), name: "The cup", begins: "AT", at: here }, now)["schedule.at"]?.key ?? null;
  };
  assert.deepEqual([at(now - 60_000), at(now), at(now + 60_000)], ["tournament.fault.past", "tournament.fault.past", null]);
});
