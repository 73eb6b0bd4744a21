// A district as a card: in a city, in a hand, on offer.
import { html } from "../core/component.mjs";
import { t } from "../i18n/index.mjs";
import { DistrictFace, Sign, TypeMark } from "../assets/art/index.mjs";
import { CardTip } from "./card_tip.mjs";
import { BoardItem, long } from "./board_item.mjs";

/** @typedef {import("../core/card_catalogue.mjs").Cards} Cards */
/** @typedef {import("./board_item.mjs").Spot} Spot */

/**
 * A district as a card. A press shows its rules, or does what `action`, `opens` or `spot` say.
 * @param {{
 *   id: string, cards: Cards, beautified?: boolean, tucked?: number, under?: readonly string[] | null, count?: number,
 *   size?: "small" | "normal" | "big", action?: string, opens?: string, refused?: string, reason?: any, label?:
 *   string, lit?: boolean,
 *   onPress?: () => void, spot?: Spot, tab?: number,
 * }} props `count`: how many such cards; `action`, `opens`, `refused`: see Thing; `spot`: the same in one object
 */
export function DistrictCard({
  id,
  cards,
  beautified = false,
  tucked = 0,
  under = null,
  count = 1,
  size = "normal",
  tab,
  ...rest
}) {
  const card = cards.district(id);
  const cost = card.cost + (beautified ? 1 : 0);
  const facts = [
    t(`board.type_${card.type}`),
    t("board.cost", { n: cost }),
    beautified ? t("board.beautified") : "",
    tucked ? t("board.tucked", { n: tucked }) : "",
    count > 1 ? t("board.copies", { n: count }) : "",
  ];
  const name = t("board.district", { name: card.name, facts: facts.filter(Boolean).join(", ") });
  const lies = [
    beautified ? t("board.beautified") : "",
    under?.length
      ? t("board.under", { cards: under.map((one) => cards.district(one).name).join(", ") })
      : tucked
        ? t("board.tucked", { n: tucked })
        : "",
  ].filter(Boolean);
  const more = lies.length ? html`<span class="quiet small">${lies.join(" · ")}</span>` : null;
  const tip = (/** @type {any} */ reason) =>
    html`<${CardTip} kind="district" id=${id} cards=${cards} more=${html`${more}${reason}`} />`;
  return html`<${BoardItem}
    ...${rest}
    name=${name}
    tab=${tab}
    class=${`card district type-${card.type} ${size}${long(card.name) ? " long" : ""}`}
    data=${{ "data-card": id }}
    tip=${tip}
  >
    <span class="card-scene"><${DistrictFace} id=${id} type=${card.type} /></span>
    <span class="card-cost" aria-hidden="true">${cost}</span>
    ${beautified && html`<span class="card-sign"><${Sign} sign="beautified" /></span>`}
    ${tucked > 0 && html`<span class="card-sign low"><${Sign} sign="tucked" />${tucked}</span>`}
    ${count > 1 && html`<span class="card-count" aria-hidden="true">×${count}</span>`}
    <span class="card-name" aria-hidden="true"><${TypeMark} type=${card.type} /><span>${card.name}</span></span>
  <//>`;
}
