// A word in a pill.
import { html } from "../core/component.mjs";

/**
 * A word in a pill.
 * @param {{ kind?: "plain" | "accent" | "good" | "bad" | "gold", icon?: any, class?: string, children?: any, [more:
 *   string]: any }} props
 */
export function Badge({ kind = "plain", icon, class: more, children, ...rest }) {
  return html`<span class=${`badge ${kind}${more ? ` ${more}` : ""}`} ...${rest}>
    ${icon && html`<span class="icon">${icon}</span>`}${children}
  </span>`;
}
