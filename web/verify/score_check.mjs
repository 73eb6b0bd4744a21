// The score sheets, filled again: lines and totals as in the engine's `scoring.py`, and who has which place.
import { BOXES } from "./deck_order.mjs";
import { printedOn } from "./game_state.mjs";

/** @typedef {import("./game_state.mjs").State} State */
/** @typedef {{ total: number, lines: { for: string, points: number }[] }} Sheet */
/** @typedef {{ id: string, cost: number, type: string, tucked: number }} Scored */

const TYPES = ["noble", "religious", "trade", "military", "unique"];
const HAUNTED = new Set(["haunted_quarter", "haunted_city"]);

/**
 * The points that a district writes on the sheet beside its cost.
 * @type {Record<string, (state: State, seat: number, city: Scored[], count: (type: string) => number, own: Scored) => number>}
 */
const BONUSES = {
  dragon_gate: () => 2,
  university: () => 2,
  map_room: (state, seat) => state.hand[seat]?.length ?? 0,
  imperial_treasury: (state, seat) => state.gold[seat] ?? 0,
  statue: (state, seat) => (state.crown === seat ? 5 : 0),
  wishing_well: (state, _seat, _city, count) => count("unique") - (state.edition === "classic" ? 1 : 0),
  ivory_tower: (_state, _seat, _city, count) => (count("unique") === 1 ? 5 : 0),
  capitol: (_state, _seat, _city, count) => (TYPES.some((type) => count(type) >= 3) ? 3 : 0),
  basilica: (_state, _seat, city) => city.filter((one) => one.cost % 2).length,
  museum: (_state, _seat, _city, _count, own) => own.tucked,
};

/**
 * How large a complete city is.
 * @param {State} state
 */
export function completeAt(state) {
  if (state.announced) return 7;
  const players = state.gold.length;
  if (state.edition === "classic") return state.options.classic_short_game ? 7 : 8;
  return players <= 3 || (players === 8 && state.options.city_size_8p === 8) ? 8 : 7;
}

/**
 * One seat's sheet, with the Haunted Quarter as one type.
 * @param {State} state
 * @param {number} seat
 * @param {string} haunted
 * @returns {Sheet}
 */
function sheet(state, seat, haunted) {
  const classic = state.edition === "classic";
  const city = (state.city[seat] ?? []).map(({ text, tucked }) => {
    const id = text.replace(/\+$/, "");
    const { type, cost } = printedOn(state.edition, id);
    return { id, cost: cost + (id === text ? 0 : 1), type: HAUNTED.has(id) ? haunted : type, tucked: tucked.length };
  });
  const count = (/** @type {string} */ type) => city.filter((one) => one.type === type).length;
  const lines = [{ for: "districts", points: city.reduce((sum, one) => sum + one.cost, 0) }];
  const add = (/** @type {string} */ what, /** @type {number} */ points) => {
    if (points) lines.push({ for: what, points });
  };
  if (TYPES.every((type) => count(type) > 0)) add("five_types", 3);
  const size = city.length + (city.some((one) => one.id === "monument") ? 1 : 0);
  if (state.completed[0]?.includes(seat)) add("first_complete", 4);
  else if (classic ? size >= completeAt(state) : state.completed.some((one) => one.includes(seat))) add("complete", 2);
  for (const one of city) add(one.id, BONUSES[one.id]?.(state, seat, city, count, one) ?? 0);
  for (const card of state.hand[seat] ?? []) add(card, card === "secret_vault" ? 3 : 0);
  return { total: lines.reduce((sum, line) => sum + line.points, 0), lines };
}

/**
 * One seat's sheet; a Haunted Quarter counts as what is best.
 * @param {State} state
 * @param {number} seat
 * @returns {Sheet}
 */
export function scoreOf(state, seat) {
  let best = sheet(state, seat, "unique");
  const chooses = (state.city[seat] ?? []).some(({ text }) => {
    const id = text.replace(/\+$/, "");
    return id === "haunted_quarter" || (id === "haunted_city" && !state.built[seat]?.includes(id));
  });
  if (chooses) {
    for (const type of TYPES.slice(0, 4)) {
      const other = sheet(state, seat, type);
      if (other.total > best.total) best = other;
    }
  }
  return best;
}

/**
 * What decides among equal totals: the highest rank shown; in the classic edition the values of the districts, then gold.
 * @param {State} state
 * @param {number} seat
 * @param {Sheet} filled
 */
function tieBreak(state, seat, filled) {
  if (state.edition === "classic") {
    const worth = ["districts", "university", "dragon_gate"];
    const values = filled.lines.reduce((sum, line) => sum + (worth.includes(line.for) ? line.points : 0), 0);
    return [values, state.gold[seat] ?? 0];
  }
  const rank = new Map(BOXES.modern.characters);
  return [Math.max(0, ...(state.revealed[seat] ?? []).map((one) => rank.get(one) ?? 0)), 0];
}

/**
 * All sheets, and the seats by place; those that left come last, the first to leave at the very end.
 * @param {State} state a game that is over
 * @param {readonly number[]} left
 */
export function resultOf(state, left) {
  const sheets = state.gold.map((_, seat) => scoreOf(state, seat));
  const keys = sheets.map((filled, seat) => [filled.total, ...tieBreak(state, seat, filled)]);
  const order = (/** @type {number} */ one, /** @type {number} */ other) => {
    const [a, b] = [keys[one] ?? [], keys[other] ?? []];
    const at = a.findIndex((value, i) => value !== b[i]);
    return at < 0 ? 0 : (b[at] ?? 0) - (a[at] ?? 0);
  };
  /** @type {number[][]} */
  const places = [];
  const stayed = sheets.map((_, seat) => seat).filter((seat) => !left.includes(seat));
  for (const seat of stayed.sort((one, other) => order(one, other) || one - other)) {
    const last = places[places.length - 1];
    if (last && order(/** @type {number} */ (last[0]), seat) === 0) last.push(seat);
    else places.push([seat]);
  }
  for (const seat of [...left].reverse()) places.push([seat]);
  return { sheets, places };
}
