// The score sheets side by side. Wants the words "replay" and "log".
import { html } from "../core/component.mjs";
import { number, t } from "../i18n/index.mjs";
import { tellScore } from "../board/log/log_text.mjs";
import { placed } from "../board/score_sheet.mjs";
import { Scroll } from "../ui/index.mjs";

/** @typedef {import("../board/score_sheet.mjs").Sheet} Sheet */

/**
 * Each seat's points, line by line, those with the best place first.
 * @param {{ scores: readonly Sheet[], places: readonly (readonly number[])[], left: readonly number[], names: readonly string[],
 *   cards: import("../core/card_catalogue.mjs").Cards }} props
 */
export function ScoreSheets({ scores, places, left, names, cards }) {
  const order = places.flat();
  /** @type {string[]} */
  const kinds = [];
  for (const seat of order) for (const line of scores[seat]?.lines ?? []) if (!kinds.includes(line.for)) kinds.push(line.for);
  const points = (/** @type {number} */ seat, /** @type {string} */ kind) => {
    const found = (scores[seat]?.lines ?? []).filter((line) => line.for === kind);
    return found.length ? number(found.reduce((sum, line) => sum + line.points, 0)) : html`<span class="quiet">–</span>`;
  };
  const placeOf = placed(places);
  return html`<${Scroll} label=${t("replay.scores")}>
    <table class="sheets">
      <thead><tr><th scope="col">${t("replay.forWhat")}</th>
        ${order.map((seat) => html`<th key=${seat} scope="col" data-seat=${seat}>${names[seat]}
          ${left.includes(seat) && html`<small class="quiet">${t("replay.left")}</small>`}</th>`)}</tr></thead>
      <tbody>
        ${kinds.map((kind) => html`<tr key=${kind}><th scope="row">${tellScore(kind, cards)}</th>
          ${order.map((seat) => html`<td key=${seat}>${points(seat, kind)}</td>`)}</tr>`)}
      </tbody>
      <tfoot>
        <tr><th scope="row">${t("replay.total")}</th>${order.map((seat) => html`<td key=${seat}>${number(scores[seat]?.total ?? 0)}</td>`)}</tr>
        <tr><th scope="row">${t("replay.place")}</th>${order.map((seat) => html`<td key=${seat}>${placeOf.get(seat)}</td>`)}</tr>
      </tfoot>
    </table>
  <//>`;
}
