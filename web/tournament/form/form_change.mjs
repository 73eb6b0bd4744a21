/**
 * The organizer's form once the tournament is there: what it holds then, and what of it was changed. No words, no
 * markup. What is not sent stays as it is; null stands for the default.
 *
 * @typedef {import("./form.mjs").Form} Form
 * @typedef {NonNullable<import("../../core/api").Operations["Tournament"]["data"]["tournament"]>} Tournament
 */
import { FIELDS, POLICIES, blank, faults, toInput } from "./form.mjs";

/** Whether deals are played again is left as it stands, which may be that nobody has said it. */
export const KEPT = "KEEP";
/** Ways to begin that there are once it is made: what is to begin now is started. */
export const BEGINS = /** @type {const} */ (["DEMAND", "AT", "EVERY"]);

const UNITS = /** @type {const} */ ([["WEEK", 604_800_000], ["DAY", 86_400_000], ["HOUR", 3_600_000]]);
/** What can be changed after the start as well. */
const LATER = /** @type {const} */ (["name", "about", "graceMs", "atOnce"]);
const PARTS = /** @type {const} */ (["settings", "conditions", "schedule"]);

/** @param {unknown} value */
const text = (value) => (value === null || value === undefined ? "" : String(value));

/**
 * The form as the tournament stands.
 * @param {Tournament} tournament
 * @returns {Form}
 */
export function formOf(tournament) {
  const { settings, conditions, schedule } = tournament;
  const every = schedule.everyMs ?? 86_400_000;
  const [unit, size] = UNITS.find(([, ms]) => every % ms === 0) ?? UNITS[2];
  return {
    ...blank(),
    name: tournament.name,
    about: tournament.about,
    format: settings.format,
    seats: text(settings.seats),
    deals: text(settings.deals),
    duplicate: KEPT,
    rounds: text(settings.rounds),
    advance: text(settings.advance),
    most: text(settings.most),
    bound: text(settings.bound),
    points: settings.points,
    policies: Object.fromEntries(Object.keys(POLICIES).map((name) =>
      [name, settings[/** @type {keyof typeof POLICIES} */ (name)]])),
    forfeits: text(settings.forfeits),
    kinds: conditions.kinds.map((kind) => kind.toUpperCase()),
    perOwner: text(conditions.botsPerOwner),
    entrants: text(conditions.most),
    invitedOnly: conditions.invitedOnly,
    leastRating: text(conditions.leastRating),
    mostRating: text(conditions.mostRating),
    begins: schedule.begins === "NOW" ? "DEMAND" : schedule.begins,
    at: schedule.at === null ? "" : local(schedule.at),
    every: text(every / size),
    unit,
    count: text(schedule.count),
    rated: tournament.rated,
    grace: text(tournament.graceMs / 1000),
    atOnce: text(tournament.atOnce),
  };
}

/**
 * A moment as a browser's field of date and time has it.
 * @param {number} at
 */
function local(at) {
  return new Date(at - new Date(at).getTimezoneOffset() * 60_000).toISOString().slice(0, 16);
}

/**
 * What was changed, as the input of `updateTournament` has it. With another format nothing more is said: what was only
 * usual for the old one becomes what is usual for the new one.
 * @param {Form} before
 * @param {Form} after
 * @param {boolean} begun  whether the tournament has started, so that most is settled
 * @returns {Record<string, any>}
 */
export function toChange(before, after, begun) {
  const [was, is] = [said(before), said(after)];
  /** @type {Record<string, any>} */
  const change = {};
  for (const name of LATER) if (is[name] !== was[name] && is[name] !== undefined) change[name] = is[name];
  if (begun) return change;
  for (const part of PARTS) {
    const names = [...new Set([...Object.keys(was[part]), ...Object.keys(is[part])])];
    const found = names.filter((name) => !same(was[part][name], is[part][name]));
    if (found.length > 0) change[part] = Object.fromEntries(found.map((name) => [name, is[part][name] ?? null]));
  }
  return change;
}

/**
 * Whether two values of an input say the same; of a list the order says nothing.
 * @param {any} one
 * @param {any} other
 */
function same(one, other) {
  const plain = (/** @type {any} */ value) => JSON.stringify(Array.isArray(value) ? [...value].sort() : value);
  return plain(one) === plain(other);
}

/**
 * The input that a form stands for; whether deals are played again is in it only where it was chosen.
 * @param {Form} form
 */
function said(form) {
  const input = toInput(form);
  if (form.duplicate === KEPT) delete input.settings.duplicate;
  if (form.duplicate === "AUTO") input.settings.duplicate = null;
  return input;
}

/**
 * Whether a field of the input can be changed, and so says itself what is wrong with it.
 * @param {string} path
 * @param {boolean} begun
 */
export function changeable(path, begun) {
  if (LATER.some((name) => name === path)) return true;
  return !begun && FIELDS.has(path) && PARTS.some((part) => path.startsWith(`${part}.`));
}

/**
 * What is wrong with what was changed, by the path of the input: what stood so before and is left alone is not.
 * @param {Form} before
 * @param {Form} after
 * @param {number} now
 * @param {boolean} begun
 * @returns {Record<string, import("./form.mjs").Fault>}
 */
export function changeFaults(before, after, now, begun) {
  const change = toChange(before, after, begun);
  const stood = faults(before, now);
  const found = faults(after, now);
  if (after.grace.trim() === "") found.graceMs = { key: "tournament.fault.needed" };
  if (after.atOnce.trim() === "") found.atOnce = { key: "tournament.fault.needed" };
  const fresh = (/** @type {string} */ path) => {
    const [part, name] = path.split(".");
    const changed = name === undefined ? part in change : name in (change[part] ?? {});
    return changed || !same(stood[path], found[path]);
  };
  return Object.fromEntries(Object.entries(found).filter(([path]) => changeable(path, begun) && fresh(path)));
}
