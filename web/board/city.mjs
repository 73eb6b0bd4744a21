// A city, and a hand: rows of districts.
import { html } from "../core/component.mjs";
import { t } from "../i18n/index.mjs";
import { Card } from "../assets/art/index.mjs";
import { DistrictCard } from "./district_card.mjs";
import { built } from "./board_model.mjs";
import { moveFocus } from "./board_item.mjs";

/** @typedef {import("../core/card_catalogue.mjs").Cards} Cards */
/** @typedef {import("./board_item.mjs").Spot} Spot */

/**
 * The keys of a row: the same card twice gets two, and keeps them while others come and go.
 * @param {readonly string[]} ids
 */
function keyed(ids) {
  /** @type {Record<string, number>} */
  const seen = {};
  return ids.map((id) => `${id}.${(seen[id] = (seen[id] ?? 0) + 1)}`);
}

/**
 * The districts of a city.
 * @param {{
 *   city: readonly import("../core/notation").CityCard[], cards: Cards, label: string, seat?: number,
 *   size?: "small" | "normal" | "big", spots?: ReadonlyMap<string, Spot>,
 * }} props `spots`: what may be done, by `city:<seat>:<district as an action names it>`
 */
export function City({ city, cards, label, seat = 0, size = "small", spots }) {
  if (!city.length) return html`<p class="city-empty quiet small">${t("board.city_empty")}</p>`;
  const all = city.map(built);
  const keys = keyed(all.map((one) => one.id));
  return html`<ul class="city plain" aria-label=${label} onKeyDown=${moveFocus}>
    ${all.map((one, at) => html`<li key=${keys[at]}>
      <${DistrictCard} id=${one.id} beautified=${one.beautified} tucked=${one.tucked} under=${one.under} cards=${cards}
        size=${size} tab=${at ? -1 : 0} spot=${spots?.get(`city:${seat}:${one.text}`)} />
    </li>`)}
  </ul>`;
}

/**
 * A hand whose cards are known.
 * @param {{
 *   hand: readonly string[], cards: Cards, label: string, size?: "small" | "normal" | "big",
 *   spots?: ReadonlyMap<string, Spot>,
 * }} props `spots`: what may be done, by `hand:<district>`
 */
export function HandCards({ hand, cards, label, size = "normal", spots }) {
  if (!hand.length) return html`<p class="city-empty quiet small">${t("board.hand_empty")}</p>`;
  const keys = keyed(hand);
  return html`<ul class="hand plain" aria-label=${label} onKeyDown=${moveFocus}>
    ${hand.map((id, at) => html`<li key=${keys[at]}>
      <${DistrictCard} id=${id} cards=${cards} size=${size} tab=${at ? -1 : 0} spot=${spots?.get(`hand:${id}`)} />
    </li>`)}
  </ul>`;
}

/**
 * A hand from behind; decoration where it has no label.
 * @param {{ count: number, label?: string }} props
 */
export function HandBacks({ count, label }) {
  const said = label ? { role: "img", "aria-label": label } : { "aria-hidden": "true" };
  return html`<span class="backs" ...${said}>
    ${Array.from({ length: Math.min(5, count) }, (_, at) => html`<${Card} key=${at} />`)}
  </span>`;
}
