// Whether a finished game is what its seed deals and its events make of it: computed here, with no word of the service taken for it.
import { hashed } from "./sha256.mjs";
import { measured } from "./amount_bounds.mjs";
import { follow } from "./event_effects.mjs";
import { faultOf } from "./legality.mjs";
import { resultOf } from "./score_check.mjs";
import { claimed, dealt, differences } from "./game_state.mjs";

/** @typedef {import("./game_state.mjs").State} State */
/** @typedef {import("../core/notation.d.ts").View} View */
/**
 * The record of a game, and what else is said about it.
 * @typedef {object} Record
 * @property {string} id
 * @property {number} rules
 * @property {string} seed
 * @property {string} commitment
 * @property {string | null} [kept] the commitment as this browser itself has kept it, from before the seed was revealed
 * @property {number} n how many decisions there were
 * @property {Told} [told] what the table and its replay say of the same
 * @property {number | null} [crown] the seat that had the crown first, where somebody chose it
 * @property {import("./game_state.mjs").Setup} [setup] what was dealt from, as the record has it
 * @property {readonly (readonly [seat: number, action: string])[]} [taken] the decisions as the record has them
 * @property {{ places: number[][], left: number[] } | null} result
 * @property {{ total: number, lines: { for: string, points: number }[] }[] | null} [scores]
 */
/** @typedef {{ id: string, rules: number, seed: string, commitment: string, places?: number[][] | undefined, totals?: number[] | undefined }} Told */
/**
 * @typedef {object} Moment
 * @property {number} n
 * @property {number | null} seat
 * @property {string | null} do
 * @property {View} position with everything open
 * @property {{ seat: number, kind: string } | null} decision
 * @property {{ kind: string, seat?: number | null, [fact: string]: any }[]} events flat: facts beside the kind
 */
/** @typedef {{ what: string, n?: number, seat?: number }} Why */
/** @typedef {{ id: string, ok: boolean | null, why: Why | null, note?: string }} Check null: there was nothing to hold it against */
/** @typedef {{ ok: boolean, checks: Check[] }} Verdict */

/** The checks, in the order in which they are told. */
export const CHECKS = /** @type {const} */ ([
  "commitment", "kept", "whole", "deal", "characters", "chance", "cards", "gold", "course", "decisions", "result",
]);

/** The rules that this page can follow. */
const RULES = 1;

/**
 * The record that a text of newline-delimited JSON holds.
 * @param {string} text
 * @returns {Record}
 */
export function recordOf(text) {
  const [header, ...lines] = text.split("\n").filter(Boolean).map((line) => JSON.parse(line));
  const { result } = lines[lines.length - 1] ?? {};
  const taken = lines.filter((line) => !line.result);
  return {
    setup: { edition: header.edition, players: header.players, cast: header.cast, uniques: header.uniques, options: header.options },
    id: header.id, rules: header.rules, seed: header.seed ?? "", commitment: header.commitment, crown: header.crown ?? null,
    n: taken.length, taken: taken.map((line, n) => [line.n === n ? line.seat : -1, line.do]),
    result: result ? { places: result.places, left: result.left } : null, scores: result?.scores ?? null,
  };
}

/**
 * Verify a game that is over.
 * @param {Record} record
 * @param {readonly Moment[]} moments all of them, with everything open
 * @param {{ progress?: (share: number) => void, pause?: () => Promise<void> }} [options] `pause` is awaited now and then
 * @returns {Promise<Verdict>}
 */
export async function verify(record, moments, { progress, pause } = {}) {
  /** @type {Map<string, Why>} */
  const faults = new Map();
  /** @type {(id: string, what: string, n?: number) => void} */
  const fault = (id, what, n) => {
    if (!faults.has(id)) faults.set(id, n === undefined ? { what } : { what, n });
  };
  const commitment = await hashed(`${record.id}|${record.rules}|${record.seed}`);
  if (commitment !== record.commitment) fault("commitment", "seed");
  if (record.kept && record.kept !== commitment) fault("kept", "kept");
  const { told } = record;
  if (told && ["id", "rules", "seed", "commitment"].some((name) => told[/** @type {"id"} */ (name)] !== record[/** @type {"id"} */ (name)])) {
    fault("commitment", "told");
  }
  if (record.rules !== RULES) fault("whole", "rules");
  const first = moments[0];
  const gap = moments.findIndex((moment, at) => moment.n !== at || (moment.do === null) !== (at === record.n));
  if (!first || moments.length !== record.n + 1 || gap >= 0) fault("whole", "gap", Math.max(0, gap));
  const other = record.taken ? moments.findIndex(({ seat, do: act }, at) => record.taken?.[at]?.[0] !== (seat ?? undefined) || record.taken?.[at]?.[1] !== (act ?? undefined)) : -1;
  if (other >= 0) fault("whole", "record", other);
  if (first && record.setup && !dealsAs(record.setup, first.position)) fault("whole", "record", 0);
  try {
    if (first) await course(record, moments, fault, { progress, pause });
  } catch (error) {
    console.error(error);
    fault("whole", "unreadable");
  }
  const checks = CHECKS.map((id) => {
    const why = faults.get(id) ?? null;
    const note = id === "deal" && typeof record.crown === "number" ? { note: "crown" } : {};
    return { id, ok: why ? false : id === "kept" && !record.kept ? null : true, why, ...note };
  });
  return { ok: checks.every((check) => check.ok !== false), checks };
}

/**
 * Whether a record's set-up is that of the game which is shown; of an option that nobody chooses any more a position says nothing.
 * @param {import("./game_state.mjs").Setup} setup
 * @param {View} position
 */
function dealsAs({ edition, players, cast, uniques, options }, position) {
  const written = JSON.stringify([edition, players, cast, uniques]);
  if (written !== JSON.stringify([position.edition, position.seats.length, position.cast, position.uniques])) return false;
  return Object.entries(position.options).every(([name, value]) => options?.[name] === value);
}

/**
 * Deal, and follow every decision up to the end and its result.
 * @param {Record} record
 * @param {readonly Moment[]} moments
 * @param {(id: string, what: string, n?: number) => void} fault
 * @param {{ progress?: (share: number) => void, pause?: () => Promise<void> }} options
 */
async function course(record, moments, fault, { progress, pause }) {
  const { position } = /** @type {Moment} */ (moments[0]);
  const setup = {
    edition: position.edition, players: position.seats.length, cast: position.cast, uniques: position.uniques,
    options: position.options,
  };
  let state = dealt(record.seed, setup, record.crown ?? null);
  const shown = claimed(position, state);
  for (const { field } of differences(state, shown)) {
    fault(["faceup", "facedown", "pool"].includes(field) ? "characters" : "deal", `dealt_${field}`, 0);
  }
  state = shown;
  for (let at = 0; at + 1 < moments.length; at++) {
    const moment = /** @type {Moment} */ (moments[at]), next = /** @type {Moment} */ (moments[at + 1]);
    const illegal = faultOf(state, moment);
    if (illegal) fault("decisions", illegal, at);
    const { turn, decision } = moment.position;
    const during = { do: moment.do ?? "", gold: decision?.gold, character: turn?.character ?? "", spent: turn?.spent ?? 0 };
    const fits = measured(state, during, moment.seat ?? 0);
    const told = { do: during.do, events: moment.events, waits: next.decision?.kind ?? null, fits };
    follow(state, setup, told, (check, what) => fault(check, what, at + 1));
    const theirs = claimed(next.position, state);
    if (JSON.stringify(state) !== JSON.stringify(theirs)) {
      for (const { check, field } of differences(state, theirs)) fault(check, `differs_${field}`, at + 1);
      state = theirs;
    }
    const { edition, cast, uniques, options } = next.position;
    if (JSON.stringify([edition, cast, uniques, options]) !== JSON.stringify([setup.edition, setup.cast, setup.uniques, setup.options])) {
      fault("course", "setup", at + 1);
    }
    if (at % 25 === 24) {
      progress?.((at + 1) / moments.length);
      await pause?.();
    }
  }
  const last = /** @type {Moment} */ (moments[moments.length - 1]);
  if (last.position.phase !== "over" || !state.completed.length) fault("whole", "unfinished", record.n);
  result(record, state, fault);
  progress?.(1);
}

/**
 * Count the points again, and say who has which place.
 * @param {Record} record
 * @param {State} state
 * @param {(id: string, what: string) => void} fault
 */
function result(record, state, fault) {
  if (!record.result) return fault("result", "missing");
  const { sheets, places } = resultOf(state, record.result.left);
  const same = (/** @type {unknown} */ one, /** @type {unknown} */ other) => JSON.stringify(one) === JSON.stringify(other);
  const { told } = record;
  if (!same(places, record.result.places) || !same(places, told?.places ?? places)) fault("result", "places");
  const totals = sheets.map((sheet) => sheet.total);
  if (!same(totals, told?.totals ?? totals)) fault("result", "totals");
  const bare = (record.scores ?? sheets).map(({ total, lines }) => [total, lines.map((line) => [line.for, line.points])]);
  const own = sheets.map(({ total, lines }) => [total, lines.map((line) => [line.for, line.points])]);
  if (!same(bare, own)) fault("result", "scores");
}

