// What a card does, in the language that is spoken.
import { has, t } from "../i18n/index.mjs";

/**
 * What a card does; an empty text for an ordinary district. A classic card that differs has words of its own.
 * @param {string} id
 * @param {import("../core/card_catalogue.mjs").Cards} cards
 * @returns {string}
 */
export function cardText(id, cards) {
  const classic = `cards.classic_${id}`;
  if (cards.edition === "classic" && has(classic)) return t(classic);
  if (has(`cards.${id}`)) return t(`cards.${id}`);
  return cards.character(id).text || cards.district(id).text;
}
