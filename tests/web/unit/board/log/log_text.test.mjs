// What the page tells of a game, word by word in three languages: each kind of event, action and decision, to whoever looks, as people have read it.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import test from "node:test";

import { makePage } from "../../support/dom.mjs";
import { assertKept } from "../../support/kept.mjs";

makePage();
const { language, loadWords, speak } = await import("../../../../../web/i18n/index.mjs");
const { tellAction, tellDecision, tellEvent, tellScore } = await import("../../../../../web/board/log/log_text.mjs");
const { DECISIONS, VERBS } = await import("../../../../../web/board/log/action_text.mjs");
const { KINDS } = await import("../../../../../web/board/log/event_text.mjs");
await loadWords("log");

const read = (name) => JSON.parse(readFileSync(new URL(`../../support/${name}`, import.meta.url), "utf8"));
const { titles, told } = read("told_events.json");
const { decisions } = read("play_decisions.json");
const names = ["Ann", "Bob", "Óscar", "dee", "Eve", "Ian", "Uma", "Zoé"];
const cards = (edition) => {
  const known = titles[edition][language.value];
  return { character: (id) => ({ name: known[id] ?? id }), district: (id) => ({ name: known[id] ?? id }) };
};
const listener = (edition, viewer = null) => ({ names, viewer, cards: cards(edition) });

/** The same said in each language, one below the other. */
async function each(say) {
  const lines = [];
  for (const one of ["en", "fr", "pt"]) {
    await speak(one);
    say().forEach((line, at) => (lines[at] ??= []).push(`  ${one}: ${line}`));
  }
  return lines;
}

test("every kind of event is told in the words that people have read", async () => {
  const facts = { n: 3, what: "turn", ms: 30000, places: [[1], [0, 2]], totals: [20, 31, 20], left: [], name: "Cy", why: "idle" };
  const game = new Set(told.map((one) => one.event.kind));
  const beside = KINDS.filter((kind) => !game.has(kind)).flatMap((kind) => [null, 1].flatMap((viewer) =>
    [facts, { ...facts, name: undefined, totals: undefined }].map((json) => ({ edition: "modern", viewer, event: { kind, seat: 1, facts: { json } } }))));
  const odd = [
    { kind: "gain", seat: 1, gold: 0, why: "income" }, { kind: "gain", seat: 1, gold: null, cards: 1 }, { kind: "gain", seat: 1, cards: 2, districts: [] },
    { kind: "build", seat: 1, district: "docks" }, { kind: "build", seat: 1, district: "necropolis", do: "build necropolis over castle+" },
    { kind: "build", seat: 1, district: "temple", do: "build temple framework" },
    { kind: "build", seat: 1, district: "thieves_den", do: "build thieves_den cards 1 from 2" },
    { kind: "pick", seat: 1, left: 1 }, { kind: "pick", seat: 1, passedOn: 2 }, { kind: "pick", seat: 1, left: 0 },
    { kind: "theater", seat: 1, with: null }, { kind: "theater", seat: 1 }, { kind: "lose", seat: 1, to: null, gold: 1 },
    { kind: "look", seat: 1, of: 2, type: "noble", matches: 1 }, { kind: "look", seat: 1, of: 2, hand: ["docks"] },
    { kind: "over" }, { kind: "over", hands: [["docks"], [], ["temple", "castle"]] }, { kind: "end", places: [[0, 1], [2]], totals: [9, 9, 0] },
    { kind: "round", round: 1200, crown: 1, faceup: ["king"] }, { kind: "keep", seat: 1, returned: 0 },
    { kind: "destroy", seat: 1, district: "armory", why: "armory" }, { kind: "destroy", seat: 1, district: "armory+", why: "armory" },
    { kind: "destroy", seat: 1, district: "docks", why: "armory" }, { kind: "answer", seat: 1, do: "expose", wasFlowered: true },
    { kind: "answer", seat: 1, do: "expose" }, { kind: "build", district: "docks", seat: 12 },
  ].flatMap((event) => [null, 1].map((viewer) => ({ edition: "modern", viewer, event })));
  const all = [...told, ...beside, ...odd];
  const said = await each(() => all.map(({ edition, viewer, event }) => tellEvent(event, listener(edition, viewer))));
  assertKept("events", all.flatMap(({ edition, viewer, event }, at) => [
    `${edition} ${viewer === null ? "nobody" : names[viewer]} ${JSON.stringify(event)}`, ...said[at],
  ]));
});

test("every form of an action is told in the words that people have read, to oneself and to whom it concerns", async () => {
  const seen = new Set();
  const texts = [];
  for (const { viewer, position } of decisions) {
    for (const text of position.decision.actions) {
      const form = text.split(" ").map((word) => (VERBS.includes(word) || /^(framework|over|cards|from|gold|card|draw)$/.test(word) ? word : /^\d/.test(word) ? "0" : "card")).join(" ");
      if (seen.has(form)) continue;
      seen.add(form);
      texts.push([position.edition, viewer, text]);
    }
  }
  texts.push(...[
    "build necropolis over castle+", "build thieves_den cards 1", "build thieves_den cards 2 from 0", "build temple from 1", "theater king 0", "theater 0",
    "theater 1", "crown 0", "crown 1 gold", "crown 0 card", "give 0 docks", "give 1 docks", "give docks", "give gold", "give card", "swap 0", "swap 1",
    "tithe 0", "peek 0", "peek 1", "spy 0 trade", "destroy 0 docks", "destroy 1 docks+", "seize 0 docks", "armory 0 docks", "exchange docks 0 temple",
    "warrants king thief witch", "threats king thief", "income 1 0", "income 0 2", "bonus gold", "bonus cards", "pick", "gold 2", "fly away", "income",
  ].map((text) => ["modern", 0, text]));
  const said = await each(() => texts.map(([edition, viewer, text]) => tellAction(text, listener(edition, viewer))));
  assertKept("actions", texts.flatMap(([edition, viewer, text], at) => [`${edition} ${names[viewer]} ${text}`, ...said[at]]));
});

test("every decision is asked in the words that people have read, and every score named", async () => {
  const kinds = [...DECISIONS, "later", "", null];
  const asked = await each(() => kinds.flatMap((kind) => [null, 1].map((viewer) => tellDecision(kind, 1, listener("modern", viewer)))));
  const lines = ["districts", "five_types", "first_complete", "complete", "wishing_well", "secret_vault"];
  const scores = await each(() => lines.flatMap((line) => [tellScore(line), tellScore(line, cards("modern"))]));
  assertKept("decisions", [
    ...kinds.flatMap((kind, at) => [`${kind} of another`, ...asked[2 * at], `${kind} of one’s own`, ...asked[2 * at + 1]]),
    ...lines.flatMap((line, at) => [`${line} without the cards`, ...scores[2 * at], line, ...scores[2 * at + 1]]),
  ]);
});

test("nothing that is told has a gap or a placeholder in it", () => {
  for (const name of ["events", "actions", "decisions"]) {
    const lines = readFileSync(new URL(`../../kept/${name}.txt`, import.meta.url), "utf8").split("\n").filter((line) => /^ {2}(en|fr|pt): /.test(line));
    assert.ok(lines.length > 50, name);
    for (const line of lines) assert.doesNotMatch(line, /undefined|null|NaN|\[object|[{}]/, line);
  }
});
