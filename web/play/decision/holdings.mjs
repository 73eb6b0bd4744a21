// What one has, beside what is asked: gold, cards in hand, and the districts of one's city by type.
import { Card, Coin, TypeMark } from "../../assets/art/index.mjs";
import { built, count, goal, size } from "../../board/board_model.mjs";
import { html } from "../../core/component.mjs";
import { t } from "../../i18n/index.mjs";

/** The types in the order in which they are told. */
const TYPES = ["noble", "religious", "trade", "military", "unique"];

/**
 * The districts of a city by type, without the types that it lacks.
 * @param {readonly import("../../core/notation").CityCard[]} city
 * @param {import("../../core/card_catalogue.mjs").Cards} cards
 * @returns {{ type: string, n: number }[]}
 */
function byType(city, cards) {
  const types = city.map((one) => cards.district(built(one).id).type);
  return TYPES.map((type) => ({ type, n: types.filter((one) => one === type).length })).filter(({ n }) => n > 0);
}

/**
 * What the viewer has, drawn and in words. It is quiet: what changes is told by the log.
 * @param {{ id: string, view: import("../../core/notation").View, viewer: number, cards: import("../../core/card_catalogue.mjs").Cards }} props
 */
export function Holdings({ id, view, viewer, cards }) {
  const own = view.seats[viewer];
  const held = count(own.hand);
  const types = byType(own.city, cards);
  return html`<p id=${id} class="holdings" aria-live="off">
    <span class="hidden">${t("play.own")}: </span>
    <span class="holding" data-own="gold"><${Coin} />${t("board.gold", { n: own.gold })}</span><span class="hidden">, </span>
    <span class="holding" data-own="hand"><${Card} />${t("board.cards", { n: held })}</span><span class="hidden">, </span>
    <span class="holding" data-own="city">${t("play.own_city", { n: size(view, viewer), of: goal(view) })}
      ${types.map(({ type, n }) => html`<span key=${type} class="holding-type" data-type=${type} title=${told(type, n)}><${TypeMark} type=${type} />
        <span class="figure" aria-hidden="true">${n}</span><span class="hidden">${told(type, n)}</span></span>`)}
    </span>
  </p>`;
}

/**
 * How many districts there are of a type, in words.
 * @param {string} type
 * @param {number} n
 */
const told = (type, n) => t("play.card_aside", { type: t(`board.type_${type}`), n });
