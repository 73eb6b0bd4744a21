// Every word that the pages of tournaments, ratings and credentials ask for is there, in all three languages.
import assert from "node:assert/strict";
import { readFileSync, readdirSync } from "node:fs";
import test from "node:test";

import { LEVELS, POLICIES } from "../../../../web/tournament/form/form.mjs";

const WEB = new URL("../../../../web/", import.meta.url);
const LANGUAGES = ["en", "fr", "pt"];
const AREAS = ["tournament", "organizer", "account", "ui"];
const words = Object.fromEntries(LANGUAGES.map((one) => [one, {}]));
for (const one of LANGUAGES) for (const area of AREAS) {
  words[one][area] = (await import(new URL(`i18n/${one}/${area}.mjs`, WEB))).default;
}
const sources = readdirSync(WEB, { recursive: true }).filter((one) => one.endsWith(".mjs") && !/^(i18n|vendor)/.test(one))
  .map((one) => readFileSync(new URL(one, WEB), "utf8"));
const schema = readFileSync(new URL("../openapi/schema.graphql", WEB), "utf8");

/** The values of an enumeration of the schema. */
function values(name) {
  const body = new RegExp(`^enum ${name} \\{([^]*?)^\\}`, "m").exec(schema)?.[1] ?? "";
  const found = [...body.replace(/"""[^]*?"""/g, "").matchAll(/^\s+([A-Z_]+)$/gm)].map((one) => one[1]);
  assert.notDeepEqual(found, [], name);
  return found;
}

/** Whether all languages have all of the keys, in one of the areas. */
function assertAll(keys) {
  for (const one of LANGUAGES) for (const key of keys) assert.ok(AREAS.some((area) => key in words[one][area]), `${one}: ${key}`);
}

test("every key that a page names stands in every language", () => {
  const named = new Map(sources.flatMap((one) =>
    [...one.matchAll(/["`](tournament|organizer|account)\.([A-Za-z0-9_.]+)["`]/g)].map(([, area, key]) => [`${area}.${key}`, [area, key]])));
  assert.ok(named.size > 300, String(named.size));
  for (const one of LANGUAGES) for (const [area, key] of named.values()) assert.ok(key in words[one][area], `${one}: ${area}.${key}`);
});

test("every value that the schema knows has words", () => {
  const kinds = {
    TournamentStatus: ["status"], Format: ["format", "format_told"], Criterion: ["criterion"], GameStatus: ["game"],
    Points: ["points"],
    Rotation: ["rotation"], TimeoutPolicy: ["timeout"], Visibility: ["visibility"],
    AccountKind: ["kinds", "kinds_label", "account"],
    AiLevel: ["level", "level_told"], Edition: ["edition"], Scope: ["scope", "scope_told"],
    ClockKind: ["clock", "clock_about", "clock_told"],
    Begins: ["begins", "begins_about"],
  };
  for (const [name, areas] of Object.entries(kinds)) assertAll(areas.flatMap((area) =>
    values(name).map((one) => `${area}.${one.toLowerCase()}`)));
  for (const one of ["start", "pause", "resume", "cancel", "open", "close"]) assertAll([`act.${one}`, `done.${one}`]);
});

test("every policy of the form is one of the schema and has words", () => {
  const names = {
    odd: "OddPolicy", smallField: "SmallFieldPolicy", filler: "AiLevel", bye: "ByePolicy", late: "LatePolicy",
    withdrawal: "WithdrawalPolicy",
    emptySeat: "EmptySeatPolicy", forfeit: "ForfeitPolicy", noShow: "NoShowPolicy",
  };
  assert.deepEqual(Object.keys(POLICIES), Object.keys(names));
  for (const [name, type] of Object.entries(names)) {
    assert.deepEqual([...POLICIES[name]].sort(), values(type).sort(), name);
    assertAll([`term.${name}`,
      ...POLICIES[name].map((one) => `${name === "filler" ? "level" : name}.${one.toLowerCase()}`)]);
  }
  assert.deepEqual([...LEVELS].sort(), values("AiLevel").sort());
});

test("what happens in a tournament has words, as far as people are told of it", () => {
  const kinds = ["entered", "withdrew", "started", "paused", "resumed", "cancelled", "ended", "opened", "closed",
    "revealed", "pairings", "round", "result", "void", "corrected", "forfeited"];
  assertAll(kinds.map((one) => `entry.${one}`));
});

test("a decided test names the two and how sure it is, however its reason was said, in every language", async () => {
  globalThis.document ??= /** @type {any} */ ({ documentElement: {} });
  globalThis.addEventListener ??= () => {};
  globalThis.navigator ??= /** @type {any} */ ({ languages: LANGUAGES });
  const { speak, loadWords } = await import("../../../../web/i18n/index.mjs");
  const { pairOf, whyText } = await import("../../../../web/tournament/tournament_text.mjs");
  const settings = { format: "SEQUENTIAL", focus: ["acct_n", "greedy"], alpha: 0.05, beta: 0.1 };
  const called = { acct_n: "New", greedy: "Old" };
  const pair = pairOf({ settings, entrants: [{ id: "greedy" }, { id: "acct_n" }] }, (id) => called[id]);
  assert.deepEqual(pair, { first: "New", second: "Old", alpha: 0.05, beta: 0.1 });
  assert.equal(pairOf({ settings: { ...settings, format: "SWISS" }, entrants: [] }, String), null);
  assert.equal(pairOf({ settings: { ...settings, focus: [] }, entrants: [{ id: "a" }, { id: "b" }] }, String).first, "a");
  for (const one of LANGUAGES) {
    await loadWords("tournament");
    await speak(/** @type {any} */ (one));
    const told = whyText("decided: better", pair);
    assert.match(told, /New.* Old.*95/, one);
    assert.equal(whyText("decided: New is better than Old", pair), told);
    assert.match(whyText("decided: not better", pair), /New.* Old.*90/, one);
    assert.equal(whyText("decided: New is not better than Old", pair), whyText("decided: not better", pair));
  }
});
