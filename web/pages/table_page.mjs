// A table: the waiting room, the game as a player or a spectator sees it, and its end.
import { useCards } from "../core/card_catalogue.mjs";
import { html, useEffect, useMemo, useRef } from "../core/component.mjs";
import { t } from "../i18n/index.mjs";
import { inviteTo } from "../core/invitation.mjs";
import { Board, seatNames } from "../board/index.mjs";
import { CorrectionNotice } from "../tournament/correction_notice.mjs";
import { Decision, highlightsOf, useChoosing } from "../play/decision/decision.mjs";
import { useTableStore } from "../play/table_store.mjs";
import { onePress } from "../play/shortcuts.mjs";
import { Result } from "../play/result.mjs";
import { DecisionClock, Seats } from "../play/seat_list.mjs";
import { speechOf } from "../play/text_context.mjs";
import { TableTerms } from "../play/table_terms.mjs";
import { TableControls } from "../play/table_controls.mjs";
import { WaitingRoom } from "../play/waiting_room.mjs";
import { GameLog } from "../board/log/log_panel.mjs";
import { Button, Disclosure, Empty, Loading, Problem } from "../ui/index.mjs";

/** The areas of words that this page needs. */
export const words = ["ui", "board", "cards", "play", "reasons", "log"];
/** The files of style that this page needs. */
export const styles = ["art", "cards", "board", "log", "play"];

/** The title of the page. */
export function title() {
  return t("play.table");
}

/**
 * @param {{ params: Record<string, string> }} props
 */
export default function TablePage({ params }) {
  const store = useTableStore(params.id, inviteTo(params.id));
  const table = store.table.value;
  const cards = useCards(table?.edition);
  const problem = store.problem.value;
  if (problem && !(table && STAYS.has(problem.code))) return html`<${Gone} problem=${problem} />`;
  if (!table || !cards) return html`<h1 class="hidden">${t("play.table")}</h1><${Loading} lines=${8} />`;
  const names = seatNames(table, table.seats.length);
  if (table.status === "OPEN") return html`<${WaitingRoom} store=${store} table=${table} names=${names} cards=${cards} />`;
  return html`<${Game} store=${store} table=${table} names=${names} cards=${cards} />`;
}

/** Problems of who looks, not of the table: what was seen stays, and the head of the page says what to do. */
const STAYS = new Set(["offline", "expired", "unauthenticated"]);

/**
 * A table that is not there, or not for the viewer.
 * @param {{ problem: import("../core/graphql.mjs").Problem }} props
 */
function Gone({ problem }) {
  const known = ["not_found", "forbidden", "sealed"].includes(problem.code);
  return html`<div class="stack" data-gone=${problem.code}>
    <h1>${t(known ? `play.gone_${problem.code}` : "play.gone")}</h1>
    ${known ? html`<${Empty} title=${t(`play.gone_${problem.code}_what`)}
        action=${html`<div class="row"><${Button} kind="primary" href="/new">${t("play.new_table")}<//><${Button} href="/">${t("play.home")}<//></div>`} />`
      : html`<${Problem} problem=${problem} onRetry=${() => location.reload()} />`}
  </div>`;
}

/**
 * @param {{ store: import("../play/table_store.mjs").Store, table: import("../play/table_store.mjs").Table, names: string[],
 *   cards: import("../core/card_catalogue.mjs").Cards }} props
 */
function Game({ store, table, names, cards }) {
  const known = store.known.value;
  const view = known.stand?.notation ?? null;
  const viewer = known.stand ? known.stand.seat : table.yourSeat;
  const seen = useRef(false);
  seen.current ||= table.status === "RUNNING";
  const choosing = useChoosing(store);
  const actions = known.stand?.decision?.actions ?? undefined;
  const speech = useMemo(
    () => (view ? speechOf(view, viewer, names, cards, actions) : null),
    [view, viewer, names.join(), cards, t("play.table")],
  );
  useCalling(choosing !== null, view?.n ?? 0);
  if (table.status === "ABORTED") {
    return html`<div class="stack"><h1>${table.name || t("play.table")}</h1><p class="lead">${t("play.aborted")}</p>
      <p><${Button} kind="primary" href="/new">${t("play.new_table")}<//></p></div>`;
  }
  if (!view || !speech) {
    const behind = table.yourSeat === null && table.spectatorDelayMs > 0 && table.status === "RUNNING";
    return html`<h1 class=${behind ? "" : "hidden"}>${table.name || t("play.table")}</h1>
      ${behind ? html`<p class="lead" data-watching>${t("play.nothing_yet", { n: Math.round(table.spectatorDelayMs / 1000) })}</p>` : html`<${Loading} lines=${8} />`}`;
  }
  const over = table.status === "OVER" || view.phase === "over";
  const late = viewer === null && table.spectatorDelayMs > 0 && !over;
  return html`<div class=${`table-page${over ? " over" : ""}`}>
    <header class="row apart table-head">
      <h1>${table.name || t("play.table")}</h1>
      <${TableTerms} table=${table} />
      <${TableControls} store=${store} table=${table} view=${view} />
    </header>
    ${viewer === null && html`<p class="quiet small" data-watching>${t(late ? "play.watching_late" : "play.watching", { n: Math.round(table.spectatorDelayMs / 1000) })}</p>`}
    ${over && html`<${Result} store=${store} table=${table} names=${names} cards=${cards} fresh=${seen.current} />`}
    ${table.status === "OVER" && html`<${CorrectionNotice} table=${table} names=${names} />`}
    <div class=${`table-main${choosing?.armed ? " armed" : ""}`} ...${onePress}>
      <${Board} position=${view} number=${known.stand?.number ?? 0} table=${table} names=${names} cards=${cards} viewer=${viewer}
        hand=${over} highlights=${highlightsOf(choosing, speech, store.going.value)} />
      ${!over && html`<${Decision} store=${store} choosing=${choosing} speech=${speech} cards=${cards}
        aside=${html`<${DecisionClock} known=${known} own=${choosing !== null} />`} />`}
    </div>
    <aside class="table-side stack" aria-label=${t("play.side")}>
      <${Seats} table=${table} names=${names} known=${known} />
      <${Disclosure} summary=${t("play.log")} open=${innerWidth >= 1088} class="log-box">
        <${GameLog} events=${known.log} names=${names} viewer=${viewer} cards=${cards} live=${!over} />
      <//>
    </aside>
  </div>`;
}

/**
 * A sign in the title of the window while the viewer has to act.
 * @param {boolean} own
 * @param {number} n
 */
function useCalling(own, n) {
  const plain = useRef("");
  useEffect(() => {
    if (!own) return undefined;
    plain.current = document.title.replace(/^● /, "");
    document.title = `● ${plain.current}`;
    return () => {
      document.title = document.title.replace(/^● /, "");
    };
  }, [own, n]);
}
