/** What tournaments, ratings and problems say, in the words of the page. */
import { has, number, percent, t, time } from "../i18n/index.mjs";
import { known } from "./form/form.mjs";

/** @typedef {import("../core/graphql.mjs").Problem} Problem */

/** Where words of enumerations stand. */
const AREAS = ["tournament", "organizer", "account", "ui"];

/**
 * A word of an enumeration, such as a format or a status.
 * @param {string} kind
 * @param {string | null | undefined} value
 */
export function wordOf(kind, value) {
  const key = AREAS.map((area) => `${area}.${kind}.${String(value ?? "").toLowerCase()}`).find(has);
  return key ? t(key) : String(value ?? "");
}

/**
 * What an entrant is called: a bot of the house by its level in the page's language, numbered where there are several.
 * @param {{ name: string, level?: string | null }} entrant
 */
export function entrantName({ name, level }) {
  const [, which, number = ""] = /^([a-z]+)(?:#(\d+))?$/.exec(name) ?? [];
  if (!level || which !== level.toLowerCase()) return name;
  return number ? `${wordOf("level", level)}\u00a0${number}` : wordOf("level", level);
}

/**
 * A problem as it is told of a tournament: in its own words where it has them.
 * @param {Problem | Error | null} problem
 * @returns {Problem | Error | null}
 */
export function tournamentProblem(problem) {
  const { code, details } = /** @type {any} */ (problem ?? {});
  const key = [`tournament.reason.${details?.reason}`, `tournament.problem.${code}`].find((one) => has(one));
  return key === undefined ? problem : Object.assign(new Error(t(key)), { code: `${code}_here`, details });
}

/**
 * A fault of a field in words: those of the page where it knows them, else the service's own.
 * @param {import("./form/form.mjs").Fault | string | undefined} fault
 */
export function faultText(fault) {
  if (fault === undefined) return undefined;
  const found = typeof fault === "string" ? known(fault) : fault;
  return found === null ? String(fault) : t(found.key, found.params);
}

/**
 * A length of time in words: 30 seconds, 2 days.
 * @param {number} ms
 */
export function spanText(ms) {
  for (const [unit, size] of /** @type {const} */ ([["day", 86_400_000], ["hour", 3_600_000], ["minute", 60_000]])) {
    if (ms >= size && (ms % size === 0 || unit === "day")) {
      return number(Math.round((ms / size) * 10) / 10, { style: "unit", unit, unitDisplay: "long" });
    }
  }
  return number(Math.round(ms / 100) / 10, { style: "unit", unit: "second", unitDisplay: "long" });
}

/**
 * An interval, such as (0.10 to 0.49); empty where there is none.
 * @param {number | null | undefined} low
 * @param {number | null | undefined} high
 * @param {(value: number) => string} [write]
 */
export function intervalText(low, high, write = (value) => number(value)) {
  if (low == null && high == null) return "";
  if (low == null) return t("tournament.below", { high: write(/** @type {number} */ (high)) });
  if (high == null) return t("tournament.above", { low: write(low) });
  return t("tournament.between", { low: write(low), high: write(high) });
}

/**
 * What a provisional rating lacks for a place on the leaderboard.
 * @param {{ gamesLeft: number, widthLeft: number }} rating
 */
export function lackingText({ gamesLeft, widthLeft }) {
  const points = Math.ceil(widthLeft);
  const [games, width] = [t("account.lacks_games", { n: gamesLeft }), t("account.lacks_width", { n: points })];
  if (gamesLeft === 0) return width;
  return points === 0 ? games : t("account.lacks_both", { games, width });
}

/**
 * Two digits after the point.
 * @param {number} value
 */
export function twoDigits(value) {
  return number(value, { minimumFractionDigits: 2, maximumFractionDigits: 2 });
}

/**
 * How much time a seat has.
 * @param {{ kind: string, limitMs?: number | null, bankMs?: number | null, incrementMs?: number | null }} clock
 */
export function clockText(clock) {
  if (clock.kind === "DECISION") return t("tournament.clock_told.decision", { time: spanText(clock.limitMs ?? 0) });
  if (clock.kind === "BANK") return t("tournament.clock_told.bank",
    { time: spanText(clock.bankMs ?? 0), more: spanText(clock.incrementMs ?? 0) });
  if (clock.kind === "CORRESPONDENCE") return t("tournament.clock_told.correspondence",
    { time: spanText(clock.limitMs ?? 0) });
  return t("tournament.clock_told.none");
}

/**
 * When it starts.
 * @param {{ begins: string, at?: number | null, everyMs?: number | null, count?: number | null }} schedule
 */
export function scheduleText(schedule) {
  if (schedule.begins === "AT" && schedule.at) return t("tournament.begins_told.at", { at: time(schedule.at) });
  if (schedule.begins === "EVERY" && schedule.at) {
    const given = { at: time(schedule.at), every: spanText(schedule.everyMs ?? 0), n: schedule.count ?? 0 };
    return t(schedule.count ? "tournament.begins_told.series" : "tournament.begins_told.every", given);
  }
  return t(`tournament.begins_told.${schedule.begins === "NOW" ? "now" : "demand"}`);
}

/**
 * Who may enter.
 * @param {{ kinds: readonly string[], botsPerOwner: number | null, most: number, invitedOnly: boolean, leastRating:
 *   number | null,
 *   mostRating: number | null }} conditions
 */
export function conditionsText(conditions) {
  const said = [
    t("tournament.enter.who", { kinds: conditions.kinds.map((kind) => wordOf("kinds", kind)).join(", "),
      n: conditions.most }),
    conditions.invitedOnly && t("tournament.enter.invited"),
    conditions.botsPerOwner !== null && t("tournament.enter.owner", { n: conditions.botsPerOwner }),
    conditions.leastRating !== null && t("tournament.enter.least", { rating: conditions.leastRating }),
    conditions.mostRating !== null && t("tournament.enter.most", { rating: conditions.mostRating }),
  ];
  return pieces(...said);
}

/**
 * Everything that decides about a tournament, in words: a term and what holds.
 * @param {any} tournament
 * @param {any} cards  of its edition; null while they are on their way
 * @returns {{ term: string, told: string }[]}
 */
export function rulesText(tournament, cards) {
  const { settings } = tournament;
  const card = (/** @type {string} */ id) => cards?.character(id).name ?? id;
  const scenario = (/** @type {string} */ id) =>
    cards?.scenarios.find((/** @type {any} */ one) => one.scenario === id)?.title ?? id;
  const deals = t("tournament.deals_told", { n: settings.deals });
  const said = [
    ["format", pieces(wordOf("format", settings.format), t(`tournament.format_told.${settings.format.toLowerCase()}`))],
    ["tables", pieces(t("tournament.seats_told", { n: settings.seats }), deals)],
    ["deal", pieces(settings.duplicate ? wordOf("rotation", settings.rotation) : t("tournament.duplicate_off"),
      settings.shared && t("tournament.shared"))],
    settings.rounds !== null && ["rounds", t("tournament.rounds_told", { n: settings.rounds })],
    settings.format === "KNOCK_OUT" && settings.advance !== null
      && ["advance", t("tournament.advance_told", { n: settings.advance })],
    settings.format === "SEQUENTIAL" && [
      "test", t("tournament.test_told",
        { bound: twoDigits(settings.bound), alpha: percent(settings.alpha), beta: percent(settings.beta), n: settings.most }),
    ],
    ["points", wordOf("points", settings.points)],
    ["order", orderText(settings.order)],
    ["game", pieces(
      wordOf("edition", tournament.edition),
      tournament.scenarios.map(scenario).join(", "),
      tournament.cast?.map(card).join(", "),
      tournament.uniques?.map((/** @type {string} */ id) => cards?.district(id).name ?? id).join(", "),
      optionsText(tournament.options),
    )],
    ["clock", pieces(clockText(tournament.clock), wordOf("timeout", tournament.timeout))],
    ["conditions", conditionsText(tournament.conditions)],
    ["schedule", scheduleText(tournament.schedule)],
    ["odd", wordOf("odd", settings.odd)],
    ["late", wordOf("late", settings.late)],
    ["bye", wordOf("bye", settings.bye)],
    ["smallField", wordOf("smallField", settings.smallField)],
    ["withdrawal", pieces(wordOf("withdrawal", settings.withdrawal), wordOf("emptySeat", settings.emptySeat))],
    ["noShow", pieces(t("tournament.grace_told", { time: spanText(tournament.graceMs) }), wordOf("noShow", settings.noShow))],
    ["forfeit", pieces(wordOf("forfeit", settings.forfeit), settings.forfeits !== null
      && t("tournament.forfeits_told", { n: settings.forfeits }))],
    ["filler", t("tournament.filler_told", { level: wordOf("level", settings.filler) })],
    ["atOnce", t("tournament.at_once_told", { n: tournament.atOnce })],
    ["rated", t(tournament.rated ? "tournament.rated_told.yes" : "tournament.rated_told.no")],
    ["visibility", pieces(wordOf("visibility", tournament.visibility), tournament.spectatorDelayMs > 0
      && t("tournament.delay_told", { time: spanText(tournament.spectatorDelayMs) }))],
  ];
  return said.flatMap((one) =>
    (Array.isArray(one) ? [{ term: t(`tournament.term.${one[0]}`), told: String(one[1]) }] : []));
}

/**
 * What places are decided by, the first criterion first.
 * @param {readonly string[]} order
 */
export function orderText(order) {
  return order.map((one) => wordOf("criterion", one)).join(", ");
}

/**
 * What there is of these, one after the other.
 * @param {...(string | false | null | undefined)} said
 */
function pieces(...said) {
  return said.filter(Boolean).join(" · ");
}

/**
 * Options of an edition, one by one.
 * @param {Record<string, any>} options
 */
export function optionsText(options) {
  return Object.entries(options ?? {}).map(([name, value]) => `${name}: ${String(value)}`).join(", ");
}

/**
 * Who is better, in a sentence: `better` only where the interval says so.
 * @param {any} one  of the statistics' `better`
 * @param {(id: string) => string} name
 */
export function betterText(one, name) {
  const pair = { first: name(one.first), second: name(one.second) };
  if (one.share == null || one.low == null || one.high == null) return t("tournament.better.unknown", pair);
  if (one.share < 0.5) {
    const turned = { ...one, first: one.second, second: one.first, share: 1 - one.share, gap: -one.gap, low: -one.high,
      high: -one.low };
    return betterText(turned, name);
  }
  const sure = one.share > 0.999 ? `> ${percent(0.999, 1)}` : percent(one.share, one.share < 0.99 ? 0 : 1);
  return t(one.low > 0 ? "tournament.better.better" : "tournament.better.ahead", {
    ...pair, sure, gap: twoDigits(one.gap), between: intervalText(one.low, one.high, twoDigits), n: one.deals,
  });
}

/**
 * A game by its id, `round.table.deal.turn`: all but the round are counted from 1 for people.
 * @param {string} id
 */
export function gameText(id) {
  const [round, table, deal, turn] = id.split(".").map(Number);
  return t("tournament.game_label", { round, table: table + 1, deal: deal + 1, turn: turn + 1 });
}

/** Reasons that the service gives by itself. */
const REASONS = /** @type {Record<string, string>} */ ({
  "all rounds are played": "tournament.why.rounds",
  "the most games are played": "tournament.why.most",
  "the last table is played": "tournament.why.winner",
  "cancelled by the organizer": "tournament.why.cancelled",
  "taken out by the organizer": "tournament.why.taken_out",
  "withdrawn by its owner": "tournament.why.own",
  "the game was broken off": "tournament.why.broken_off",
  "did not come to the table": "tournament.why.absent",
  "the tournament does not need it any more": "tournament.why.needless",
});

/**
 * The two of a sequential test, by name, and how often it may be wrong; null of any other tournament.
 * @param {{ settings: any, entrants: readonly { id: string }[] }} tournament
 * @param {(id: string) => string} name
 * @returns {Pair | null}
 *
 * @typedef {{ first: string, second: string, alpha: number, beta: number }} Pair
 */
export function pairOf({ settings, entrants }, name) {
  const [first, second] = settings.focus?.length === 2 ? settings.focus : entrants.map((one) => one.id);
  if (settings.format !== "SEQUENTIAL" || second === undefined) return null;
  return { first: name(first), second: name(second), alpha: settings.alpha, beta: settings.beta };
}

/**
 * The verdict of a sequential test, with the names of the two and how sure it is.
 * @param {string | null} verdict  `better`, `not better`; null while it is undecided
 * @param {Pair} pair
 */
export function verdictText(verdict, { first, second, alpha, beta }) {
  const sure = percent(1 - (verdict === "better" ? alpha : beta), 0);
  return t(`tournament.verdict.${(verdict ?? "undecided").replace(" ", "_")}`, { first, second, sure });
}

/**
 * A reason of the log, in the language spoken where the service gave it by itself.
 * @param {string} why
 * @param {Pair | null} [pair]  of a sequential test
 */
export function whyText(why, pair = null) {
  const forfeits = /^forfeited (\d+) games$/.exec(why)?.[1];
  if (forfeits !== undefined) return t("tournament.why.forfeits", { n: Number(forfeits) });
  const verdict = /^decided: (?:.* is )?(better|not better)(?: than .*)?$/.exec(why)?.[1];
  if (verdict !== undefined && pair !== null) return verdictText(verdict, pair);
  return REASONS[why] ? t(REASONS[why]) : why;
}

/**
 * An entry of the log in a sentence; empty for what nobody needs to hear.
 * @param {import("./tournament_state.mjs").Entry} entry
 * @param {(id: string) => string} name
 * @param {Pair | null} [pair]  of a sequential test
 */
export function entryText({ kind, facts }, name, pair = null) {
  const key = `tournament.entry.${kind}`;
  if (!has(key)) return "";
  const who = facts.entrant ? name(facts.entrant) : "";
  const winners = kind === "result"
    ? facts.seats.filter((/** @type {any} */ _, /** @type {number} */ at) =>
      facts.places[at] === 1).map(name).join(", ") : "";
  const said = facts.why ? whyText(facts.why, pair) : "";
  const why = said === "" ? "" : said === facts.why ? ` ${t("tournament.because", { why: said })}` : ` ${said}`;
  return t(key, { who, game: facts.game ? gameText(facts.game) : "", round: facts.round ?? 0, winners }) + why;
}
