// What is there for those who ask.
import { html } from "../core/component.mjs";

/**
 * A native disclosure.
 * @param {{ summary: any, open?: boolean, onToggle?: (open: boolean) => void, class?: string, id?: string, children?:
 *   any }} props
 */
export function Disclosure({ summary, open, onToggle, class: more, id, children }) {
  return html`<details
    class=${`disclosure${more ? ` ${more}` : ""}`}
    id=${id}
    open=${open}
    onToggle=${(/** @type {any} */ event) => onToggle?.(event.currentTarget.open)}
  >
    <summary>${summary}</summary>
    <div class="disclosure-body">${children}</div>
  </details>`;
}
