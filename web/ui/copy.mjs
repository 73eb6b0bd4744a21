// What is to be taken elsewhere.
import { html, useEffect, useRef, useState } from "../core/component.mjs";
import { t } from "../i18n/index.mjs";

/**
 * A text with a button that copies it; the text can be selected as well.
 * @param {{ text: string, label?: string, secret?: boolean, short?: boolean }} props `label`: what it is, for the
 *   button's name;
 *   `secret`: shown as dots until copied or asked for; `short`: only the button
 */
export function Copy({ text, label, secret, short }) {
  const [done, setDone] = useState(false);
  const [open, setOpen] = useState(!secret);
  const timer = useRef(/** @type {any} */ (0));
  useEffect(() => () => clearTimeout(timer.current), []);
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(text);
      setDone(true);
      timer.current = setTimeout(() => setDone(false), 2000);
    } catch {
      setOpen(true);
    }
  };
  return html`<span class="copy">
    ${!short && html`<code class="copy-text">${open ? text : "•".repeat(Math.min(24, text.length))}</code>`}
    ${
      !short &&
      secret &&
      html`<button type="button" class="button quiet small" aria-pressed=${open ? "true" : "false"} 
        onClick=${() => setOpen(!open)}>
      ${open ? t("ui.hide") : t("ui.show")}
    </button>`
    }
    <button type="button" class="button plain small" onClick=${copy}>
      ${done ? t("ui.copied") : t("ui.copy")}${label && html`<span class="hidden"> ${label}</span>`}
    </button>
    <span class="hidden" role="status">${done ? t("ui.copied") : ""}</span>
  </span>`;
}
