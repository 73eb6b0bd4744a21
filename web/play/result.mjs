// The end of a game: who won, the score sheets side by side, and where to go from there.
import { ask } from "../core/graphql.mjs";
import { html, useEffect, useRef, useState } from "../core/component.mjs";
import { number, t } from "../i18n/index.mjs";
import { withInvite } from "../core/invitation.mjs";
import { navigate } from "../core/router.mjs";
import { Button, Problem, Scroll } from "../ui/index.mjs";
import { tellScore } from "../board/log/log_text.mjs";
import { useButtonAction } from "./button_action.mjs";
import { linesOf, placed } from "../board/score_sheet.mjs";

/** @typedef {import("./table_store.mjs").Table} Table */
/** @typedef {import("../board/score_sheet.mjs").Sheet} Sheet */

/**
 * @param {{ store: import("./table_store.mjs").Store, table: Table, names: string[], cards: import("../core/card_catalogue.mjs").Cards,
 *   fresh: boolean }} props `fresh`: whether the game has ended before the viewer's eyes
 */
export function Result({ store, table, names, cards, fresh }) {
  const deed = useButtonAction();
  const [sheets, setSheets] = useState(/** @type {Sheet[]} */ ([]));
  const { invite } = store;
  const result = table.result;
  const head = useRef(/** @type {HTMLElement | null} */ (null));
  useEffect(() => {
    const on = document.activeElement;
    if (fresh && (!on || on === document.body)) head.current?.focus({ preventScroll: true });
  }, [result !== null]);
  useEffect(() => {
    ask("PlayScores", { table: table.id, ...(invite ? { invite } : {}) }).then(({ replay }) => setSheets(/** @type {Sheet[]} */ (replay?.scores ?? [])), () => undefined);
  }, [table.id, invite]);
  if (!result) return null;
  const places = placed(result.places);
  const order = table.seats.map((seat) => seat.seat).sort((one, other) => (places.get(one) ?? 99) - (places.get(other) ?? 99));
  const lines = linesOf(sheets);
  const winners = result.places[0] ?? [];
  const own = table.yourSeat;
  const title = own !== null && winners.includes(own) ? t(winners.length > 1 ? "play.you_share" : "play.you_won") : t("play.won", { names: winners.map((seat) => names[seat]).join(", "), n: winners.length });
  const again = () =>
    deed.run(async () => {
      const { rematchTable } = await ask("RematchTable", { input: { table: table.id } });
      void navigate(`/table/${rematchTable.table.id}`);
    });
  return html`<section class="result panel" data-result aria-labelledby="result-title">
    <h2 id="result-title" tabindex="-1" ref=${head}>${title}</h2>
    <${Scroll} label=${t("play.scores")}>
      <table class="scores">
        <caption class="hidden">${t("play.scores")}</caption>
        <thead><tr><th scope="col">${t("play.seats")}</th><th scope="col">${t("play.total")}</th>
          ${lines.map(({ what }) => html`<th key=${what} scope="col">${tellScore(what, cards)}</th>`)}</tr></thead>
        <tbody>
          ${order.map((seat) => html`<tr key=${seat} class=${seat === own ? "own" : ""}>
            <th scope="row"><span class="place">${places.get(seat)}.</span> ${names[seat]}${result.left.includes(seat) ? html` <span class="quiet small">${t("play.has_left")}</span>` : null}</th>
            <td class="total">${number(result.totals[seat])}</td>
            ${lines.map(({ what, points }) => html`<td key=${what}>${points[seat] ? number(points[seat]) : ""}</td>`)}</tr>`)}
        </tbody>
      </table>
    <//>
    <${Problem} problem=${deed.problem} />
    <div class="row">
      ${table.rematch ? html`<${Button} kind="primary" href=${`/table/${table.rematch}`}>${t("play.to_rematch")}<//>`
        : own !== null && !table.tournament ? html`<${Button} kind="primary" busy=${deed.busy} onClick=${again} data-rematch>${t("play.rematch")}<//>` : null}
      <${Button} href=${`/replay/${table.id}${withInvite(invite)}`} data-replay>${t("play.replay")}<//>
      <${Button} kind="quiet" href="/new">${t("play.new_table")}<//>
    </div>
  </section>`;
}
