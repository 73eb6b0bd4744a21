// What things cost: for the labels of buttons only. What is legal the service has said already.
import { plain } from "./action.mjs";

/** @typedef {import("./action.mjs").Act} Act */
/** @typedef {{ type: string, cost: number, unique: boolean }} Printed */

/**
 * The text of a district of a city.
 * @param {string | { id: string }} built
 * @returns {string}
 */
export const textOf = (built) => (typeof built === "string" ? built : built.id);

/**
 * The ids of a city's districts.
 * @param {any} seat a seat of a view
 * @returns {string[]}
 */
const ids = (seat) => seat.city.map((/** @type {any} */ built) => plain(textOf(built)));

/**
 * What a district costs now: one more with the Artist's gold (G-7).
 * @param {string} text
 * @param {(id: string) => Printed} card
 */
export const costOf = (text, card) => card(plain(text)).cost + (text.endsWith("+") ? 1 : 0);

/**
 * What building a card of the hand costs (S5.3).
 * @param {string} id
 * @param {any} seat the builder
 * @param {(id: string) => Printed} card
 */
export function buildPrice(id, seat, card) {
  const cheaper = card(id).unique && id !== "factory" && ids(seat).includes("factory");
  return card(id).cost - (cheaper ? 1 : 0);
}

/**
 * What the Great Wall of a city adds (D-GREAT_WALL-1, K-D-GREAT_WALL-1).
 * @param {any} view
 * @param {number} seat
 * @param {string} district
 */
function wall(view, seat, district) {
  const walls = ids(view.seats[seat]).includes("great_wall");
  return walls && !(view.edition === "classic" && plain(district) === "great_wall") ? 1 : 0;
}

/**
 * The gold that an action costs whoever takes it; null where it costs none, or where that is not known.
 * @param {Act} act
 * @param {any} view a position in the notation
 * @param {number} seat who acts
 * @param {(id: string) => Printed} card
 * @returns {number | null}
 */
export function priceOf(act, view, seat, card) {
  const own = view.seats[seat];
  const district = act.district ?? "";
  const target = act.seat ?? 0;
  switch (act.verb) {
    case "build": {
      if (act.framework || act.over) return null;
      const price = buildPrice(district, own, card) - (act.cards ?? 0);
      return (act.lender ?? -1) >= 0 ? Math.min(price, own.gold) : price;
    }
    case "destroy":
      return costOf(district, card) - 1 + wall(view, target, district);
    case "seize":
      return costOf(district, card) + wall(view, target, district);
    case "exchange": {
      const [wanted, given] = [costOf(district, card), costOf(act.own ?? "", card)];
      const extra = wall(view, target, district);
      return view.edition === "classic" ? Math.max(0, wanted + extra - given) : Math.max(0, wanted - given) + extra;
    }
    case "smithy":
      return 2;
    case "beautify":
    case "recover":
      return 1;
    default:
      return null;
  }
}
