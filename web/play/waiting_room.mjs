// The waiting room: who sits there, who may still come, and how to begin.
import { CharacterFace } from "../assets/art/index.mjs";
import { ask } from "../core/graphql.mjs";
import { html, useState } from "../core/component.mjs";
import { t } from "../i18n/index.mjs";
import { navigate } from "../core/router.mjs";
import { account, ensureAccount } from "../core/session.mjs";
import { Badge, Button, Confirm, Copy, Panel, Problem, Select } from "../ui/index.mjs";
import { useButtonAction } from "./button_action.mjs";
import { Kind } from "./seat_list.mjs";
import { TableTerms } from "./table_terms.mjs";

/** @typedef {import("./table_store.mjs").Store} Store */
/** @typedef {import("./table_store.mjs").Table} Table */

/** The levels of the house's players, the strongest last. */
export const LEVELS = /** @type {const} */ (["RANDOM", "GREEDY", "PLANNER"]);

/**
 * @param {{ store: Store, table: Table, names: string[], cards: import("../core/card_catalogue.mjs").Cards }} props
 */
export function WaitingRoom({ store, table, names, cards }) {
  const deed = useButtonAction();
  const [level, setLevel] = useState("GREEDY");
  const [link, setLink] = useState("");
  const [ending, setEnding] = useState(false);
  const creator = account.value !== null && account.value.id === table.creator.account;
  const seated = table.yourSeat !== null;
  const free = table.seats.filter((seat) => seat.kind === "OPEN").length;
  const kept = table.seats.filter((seat) => seat.kind === "RESERVED").length;
  const run = (/** @type {(input: { table: string }) => Promise<any>} */ act) => deed.run(() => store.change(act));
  const sit = (/** @type {number} */ seat) =>
    deed.run(async () => {
      await ensureAccount();
      const input = { table: table.id, seat, ...(store.invite ? { invite: store.invite } : {}) };
      await store.change(async () => (await ask("JoinTable", { input })).joinTable);
    });
  const invite = () =>
    deed.run(async () => {
      const { makeInviteLink: made } = await ask("MakeInviteLink", { input: { table: table.id } });
      setLink(`${location.origin}/table/${table.id}#invite=${made.invite}`);
    });
  return html`<div class="waiting stack">
    <header class="stack tight"><h1>${table.name || t("play.table")}</h1><${TableTerms} table=${table} /></header>
    <p class="lead" role="status">${free ? t("play.waiting_for", { n: free }) : kept ? t("play.waiting_kept", { n: kept })
      : t(table.start === "DEMAND" ? "play.waiting_start" : "play.starting")}</p>
    <${Problem} problem=${deed.problem} />
    <${Panel} title=${t("play.seats")}>
      <ul class="plain seat-list">
        ${table.seats.map((seat) => html`<li key=${seat.seat} class="row apart" data-seat=${seat.seat}>
          <span class="row tight grow"><span class="seat-number">${seat.seat + 1}</span>
            <span class=${seat.player ? "" : "quiet"}>${seat.player ? names[seat.seat] : t(`play.seat_${seat.kind}`)}</span>
            ${seat.seat === table.yourSeat && html`<${Badge} kind="accent">${t("play.you")}<//>`}<${Kind} seat=${seat} /></span>
          ${seat.kind === "OPEN" && html`<span class="row tight">
            ${!seated && html`<${Button} kind="primary" size="small" busy=${deed.busy} onClick=${() => sit(seat.seat)} data-join=${seat.seat}>${t("play.sit")}<//>`}
            ${creator && html`<${Button} size="small" busy=${deed.busy} data-seat-ai=${seat.seat}
              onClick=${() => run(async (input) => (await ask("SeatAi", { input: { ...input, seat: seat.seat, level: /** @type {any} */ (level) } })).seatAi)}>
              ${t("play.seat_ai")}<//>`}
          </span>`}
          ${seat.kind === "RESERVED" && !seated && html`<${Button} size="small" busy=${deed.busy} onClick=${() => sit(seat.seat)}>${t("play.sit")}<//>`}
        </li>`)}
      </ul>
      ${creator && free > 0 && html`<${Select} label=${t("play.ai_level")} value=${level} onChange=${setLevel}
        options=${LEVELS.map((one) => ({ value: one, label: t(`ui.level.${one.toLowerCase()}`) }))} />`}
    <//>
    <div class="row">
      ${creator && !free && table.start === "DEMAND" && html`<${Button} kind="primary" size="big" busy=${deed.busy} data-start
        onClick=${() => run(async (input) => (await ask("StartTable", { input })).startTable)}>${t("play.start")}<//>`}
      ${creator && html`<${Button} busy=${deed.busy} onClick=${invite}>${t("play.invite")}<//>`}
      ${seated && html`<${Button} kind="quiet" busy=${deed.busy} data-leave
        onClick=${() => run(async (input) => (await ask("LeaveTable", { input })).leaveTable).then((done) => done && !creator && void navigate("/"))}>${t("play.leave")}<//>`}
      ${creator && html`<${Button} kind="quiet" busy=${deed.busy} data-call-off
        onClick=${() => setEnding(true)}>${t("play.call_off")}<//>`}
    </div>
    <${Confirm} open=${ending} title=${t("play.call_off_sure")} yes=${t("play.call_off")} danger confirm="abort" onClose=${() => setEnding(false)}
      onYes=${() => void run(async (input) => (await ask("AbortTable", { input })).abortTable)}><p>${t("play.call_off_what")}</p><//>
    ${link && html`<p>${t("play.invite_hint")} <${Copy} text=${link} label=${t("play.invite")} /></p>`}
    <${Panel} title=${t("play.cast")}>
      <ul class="plain cast-list">
        ${table.cast.map((id) => html`<li key=${id}><span class="portrait"><${CharacterFace} id=${id} /></span>
          <span>${cards.character(id).rank} · ${cards.character(id).name}</span></li>`)}
      </ul>
    <//>
  </div>`;
}
