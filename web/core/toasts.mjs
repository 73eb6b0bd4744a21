// Short notices at the edge of the page, read out by screen readers.
import { html, signal } from "./component.mjs";

/** @typedef {{ id: number, text: string, kind: "info" | "good" | "bad" }} Toast */

const shown = signal(/** @type {readonly Toast[]} */ ([]));
let serial = 0;

/**
 * Say something for a while.
 * @param {string} text
 * @param {"info" | "good" | "bad"} [kind]
 */
export function say(text, kind = "info") {
  const id = ++serial;
  shown.value = [...shown.peek().slice(-2), { id, text, kind }];
  setTimeout(() => {
    shown.value = shown.peek().filter((one) => one.id !== id);
  }, 7000);
}

/** The notices. */
export function Toasts() {
  return html`<div class="toasts" role="status" aria-live="polite">
    ${shown.value.map((one) => html`<p key=${one.id} class=${`toast ${one.kind}`}>${one.text}</p>`)}
  </div>`;
}
