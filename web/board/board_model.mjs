// What a view says, in the shapes that a board is drawn from. Pure: views in, plain values out.

/** @typedef {import("../core/notation").View} View */
/** @typedef {import("../core/notation").CityCard} CityCard */
/** @typedef {import("../core/notation").Mark} Mark */
/**
 * What is asked of the catalogue.
 * @typedef {object} Titles
 * @property {(id: string) => { name: string, rank: number, text?: string }} character
 * @property {(id: string) => { name: string, type: string, cost: number, text?: string }} district
 */
/**
 * A district in a city.
 * @typedef {object} Built
 * @property {string} id
 * @property {string} text as an action names it: `castle+` where beautified
 * @property {boolean} beautified
 * @property {number} tucked how many cards lie under it
 * @property {readonly string[] | null} under which, where that is known
 */
/** @typedef {"killed" | "bewitched" | "robbed" | "signed" | "warrant" | "flowered" | "threat"} SignName */
/** @typedef {{ sign: SignName, by: number | null, blank: boolean }} Marked `blank`: known to be a sham */
/**
 * A character of the cast, as far as it is known what became of it this round.
 * @typedef {object} Role
 * @property {string} id
 * @property {"faceup" | "facedown" | "acting" | "shown" | "own" | "absent" | "open"} state `absent`: called, and
 *   nobody came
 * @property {number | null} seat who holds it
 * @property {readonly Marked[]} marks
 */

/**
 * A district of a city, however the view writes it.
 * @param {CityCard} card
 * @returns {Built}
 */
export function built(card) {
  const text = typeof card === "string" ? card : card.id;
  const beautified = text.endsWith("+") || (typeof card !== "string" && card.beautified === true);
  const lies = typeof card === "string" ? 0 : card.tucked;
  return {
    id: text.replace(/\+$/, ""),
    text,
    beautified,
    tucked: typeof lies === "number" ? lies : lies.length,
    under: typeof lies === "number" ? null : lies,
  };
}

/**
 * How many cards there are, of a list or a count.
 * @param {readonly unknown[] | number | undefined} cards
 */
export const count = (cards) => (cards === undefined ? 0 : typeof cards === "number" ? cards : cards.length);

/**
 * The cards, where they are known.
 * @param {string[] | number | undefined} cards
 * @returns {readonly string[] | null}
 */
export const list = (cards) => (Array.isArray(cards) ? cards : null);

/**
 * The character that a marker lies on.
 * @param {Mark | null | undefined} mark
 * @returns {{ character: string, by: number | null } | null}
 */
export function marked(mark) {
  if (!mark) return null;
  return typeof mark === "string" ? { character: mark, by: null } : { character: mark.character, by: mark.by ?? null };
}

/**
 * All markers, by the character they lie on.
 * @param {View} view
 * @returns {Map<string, Marked[]>}
 */
export function signs(view) {
  /** @type {Map<string, Marked[]>} */
  const found = new Map();
  const put = (
    /** @type {string} */ id,
    /** @type {SignName} */ sign,
    /** @type {number | null | undefined} */ by,
    blank = false,
  ) => {
    found.set(id, [...(found.get(id) ?? []), { sign, by: by ?? null, blank }]);
  };
  for (const sign of /** @type {const} */ (["killed", "bewitched", "robbed"])) {
    const one = marked(view[sign]);
    if (one) put(one.character, sign, one.by);
  }
  for (const [markers, real, sham] of /** @type {const} */ ([
    [view.warrants, "signed", "warrant"],
    [view.threats, "flowered", "threat"],
  ])) {
    if (!markers) continue;
    const told = /** @type {Record<string, any>} */ (markers);
    const genuine = told[real] ?? null;
    const blanks = [told.blank ?? []].flat().filter((id) => id !== null);
    const all = new Set([...(genuine ? [genuine] : []), ...blanks, ...(markers.on ?? [])]);
    for (const id of all) put(id, id === genuine ? real : sham, markers.by, blanks.includes(id));
  }
  return found;
}

/**
 * Whose turn it is; null where it is nobody's yet.
 * @param {View} view
 * @returns {number | null}
 */
export function acting(view) {
  const turn = view.turn;
  if (view.phase !== "turns" || !turn) return null;
  if (turn.resumed) return marked(view.bewitched)?.by ?? view.decision?.seat ?? null;
  const holder = view.seats.findIndex((seat) => seat.revealed.includes(turn.character));
  return holder < 0 ? null : holder;
}

/**
 * Who holds a character, where that is known.
 * @param {View} view
 * @param {string} id
 * @returns {number | null}
 */
export function holder(view, id) {
  const found = view.seats.findIndex((seat) => seat.characters.includes(id) || seat.revealed.includes(id));
  return found < 0 ? null : found;
}

/**
 * The characters that were put aside facedown: known ones by id, the others null.
 * @param {View} view
 * @returns {(string | null)[]}
 */
export const facedown = (view) =>
  view.facedown.map((one) => (one !== null && typeof one === "object" ? one.character : one));

/**
 * The cast in the order of rank, and what became of each this round.
 * @param {View} view
 * @param {Titles} cards
 * @returns {Role[]}
 */
export function cast(view, cards) {
  const lying = signs(view);
  const down = facedown(view);
  const turn = view.phase === "turns" ? view.turn : null;
  const called = turn ? cards.character(turn.character).rank : 0;
  return [...view.cast]
    .sort((a, b) => cards.character(a).rank - cards.character(b).rank)
    .map((id) => {
      const seat = holder(view, id);
      const marks = lying.get(id) ?? [];
      /** @param {Role["state"]} state */
      const role = (state) => ({ id, state, seat, marks });
      if (view.faceup.includes(id)) return role("faceup");
      if (turn?.character === id && seat !== null && view.seats[seat]?.revealed.includes(id)) return role("acting");
      if (seat !== null) return role(view.seats[seat]?.revealed.includes(id) ? "shown" : "own");
      if (down.includes(id)) return role("facedown");
      return role(called > cards.character(id).rank ? "absent" : "open");
    });
}

/**
 * The seats as they are drawn: clockwise from the viewer's left, the viewer last; for spectators from seat 0.
 * @param {number} seats
 * @param {number | null | undefined} viewer
 * @returns {number[]}
 */
export function around(seats, viewer) {
  const first = viewer === null || viewer === undefined ? 0 : viewer + 1;
  return Array.from({ length: seats }, (_, at) => (first + at) % seats);
}

/**
 * In which place a seat completed its city, from 1; 0 where it has not. Those of one moment share a place.
 * @param {View} view
 * @param {number} seat
 */
export const completed = (view, seat) => (view.completed ?? []).findIndex((one) => [one].flat().includes(seat)) + 1;

/**
 * How many districts complete a city.
 * @param {View} view
 */
export function goal(view) {
  if (view.announced) return 7;
  if (view.edition === "classic") return view.options.classic_short_game ? 7 : 8;
  return view.seats.length <= 3 || (view.seats.length === 8 && view.options.city_size_8p === 8) ? 8 : 7;
}

/**
 * How much of the goal a city fills: the modern Monument counts twice.
 * @param {View} view
 * @param {number} seat
 */
export function size(view, seat) {
  const city = view.seats[seat]?.city ?? [];
  const double = view.edition === "modern" && city.some((card) => built(card).id === "monument");
  return city.length + (double ? 1 : 0);
}

/**
 * What a city is worth by its districts alone.
 * @param {readonly CityCard[]} city
 * @param {Titles} cards
 */
export const worth = (city, cards) =>
  city.map(built).reduce((sum, one) => sum + cards.district(one.id).cost + (one.beautified ? 1 : 0), 0);
