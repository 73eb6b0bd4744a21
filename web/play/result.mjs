// The end of a game: who won, the score sheets side by side, and where to go from there.
import { ask } from "../core/graphql.mjs";
import { html, useEffect, useRef, useState } from "../core/html.mjs";
import { number, t } from "../core/i18n.mjs";
import { withInvite } from "../core/invitation.mjs";
import { navigate } from "../core/router.mjs";
import { Button, Problem, Scroll } from "../ui/index.mjs";
import { tellScore } from "../telling/telling.mjs";
import { useDeed } from "./deed.mjs";
import { linesOf, placed } from "./score_sheet.mjs";

/** @typedef {import("./following.mjs").Table} Table */
/** @typedef {import("./score_sheet.mjs").Sheet} Sheet */

/**
 * @param {{ store: import("./following.mjs").Store, table: Table, names: string[], cards: import("../core/catalogue.mjs").Cards }} props
 */
export function Result({ store, table, names, cards }) {
  const deed = useDeed();
  const [sheets, setSheets] = useState(/** @type {Sheet[]} */ ([]));
  const { invite } = store;
  const result = table.result;
  const head = useRef(/** @type {HTMLElement | null} */ (null));
  useEffect(() => {
    const on = document.activeElement;
    if (!on || on === document.body) head.current?.focus({ preventScroll: true });
  }, [result !== null]);
  useEffect(() => {
    ask("PlayScores", { table: table.id, ...(invite ? { invite } : {}) }).then(({ replay }) => setSheets(/** @type {Sheet[]} */ (replay?.scores ?? [])), () => undefined);
  }, [table.id, invite]);
  if (!result) return null;
  const places = placed(result.places);
  const order = table.seats.map((seat) => seat.seat).sort((one, other) => (places.get(one) ?? 99) - (places.get(other) ?? 99));
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
        <thead><tr><th scope="col">${t("play.points")}</th>
          ${order.map((seat) => html`<th key=${seat} scope="col" class=${seat === own ? "own" : ""}>
            <span class="place">${places.get(seat)}.</span> ${names[seat]}${result.left.includes(seat) ? html` <span class="quiet small">${t("play.has_left")}</span>` : null}</th>`)}</tr></thead>
        <tbody>
          ${linesOf(sheets).map(({ what, points }) => html`<tr key=${what}><th scope="row">${tellScore(what, cards)}</th>
            ${order.map((seat) => html`<td key=${seat}>${points[seat] ? number(points[seat]) : ""}</td>`)}</tr>`)}
        </tbody>
        <tfoot><tr><th scope="row">${t("play.total")}</th>${order.map((seat) => html`<td key=${seat}>${number(result.totals[seat])}</td>`)}</tr></tfoot>
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
