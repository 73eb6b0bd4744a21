/**
 * The organizer's form: what it holds at first, what it sends, what is wrong with it, and where the service finds
 * fault. No words, no markup.
 *
 * @typedef {"ROUND_ROBIN" | "SWISS" | "KNOCK_OUT" | "GAUNTLET" | "ARENA" | "SEQUENTIAL"} Format
 * @typedef {"RANDOM" | "GREEDY" | "PLANNER"} Level
 * @typedef {{
 *   name: string, about: string, format: Format, seats: string, deals: string,
 *   duplicate: "AUTO" | "YES" | "NO" | "KEEP", rounds: string, advance: string,
 *   most: string, bound: string, points: string, edition: "MODERN" | "CLASSIC", play: "FIRST" | "SOME" | "ALL" |
 *   "OWN", scenarios: string[],
 *   cast: string[], uniques: string[], options: Record<string, any>, clock: "DECISION" | "BANK" | "CORRESPONDENCE" |
 *   "NONE", limit: string,
 *   bank: string, increment: string, days: string, timeout: string, kinds: string[], perOwner: string, entrants:
 *   string, invitedOnly: boolean,
 *   leastRating: string, mostRating: string, begins: "DEMAND" | "NOW" | "AT" | "EVERY", at: string, every: string,
 *   unit: "HOUR" | "DAY" | "WEEK",
 *   count: string, rated: boolean, visibility: string, delay: string, grace: string, atOnce: string, house:
 *   Record<Level, string>,
 *   policies: Record<string, string>, forfeits: string,
 * }} Form  a field of text is as it was typed
 * @typedef {{ key: string, params?: Record<string, number> }} Fault  words of the area `tournament`
 */

const UNITS = { HOUR: 3_600_000, DAY: 86_400_000, WEEK: 604_800_000 };

/** The policies that a form may set; the first word of each is the service's own choice nearly everywhere. */
export const POLICIES = /** @type {const} */ ({
  odd: ["BYE", "FILL", "SMALLER"],
  smallField: ["REFUSE", "FILL"],
  filler: ["GREEDY", "RANDOM", "PLANNER"],
  bye: ["HALF", "FULL", "NONE"],
  late: ["REFUSE", "ZERO", "BYES"],
  withdrawal: ["KEEP", "HALF", "VOID"],
  emptySeat: ["HOUSE", "ABSENT", "CANCEL"],
  forfeit: ["LAST", "VOID"],
  noShow: ["LAST", "VOID", "WITHDRAW"],
});

/** The levels of the house, the weakest first. */
export const LEVELS = /** @type {const} */ (["RANDOM", "GREEDY", "PLANNER"]);

/**
 * A form as it is opened: everybody meets everybody at tables of four, with half a minute for each decision.
 * @returns {Form}
 */
export function blank() {
  return {
    name: "", about: "", format: "ROUND_ROBIN", seats: "4", deals: "2", duplicate: "AUTO", rounds: "", advance: "",
    most: "", bound: "0.05",
    points: "PLACE", edition: "MODERN", play: "FIRST", scenarios: [], cast: [], uniques: [], options: {},
    clock: "DECISION", limit: "30",
    bank: "10", increment: "2", days: "2", timeout: "DEFAULT_ACTION", kinds: ["BOT"], perOwner: "", entrants: "",
    invitedOnly: false,
    leastRating: "", mostRating: "", begins: "DEMAND", at: "", every: "1", unit: "DAY", count: "", rated: false,
    visibility: "PUBLIC", delay: "0",
    grace: "60", atOnce: "4", house: { RANDOM: "0", GREEDY: "0", PLANNER: "0" }, policies: {}, forfeits: "",
  };
}

/**
 * A number as it was typed, with a point or a comma; null where there is none.
 * @param {string} text
 * @returns {number | null}
 */
export function typed(text) {
  const said = text.trim().replace(",", ".");
  return /^-?\d+(\.\d+)?$/.test(said) ? Number(said) : null;
}

/**
 * How many bots of the house the form lets in.
 * @param {Form} form
 */
export function housed(form) {
  return LEVELS.reduce((sum, level) => sum + (typed(form.house[level]) ?? 0), 0);
}

/**
 * How many games there will be among so many entrants; null where the format cannot say beforehand.
 * @param {Pick<Form, "format" | "seats" | "deals" | "duplicate" | "rounds">} form
 * @param {number} entrants
 * @param {boolean} onlyHouse  whether only bots of the house take part
 * @returns {number | null}
 */
export function expectedGames(form, entrants, onlyHouse) {
  const [seats, deals] = [typed(form.seats), typed(form.deals)];
  if (seats === null || deals === null || entrants < seats) return null;
  const turns = form.duplicate === "YES" || (form.duplicate === "AUTO" && onlyHouse) ? seats : 1;
  if (form.format === "ROUND_ROBIN") return Math.min(5000, choose(entrants, seats)) * deals * turns;
  const rounds = typed(form.rounds);
  if (form.format === "SWISS" && rounds !== null) return Math.floor(entrants / seats) * rounds * deals * turns;
  return null;
}

/**
 * In how many ways so many can be chosen out of so many.
 * @param {number} of
 * @param {number} many
 */
function choose(of, many) {
  let ways = 1;
  for (let n = 1; n <= many; n += 1) ways = (ways * (of - many + n)) / n;
  return Math.round(ways);
}

/**
 * The input of `makeTournament` that the form stands for; what was left alone is left out.
 * @param {Form} form
 * @returns {any}
 */
export function toInput(form) {
  const whole = (/** @type {string} */ text) => typed(text) ?? undefined;
  const ms = (/** @type {string} */ text, /** @type {number} */ factor) => {
    const value = typed(text);
    return value === null ? undefined : Math.round(value * factor);
  };
  const series = form.format === "SWISS" || form.format === "ARENA";
  const endless = form.format === "ARENA" || form.format === "SEQUENTIAL";
  const policies = Object.fromEntries(Object.entries(form.policies).filter(([, value]) => value !== ""));
  return pruned({
    name: form.name.trim(),
    about: form.about.trim(),
    settings: {
      format: form.format,
      seats: whole(form.seats),
      deals: form.format === "SEQUENTIAL" ? undefined : whole(form.deals),
      duplicate: form.duplicate === "AUTO" ? undefined : form.duplicate === "YES",
      rounds: series ? whole(form.rounds) : undefined,
      advance: form.format === "KNOCK_OUT" ? whole(form.advance) : undefined,
      most: endless ? whole(form.most) : undefined,
      bound: form.format === "SEQUENTIAL" ? whole(form.bound) : undefined,
      points: form.points,
      forfeits: whole(form.forfeits),
      ...policies,
    },
    edition: form.edition,
    scenarios: form.play === "SOME" ? form.scenarios : form.play === "ALL" ? ["all"] : undefined,
    cast: form.play === "OWN" ? form.cast.filter((one) => one !== "") : undefined,
    uniques: form.play === "OWN" && form.uniques.length > 0 ? form.uniques : undefined,
    options: Object.keys(form.options).length > 0 ? form.options : undefined,
    clock: {
      kind: form.clock,
      limitMs: form.clock === "DECISION" ? ms(form.limit, 1000) : undefined,
      bankMs: form.clock === "BANK" ? ms(form.bank, 60_000) : undefined,
      incrementMs: form.clock === "BANK" ? ms(form.increment, 1000) : undefined,
      days: form.clock === "CORRESPONDENCE" ? whole(form.days) : undefined,
    },
    timeout: form.timeout,
    visibility: form.visibility,
    spectatorDelayMs: ms(form.delay, 1000),
    rated: form.rated,
    conditions: {
      kinds: form.kinds,
      botsPerOwner: whole(form.perOwner),
      most: whole(form.entrants),
      invitedOnly: form.invitedOnly,
      leastRating: whole(form.leastRating),
      mostRating: whole(form.mostRating),
    },
    schedule: {
      begins: form.begins,
      at: form.begins === "AT" || form.begins === "EVERY" ? moment(form.at) : undefined,
      everyMs: form.begins === "EVERY" ? ms(form.every, UNITS[form.unit]) : undefined,
      count: form.begins === "EVERY" ? whole(form.count) : undefined,
    },
    graceMs: ms(form.grace, 1000),
    atOnce: whole(form.atOnce),
    house: housed(form) > 0 ? LEVELS.flatMap((level) => Array(typed(form.house[level]) ?? 0).fill(level)) : undefined,
  });
}

/**
 * A moment as a browser's field of date and time has it, in milliseconds since 1970 began.
 * @param {string} text
 */
function moment(text) {
  const at = new Date(text).getTime();
  return Number.isNaN(at) ? undefined : at;
}

/**
 * An object without what is undefined.
 * @param {Record<string, any>} given
 * @returns {Record<string, any>}
 */
function pruned(given) {
  return Object.fromEntries(
    Object.entries(given)
      .filter(([, value]) => value !== undefined)
      .map(([name, value]) => [name, value !== null && value?.constructor === Object && name !== "options"
        ? pruned(value) : value]),
  );
}

/** Numbers of the form: path of the input, field, least, most, whether it may be left empty, whether it is whole. */
const NUMBERS = /** @type {const} */ ([
  ["settings.seats", "seats", 2, 8, false, true],
  ["settings.deals", "deals", 1, 1_000_000, false, true],
  ["settings.rounds", "rounds", 1, 1_000_000, true, true],
  ["settings.advance", "advance", 1, 7, true, true],
  ["settings.most", "most", 1, 100_000_000, true, true],
  ["settings.forfeits", "forfeits", 1, 1_000_000, true, true],
  ["settings.bound", "bound", 0.001, 0.99, false, false],
  ["clock.limitMs", "limit", 0.1, 86_400, false, false],
  ["clock.bankMs", "bank", 0.1, 1440, false, false],
  ["clock.incrementMs", "increment", 0, 3600, true, false],
  ["clock.days", "days", 1, 14, false, true],
  ["conditions.botsPerOwner", "perOwner", 1, 1000, true, true],
  ["conditions.most", "entrants", 2, 1000, true, true],
  ["conditions.leastRating", "leastRating", 0, 4000, true, false],
  ["conditions.mostRating", "mostRating", 0, 4000, true, false],
  ["schedule.everyMs", "every", 0.01, 1000, false, false],
  ["schedule.count", "count", 1, 1000, true, true],
  ["spectatorDelayMs", "delay", 0, 3600, true, false],
  ["graceMs", "grace", 1, 1_209_600, true, false],
  ["atOnce", "atOnce", 1, 100, true, true],
]);

/** Fields that ask for nothing while another one has another value. */
const ASKED = /** @type {Record<string, (form: Form) => boolean>} */ ({
  "settings.deals": (form) => form.format !== "SEQUENTIAL",
  "settings.rounds": (form) => form.format === "SWISS" || form.format === "ARENA",
  "settings.advance": (form) => form.format === "KNOCK_OUT",
  "settings.most": (form) => form.format === "ARENA" || form.format === "SEQUENTIAL",
  "settings.bound": (form) => form.format === "SEQUENTIAL",
  "clock.limitMs": (form) => form.clock === "DECISION",
  "clock.bankMs": (form) => form.clock === "BANK",
  "clock.incrementMs": (form) => form.clock === "BANK",
  "clock.days": (form) => form.clock === "CORRESPONDENCE",
  "schedule.everyMs": (form) => form.begins === "EVERY",
  "schedule.count": (form) => form.begins === "EVERY",
});

/**
 * Whether a field of the input is asked for, as the form stands.
 * @param {Form} form
 * @param {string} path
 */
export function asked(form, path) {
  return ASKED[path]?.(form) ?? true;
}

/** The fields that say themselves what is wrong with them. */
export const FIELDS = new Set([
  "name", "about", "house", "scenarios", "cast", "uniques", "edition", "options", "timeout", "visibility", "rated",
  "graceMs", "atOnce", "spectatorDelayMs",
  "clock.kind", "clock.limitMs", "clock.bankMs", "clock.incrementMs", "clock.days", "schedule.begins", "schedule.at",
  "schedule.everyMs", "schedule.count",
  "conditions.kinds", "conditions.most", "conditions.botsPerOwner", "conditions.leastRating", "conditions.mostRating",
  "settings.format", "settings.seats",
  "settings.deals", "settings.rounds", "settings.advance", "settings.bound", "settings.most", "settings.duplicate",
  "settings.points", "settings.forfeits",
  ...Object.keys(POLICIES).map((name) => `settings.${name}`),
]);

/**
 * What is wrong with the form, by the path of the input: told before anything is sent.
 * @param {Form} form
 * @param {number} now
 * @returns {Record<string, Fault>}
 */
export function faults(form, now) {
  /** @type {Record<string, Fault>} */
  const found = {};
  if (form.name.trim() === "") found.name = { key: "tournament.fault.needed" };
  for (const [path, field, least, most, optional, isWhole] of NUMBERS) {
    if (!asked(form, path)) continue;
    const text = form[field];
    if (text.trim() === "") {
      if (!optional) found[path] = { key: "tournament.fault.needed" };
      continue;
    }
    const value = typed(text);
    if (value === null || (isWhole && !Number.isInteger(value))) found[path] =
      { key: isWhole ? "tournament.fault.whole" : "tournament.fault.number" };
    else if (value < least || value > most) found[path] = { key: "tournament.fault.range", params: { least, most } };
  }
  if (asked(form, "settings.advance") && (typed(form.advance) ?? 1) >= (typed(form.seats) ?? 8)) {
    found["settings.advance"] ??= { key: "tournament.fault.advance" };
  }
  if (form.kinds.length === 0) found["conditions.kinds"] = { key: "tournament.fault.kinds" };
  if (form.play === "SOME" && form.scenarios.length === 0) found.scenarios = { key: "tournament.fault.scenarios" };
  if (form.play === "OWN" && form.cast.filter((one) => one !== "").length < 8) found.cast =
    { key: "tournament.fault.cast" };
  if (form.begins === "AT" || form.begins === "EVERY") {
    const at = moment(form.at);
    if (at === undefined) found["schedule.at"] = { key: "tournament.fault.needed" };
    else if (at <= now) found["schedule.at"] = { key: "tournament.fault.past" };
  }
  if (form.begins === "NOW" && housed(form) < (typed(form.seats) ?? 2) && form.policies.smallField !== "FILL") {
    found.house = { key: "tournament.fault.house" };
  }
  for (const level of LEVELS) {
    const value = typed(form.house[level]);
    if (value === null || value < 0 || value > 64 || !Number.isInteger(value)) found.house =
      { key: "tournament.fault.range", params: { least: 0, most: 64 } };
  }
  return found;
}

/**
 * The name of a field of the input, however the service has spelt its path.
 * @param {string} path
 */
export function spelt(path) {
  return path
    .replace(/^(variables\.)?input\./, "")
    .replace(/_([a-z])/g, (_, letter) => letter.toUpperCase())
    .replace(/\.\d+(\.|$).*$/, "");
}

/**
 * Where the service finds fault: by the path of the field, and the message as a whole where no field is to blame.
 * @param {{ message: string, details?: any }} problem
 * @returns {{ fields: Record<string, string>, general: string }}
 */
export function faultsOf(problem) {
  /** @type {Record<string, string>} */
  const fields = {};
  for (const one of problem.details?.errors ?? []) {
    if (one?.path) fields[spelt(one.path)] ??= one.message ?? problem.message;
  }
  if (Object.keys(fields).length > 0) return { fields, general: "" };
  const said = problem.message.replace(/^with \d+ players?: /, "");
  const found = /^([a-z][a-z_]*(?:\.[a-z][a-z_]*)*): (.+)$/s.exec(said);
  if (found === null) return { fields, general: problem.message };
  const path = spelt(found[1]);
  if (path.startsWith("options")) fields.options = found[2];
  else fields[path] = found[2];
  return { fields, general: "" };
}

/**
 * What the service says of a number or a text, as words of the page; null where only its own words will do.
 * @param {string} message
 * @returns {Fault | null}
 */
export function known(message) {
  const least = /at least (-?\d+)/.exec(message);
  const most = /at most (-?\d+)/.exec(message);
  if (/letters without accents/.test(message)) return { key: "tournament.fault.account_name" };
  if (/given by the house/.test(message)) return { key: "tournament.fault.kept_name" };
  if (/at least 1 character|this is needed/.test(message)) return { key: "tournament.fault.needed" };
  if (/a text of the form \^\[A-Za/.test(message)) return { key: "tournament.fault.name" };
  if (/a text of the form/.test(message)) return { key: "ui.odd_characters" };
  if (/characters/.test(message) && least !== null) return { key: "tournament.fault.short",
    params: { least: Number(least[1]) } };
  if (/characters/.test(message) && most !== null) return { key: "tournament.fault.long",
    params: { most: Number(most[1]) } };
  if (least !== null) return { key: "tournament.fault.least", params: { least: Number(least[1]) } };
  if (most !== null) return { key: "tournament.fault.most", params: { most: Number(most[1]) } };
  return null;
}
