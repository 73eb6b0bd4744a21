// What can be done to a running table beside playing: resign, call it off, come back, and the help for the keyboard.
import { ask } from "../core/graphql.mjs";
import { html, useEffect, useState } from "../core/component.mjs";
import { t } from "../i18n/index.mjs";
import { Button, Check, Confirm, Dialog, Problem } from "../ui/index.mjs";
import { useButtonAction } from "./button_action.mjs";
import { SHORTCUTS, isForTheGame, shortcuts, useShortcuts } from "./shortcuts.mjs";

/** @typedef {import("./table_store.mjs").Table} Table */

/**
 * @param {{ store: import("./table_store.mjs").Store, table: Table, view: import("../core/notation").View | null }} props
 */
export function TableControls({ store, table, view }) {
  const deed = useButtonAction();
  const [open, setOpen] = useState(/** @type {"" | "resign" | "abort" | "help"} */ (""));
  const close = () => setOpen("");
  useEffect(() => {
    /** @param {KeyboardEvent} event */
    const pressed = (event) => {
      if (event.key === "h" && shortcuts.value && isForTheGame(event)) setOpen("help");
    };
    document.addEventListener("keydown", pressed);
    return () => document.removeEventListener("keydown", pressed);
  }, []);
  const seat = table.yourSeat === null ? null : table.seats[table.yourSeat];
  const playing = table.status === "RUNNING" && seat !== null;
  const before = playing && view !== null && view.round === 1 && view.phase === "pick" && !table.tournament;
  const run = (/** @type {(input: { table: string }) => Promise<any>} */ act) => deed.run(() => store.change(act));
  return html`<div class="tools row tight">
    ${playing && seat.level && html`<${Button} kind="primary" size="small" busy=${deed.busy} data-come-back
      onClick=${() => run(async (input) => (await ask("JoinTable", { input })).joinTable)}>${t("play.come_back")}<//>`}
    <${Button} kind="quiet" size="small" onClick=${() => setOpen("help")} data-help>${t("play.help")}<//>
    ${before && html`<${Button} kind="quiet" size="small" onClick=${() => setOpen("abort")} data-abort>${t("play.call_off")}<//>`}
    ${playing && !before && !seat.left && html`<${Button} kind="quiet" size="small" onClick=${() => setOpen("resign")} data-resign>${t("play.resign")}<//>`}
    <${Problem} problem=${deed.problem} />
    <${Confirm} open=${open === "resign"} title=${t("play.resign_sure")} yes=${t("play.resign")} danger confirm="resign" onClose=${close}
      onYes=${() => void run(async (input) => (await ask("ResignTable", { input })).resignTable)}><p>${t("play.resign_what")}</p><//>
    <${Confirm} open=${open === "abort"} title=${t("play.call_off_sure")} yes=${t("play.call_off")} danger confirm="abort" onClose=${close}
      onYes=${() => void run(async (input) => (await ask("AbortTable", { input })).abortTable)}><p>${t("play.call_off_what")}</p><//>
    <${Dialog} open=${open === "help"} title=${t("play.help")} onClose=${close}>
      <p>${t("play.help_how")}</p>
      <dl class="keys">${SHORTCUTS.map(([key, word]) => html`<div key=${word}><dt><kbd>${key}</kbd></dt><dd>${t(`play.key_${word}`)}</dd></div>`)}</dl>
      <${Check} label=${t("play.use_shortcuts")} checked=${shortcuts.value} onChange=${useShortcuts} hint=${t("play.use_shortcuts_hint")} />
    <//>
  </div>`;
}
