// What a card says about itself in the language that is spoken, and the way to its rules.
import { html } from "../core/component.mjs";
import { has, t } from "../i18n/index.mjs";
import { Coin, TypeMark } from "../assets/art/index.mjs";

/** @typedef {import("../core/card_catalogue.mjs").Cards} Cards */

/**
 * What a card does; an empty text for an ordinary district. A classic card that differs has words of its own.
 * @param {string} id
 * @param {Cards} cards
 * @returns {string}
 */
export function cardText(id, cards) {
  const classic = `cards.classic_${id}`;
  if (cards.edition === "classic" && has(classic)) return t(classic);
  if (has(`cards.${id}`)) return t(`cards.${id}`);
  return cards.character(id).text || cards.district(id).text;
}

/**
 * The address of a card's rules.
 * @param {string} id
 */
export const rulesOf = (id) => `/rules/${id}`;

/**
 * What is printed on a card, and what lies on it now: the inside of a tip.
 * @param {{ kind: "character" | "district", id: string, cards: Cards, more?: any }} props `more`: lines below, such as
 *   a reason
 */
export function CardTip({ kind, id, cards, more }) {
  const character = kind === "character";
  const card = /** @type {any} */ (character ? cards.character(id) : cards.district(id));
  const text = cardText(id, cards);
  const ordinary = !character && card.type !== "unique";
  return html`<span class="card-tip">
    <span class="card-tip-head">
      <strong>${card.name}</strong>
      ${character
        ? html`<span class="quiet small">${t("board.rank", { n: card.rank })}</span>`
        : html`<span class="card-tip-facts small">
            <${TypeMark} type=${card.type} />${t(`board.type_${card.type}`)}<${Coin} />${card.cost}
          </span>`}
    </span>
    <span>${ordinary ? t("board.plain") : text}</span>
    ${more}
    ${!ordinary && html`<a class="small" href=${rulesOf(id)}>${t("board.rules")}</a>`}
  </span>`;
}
