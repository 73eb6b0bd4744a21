// What stands before the page until it is answered.
import { html, useEffect, useId, useRef } from "../core/component.mjs";
import { t } from "../i18n/index.mjs";
import { Button } from "./button.mjs";

/**
 * A native dialog: focus goes in and comes back, Escape and the ground behind close it.
 * @param {{
 *   open: boolean,
 *   title: string,
 *   onClose: () => void,
 *   children?: any,
 *   actions?: any,
 *   wide?: boolean,
 *   held?: boolean,
 * }} props `actions`: the buttons below; a way to close is always there, unless it is `held`: then only they close it
 */
export function Dialog({ open, title, onClose, children, actions, wide, held = false }) {
  const box = useRef(/** @type {HTMLDialogElement | null} */ (null));
  const named = useId();
  useEffect(() => {
    const dialog = box.current;
    if (!dialog) return;
    if (open && !dialog.open) dialog.showModal();
    if (!open && dialog.open) dialog.close();
  }, [open]);
  return html`<dialog
    ref=${box}
    class=${`dialog${wide ? " wide" : ""}`}
    aria-labelledby=${named}
    onCancel=${(/** @type {Event} */ event) => held && event.preventDefault()}
    onClose=${() => (held && open ? box.current?.showModal() : onClose())}
    onClick=${(/** @type {MouseEvent} */ event) => {
      if (event.target === box.current && !held) box.current?.close();
    }}
  >
    ${
      open &&
      html`<div class="dialog-inside">
      <header class="row apart">
        <h2 id=${named}>${title}</h2>
        ${!held && html`<button type="button" class="button quiet small square" aria-label=${t("ui.close")}
          onClick=${() => box.current?.close()}>✕</button>`}
      </header>
      <div class="dialog-body">${children}</div>
      ${actions && html`<footer class="row">${actions}</footer>`}
    </div>`
    }
  </dialog>`;
}

/**
 * A question with a yes and a way back, for what cannot be taken back.
 * @param {{ open: boolean, title: string, yes: string, danger?: boolean, confirm?: string, onYes: () => void, onClose:
 *   () => void,
 *   children?: any }} props `confirm`: the value of `data-confirm` on the yes
 */
export function Confirm({ open, title, yes, danger, confirm, onYes, onClose, children }) {
  const actions = html`
    <${Button} onClick=${onClose}>${t("ui.back")}<//>
    <${Button} kind=${danger ? "danger" : "primary"} data-confirm=${confirm} onClick=${() => {
      onYes();
      onClose();
    }}>${yes}<//>
  `;
  return html`<${Dialog} open=${open} title=${title} onClose=${onClose} actions=${actions}>${children}<//>`;
}
