// A character as a card, with what was named and done to it.
import { html } from "../core/component.mjs";
import { t } from "../i18n/index.mjs";
import { CharacterFace, Hidden, Sign } from "../assets/art/index.mjs";
import { CardTip } from "./card_tip.mjs";
import { BoardItem, long } from "./board_item.mjs";

/** @typedef {import("../core/card_catalogue.mjs").Cards} Cards */
/** @typedef {import("./board_item.mjs").Spot} Spot */

/**
 * A character as a card; without an id one that is not known. A press shows its rules, or does what `action`, `opens`
 *   or `spot` say.
 * @param {{
 *   id: string | null, cards: Cards, size?: "small" | "normal" | "big", caption?: any, state?: string,
 *   marks?: readonly { sign: string, text: string }[], action?: string, opens?: string, refused?: string, reason?:
 *   any, label?: string,
 *   lit?: boolean, onPress?: () => void, spot?: Spot, tab?: number,
 * }} props `caption`: who holds it, or what became of it; `state`: a class of its own; `marks`: what lies on it
 */
export function CharacterCard({ id, cards, size = "normal", caption, state = "", marks = [], ...rest }) {
  if (id === null) {
    const label = t("board.hidden_character");
    return html`<span class=${`card character unknown ${size} ${state}`} role="img" aria-label=${label}>
      <span class="card-scene"><${Hidden} /></span>
    </span>`;
  }
  const card = cards.character(id);
  const said = typeof caption === "string" ? caption : "";
  const facts = [t("board.rank", { n: card.rank }), said, ...marks.map((one) => one.text)].filter(Boolean);
  const line = (/** @type {{ sign: string, text: string }} */ one) =>
    html`<span class="card-mark"><${Sign} sign=${one.sign} />${one.text}</span>`;
  const more = marks.length ? html`<span class="card-marks">${marks.map(line)}</span>` : null;
  const tip = (/** @type {any} */ reason) =>
    html`<${CardTip} kind="character" id=${id} cards=${cards} more=${html`${more}${reason}`} />`;
  const drawn = marks.map((one) => html`<${Sign} sign=${one.sign} />`);
  return html`<${BoardItem}
    ...${rest}
    name=${t("board.district", { name: card.name, facts: facts.join(", ") })}
    class=${`card character rank-${card.rank} ${size} ${state}${long(card.name) ? " long" : ""}`}
    data=${{ "data-character": id }}
    tip=${tip}
  >
    <span class="card-scene"><${CharacterFace} id=${id} /></span>
    <span class="card-rank" aria-hidden="true">${card.rank}</span>
    ${marks.length > 0 && html`<span class="card-signs" aria-hidden="true">${drawn}</span>`}
    <span class="card-name" aria-hidden="true"><span>${card.name}</span></span>
    ${caption !== undefined && html`<span class="card-caption" aria-hidden="true">${caption}</span>`}
  <//>`;
}
