// What the pages say of tournaments, ratings and verdicts: word by word in three languages, as people have read it.
import assert from "node:assert/strict";
import test from "node:test";

import { makePage } from "../support/dom.mjs";
import { assertKept } from "../support/kept.mjs";

makePage();
const { loadWords, speak, time } = await import("../../../../web/i18n/index.mjs");
const tell = await import("../../../../web/tournament/tournament_text.mjs");
await loadWords("tournament", "organizer", "account", "ui");

const AT = Date.UTC(2026, 5, 1, 18, 30);
const names = { b1: "Ann’s bot", b2: "Zoé", b3: "Greedy" };
const name = (id) => names[id] ?? id;
const cards = {
  character: (id) => ({ name: `*${id}*` }), district: (id) => ({ name: `+${id}+` }), scenarios: [{ scenario: "first", title: "First game" }],
};
const settings = {
  format: "ROUND_ROBIN", seats: 4, deals: 1, duplicate: true, rotation: "CYCLE", shared: false, rounds: null, advance: null, points: "PLACE",
  order: ["POINTS", "LOT"], odd: "BYE", late: "ZERO", bye: "HALF", smallField: "REFUSE", withdrawal: "KEEP", emptySeat: "HOUSE", noShow: "LAST",
  forfeit: "LAST", forfeits: null, filler: "GREEDY", bound: 0.05, alpha: 0.05, beta: 0.1, most: 400,
};
const cup = (more = {}) => ({
  edition: "MODERN", scenarios: ["first", "second"], cast: null, uniques: null, options: {}, clock: { kind: "DECISION", limitMs: 30_000 },
  timeout: "DEFAULT_ACTION", conditions: { kinds: ["bot", "account"], botsPerOwner: null, most: 16, invitedOnly: false, leastRating: null, mostRating: null },
  schedule: { begins: "DEMAND" }, graceMs: 60_000, atOnce: 1, rated: false, visibility: "PUBLIC", spectatorDelayMs: 0, entrants: [{ id: "b1" }, { id: "b2" }],
  ...more, settings: { ...settings, ...(more.settings ?? {}) },
});
const rules = (more) => tell.rulesText(cup(more), cards).map(({ term, told }) => `${term}: ${told}`);
const better = (more) => tell.betterText({ first: "b1", second: "b2", share: 0.75, gap: 0.123, low: 0.01, high: 0.2, deals: 12, ...more }, name);
const pair = { first: "Ann’s bot", second: "Zoé", alpha: 0.05, beta: 0.1 };
const entry = (kind, facts, of = null) => tell.entryText({ kind, facts }, name, of);

/** What is said, each under a name of its own. */
const SAID = {
  words: () => [tell.wordOf("format", "SWISS"), tell.wordOf("format", "swiss"), tell.wordOf("format", "NEW"), tell.wordOf("format", null), tell.wordOf("format", undefined)],
  called: () => [
    ["greedy", "GREEDY"], ["greedy#2", "GREEDY"], ["greedy", null], ["greedy", "PLANNER"], ["greedy#2x", "GREEDY"], ["Ann", undefined], ["Ann", "RANDOM"],
  ].map(([one, level]) => tell.entrantName({ name: one, level })),
  here: () => [
    tell.tournamentProblem({ code: "not_found", message: "no", details: null }), tell.tournamentProblem({ code: "zzz", message: "no", details: { reason: "zzz" } }), tell.tournamentProblem(null),
    tell.tournamentProblem(Object.assign(new Error("no"), { code: "forbidden" })),
  ].map((one) => `${one?.code} ${one?.message}`),
  faults: () => [
    undefined, "at most 8 is taken", "at least 3 characters are needed", "no such thing", { key: "tournament.fault.range", params: { least: 1, most: 1000 } },
    { key: "tournament.fault.needed" },
  ].map((one) => String(tell.faultText(one))),
  spans: () => [0, 49, 50, 100, 1000, 1500, 59_999, 60_000, 61_000, 90_000, 120_000, 3_600_000, 5_400_000, 7_200_000, 86_400_000, 90_000_000, 129_600_000, 172_800_000, 604_800_000].map((ms) => `${ms}: ${tell.spanText(ms)}`),
  between: () => [tell.intervalText(null, null), tell.intervalText(undefined, 0.5), tell.intervalText(0.25, null), tell.intervalText(0, 1), tell.intervalText(0.1, 0.4912, tell.twoDigits)],
  lacking: () => [[0, 0], [0, 12.2], [1, 0], [5, 0], [1, 1], [30, 99.01]].map(([gamesLeft, widthLeft]) => tell.lackingText({ gamesLeft, widthLeft })),
  two: () => [0, 1, 0.125, 1234.5, -0.004].map(tell.twoDigits),
  clocks: () => [
    { kind: "DECISION", limitMs: 30_000 }, { kind: "DECISION", limitMs: null }, { kind: "BANK", bankMs: 600_000, incrementMs: 2000 }, { kind: "BANK" },
    { kind: "CORRESPONDENCE", limitMs: 172_800_000 }, { kind: "CORRESPONDENCE" }, { kind: "NONE" },
  ].map(tell.clockText),
  schedules: () => [
    { begins: "DEMAND" }, { begins: "NOW" }, { begins: "AT", at: AT }, { begins: "AT", at: null }, { begins: "EVERY", at: AT, everyMs: 86_400_000 },
    { begins: "EVERY", at: AT, everyMs: 604_800_000, count: 1 }, { begins: "EVERY", at: AT, everyMs: null, count: 3 }, { begins: "EVERY" },
  ].map(tell.scheduleText),
  conditions: () => [
    { kinds: ["bot"], botsPerOwner: null, most: 2, invitedOnly: false, leastRating: null, mostRating: null },
    { kinds: ["bot", "account"], botsPerOwner: 1, most: 1000, invitedOnly: true, leastRating: 0, mostRating: 1800 },
    { kinds: [], botsPerOwner: 3, most: 16, invitedOnly: false, leastRating: 1200, mostRating: null },
  ].map(tell.conditionsText),
  rules: () => [
    ...rules(),
    ...rules({ settings: { duplicate: false, shared: true, rounds: 1, deals: 3, forfeits: 1 }, cast: ["king", "thief"], uniques: ["keep"], options: { a: true, b: 8 }, rated: true, spectatorDelayMs: 60_000, atOnce: 4, scenarios: [] }),
    ...rules({ settings: { format: "KNOCK_OUT", advance: 2, rounds: 5, forfeits: 2 } }),
    ...rules({ settings: { format: "KNOCK_OUT" } }).slice(0, 5), ...rules({ settings: { format: "SWISS", advance: 2 } }).slice(0, 5),
    ...rules({ settings: { format: "SEQUENTIAL" } }).slice(0, 6),
    ...tell.rulesText(cup({ cast: ["king"], uniques: ["keep"] }), null).map((one) => one.told).filter((told) => /king|first/.test(told)),
    tell.optionsText(undefined), tell.orderText(["POINTS", "WINS", "OTHER"]),
  ],
  better: () => [
    better(), better({ low: 0 }), better({ low: -0.1 }), better({ share: 0.5 }), better({ share: 0.25, gap: -0.2, low: -0.4, high: -0.1 }), better({ share: 0.3, low: -0.3, high: 0.1 }),
    better({ share: 0.989 }), better({ share: 0.99 }), better({ share: 0.9951 }), better({ share: 0.999 }), better({ share: 0.9995 }), better({ share: 1, deals: 1 }),
    better({ share: null }), better({ low: null }), better({ high: null }), better({ share: 0, gap: -1, low: -1.2, high: -0.8 }),
  ],
  verdicts: () => [tell.verdictText("better", pair), tell.verdictText("not better", pair), tell.verdictText(null, pair)],
  pairs: () => [
    cup(), cup({ settings: { format: "SEQUENTIAL" } }), cup({ settings: { format: "SEQUENTIAL", focus: ["b2", "b3"] } }), cup({ settings: { format: "SEQUENTIAL", focus: ["b3"] } }),
    cup({ settings: { format: "SEQUENTIAL" }, entrants: [{ id: "b1" }] }),
  ].map((one) => JSON.stringify(tell.pairOf(one, name))),
  games: () => [tell.gameText("1.0.0.0"), tell.gameText("12.3.1.2")],
  reasons: () => [
    "all rounds are played", "the most games are played", "the last table is played", "cancelled by the organizer", "taken out by the organizer", "withdrawn by its owner",
    "the game was broken off", "did not come to the table", "the tournament does not need it any more", "forfeited 1 games", "forfeited 3 games", "rain", "decided: better",
    "decided: b1 is not better than b2", "decided: b1 is better than b2",
  ].flatMap((why) => [tell.whyText(why), tell.whyText(why, pair)]),
  entries: () => [
    entry("entered", { entrant: "b1" }), entry("withdrew", { entrant: "b1", why: "withdrawn by its owner" }), entry("withdrew", { entrant: "b2", why: "rain" }),
    entry("result", { game: "1.0.0.0", seats: ["b1", "b2", "b3"], places: [1, 2, 1] }), entry("round", { round: 2 }), entry("round", {}), entry("nothing of the kind", {}),
    entry("ended", { why: "decided: b1 is better than b2" }, pair), entry("ended", { why: "all rounds are played" }), entry("cancelled", { why: "cancelled by the organizer" }),
    entry("started", {}), entry("forfeited", { game: "1.0.0.0", entrant: "b2", why: "did not come to the table" }), entry("void", { game: "2.1.0.0", why: "the game was broken off" }),
    entry("pairings", { round: 3 }), entry("corrected", { game: "1.2.0.1", why: "a fault" }),
  ],
};

test("tournaments are told in the words that people have read", async () => {
  const kept = {};
  for (const language of ["en", "fr", "pt"]) {
    await speak(language);
    for (const [about, say] of Object.entries(SAID)) say().forEach((line, at) => ((kept[about] ??= [])[at] ??= []).push(`  ${language}: ${line.replace(time(AT), "TIME")}`));
  }
  await speak("en");
  assertKept("tournament_text", Object.entries(kept).flatMap(([about, all]) => all.flatMap((said, at) => [`${about} ${at}`, ...said])));
  for (const line of kept.better.flat()) assert.doesNotMatch(line, /undefined|NaN|[{}]/, line);
});

test("who is behind is never told to be ahead", () => {
  const told = better({ share: 0.25, gap: -0.2, low: -0.4, high: -0.1 });
  assert.ok(told.indexOf("Zoé") < told.indexOf("Ann’s bot"), told);
  assert.match(told, /75%/);
  assert.match(told, /0\.10.*0\.40/);
});

test("times, clocks, intervals and verdicts are told right up to their bounds", async () => {
  await speak("en");
  const kept = [0, 49, 50, 999, 1000, 1500, 59_999, 60_000, 90_000, 3_599_000, 3_600_000, 5_400_000, 86_399_000, 86_400_000, 129_600_000, 172_800_000].map((ms) => `${ms}: ${tell.spanText(ms)}`);
  for (const clock of [{ kind: "DECISION" }, { kind: "BANK" }, { kind: "BANK", bankMs: 60_000, incrementMs: 2000 }, { kind: "CORRESPONDENCE" }, { kind: "CORRESPONDENCE", limitMs: 86_400_000 }, { kind: "NONE" }]) kept.push(`${JSON.stringify(clock)}: ${tell.clockText(clock)}`);
  for (const schedule of [{ begins: "AT" }, { begins: "AT", at: AT }, { begins: "EVERY" }, { begins: "EVERY", at: AT }, { begins: "EVERY", at: AT, everyMs: 3_600_000, count: 3 }, { begins: "EVERY", at: AT, everyMs: 3_600_000, count: 0 }, { begins: "NOW" }, { begins: "DEMAND" }]) kept.push(`${JSON.stringify(schedule)}: ${tell.scheduleText(schedule)}`);
  for (const [low, high] of [[null, null], [undefined, 1], [0, null], [0, 0], [0.5, 1200]]) kept.push(`${low} ${high}: ${tell.intervalText(low, high)} ${tell.intervalText(low, high, (value) => `<${value}>`)}`);
  for (const [gamesLeft, widthLeft] of [[0, 0], [0, 0.2], [3, 0], [1, 1], [2, 9.5]]) kept.push(`${gamesLeft} ${widthLeft}: ${tell.lackingText({ gamesLeft, widthLeft })}`);
  for (const more of [{ share: 0.5, low: -1, high: 1 }, { share: 0.5, low: 0, high: 1 }, { share: 0.49, low: -2, high: -0.1 }, { share: 0.6, low: 0.1, high: 1 }, { share: 0.6, low: 0, high: 1 }, { share: 0.989, low: 1, high: 2 }, { share: 0.99, low: 1, high: 2 }, { share: 0.999, low: 1, high: 2 }, { share: 0.9995, low: 1, high: 2 }, { share: null }, { share: 0.6, low: null, high: 1 }, { share: 0.6, low: 0, high: null }]) kept.push(`${JSON.stringify(more)}: ${tell.betterText({ first: "b1", second: "b2", gap: 1.234, deals: 12, ...more }, name)}`);
  const entrants = [{ id: "b1" }, { id: "b2" }];
  for (const [format, focus, those] of [["SEQUENTIAL", ["b2", "b3"], entrants], ["SEQUENTIAL", ["b2"], entrants], ["SEQUENTIAL", undefined, entrants], ["SEQUENTIAL", [], entrants.slice(1)], ["SWISS", ["b1", "b2"], entrants]]) kept.push(`${format} ${focus} ${those.length}: ${JSON.stringify(tell.pairOf({ settings: { format, focus, alpha: 0.05, beta: 0.1 }, entrants: those }, name))}`);
  const pair = { first: "A", second: "B", alpha: 0.05, beta: 0.1 };
  for (const verdict of [null, "better", "not better"]) kept.push(`${verdict}: ${tell.verdictText(verdict, pair)}`);
  for (const why of ["forfeited 1 games", "forfeited 12 games", "decided: better", "decided: A is not better than B", "all rounds are played", "rain"]) kept.push(`${why}: ${tell.whyText(why)} | ${tell.whyText(why, pair)}`);
  for (const [kind, facts] of [["nothing", {}], ["result", { game: "1.0.0.0", seats: ["b1", "b2", "b3"], places: [1, 2, 1] }], ["withdrew", { entrant: "b1", why: "withdrawn by its owner" }], ["withdrew", { entrant: "b1", why: "rain" }], ["round", { round: 2 }], ["round", {}], ["paused", {}]]) kept.push(`${kind} ${JSON.stringify(facts)}: ${tell.entryText({ kind, facts }, name)}`);
  assertKept("bounds", kept.map((line) => line.replaceAll(time(AT), "TIME")));
});
