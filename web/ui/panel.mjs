// What belongs together, and figures that stand out.
import { html } from "../core/component.mjs";

/**
 * A panel with an optional heading.
 * @param {{ title?: any, level?: 2 | 3 | 4, aside?: any, class?: string, children?: any, [more: string]: any }} props
 *   `aside`: what stands at the end of the heading's line
 */
export function Panel({ title, level = 2, aside, class: more, children, ...rest }) {
  return html`<section class=${`panel${more ? ` ${more}` : ""}`} ...${rest}>
    ${
      (title || aside) &&
      html`<header class="row apart panel-head">
      ${title && html`<${`h${level}`} class="panel-title">${title}<//>`}${aside}
    </header>`
    }
    ${children}
  </section>`;
}

/**
 * One figure with its name.
 * @param {{ label: any, value: any, more?: any }} props
 */
export function Stat({ label, value, more }) {
  return html`<div class="stat">
    <span class="stat-value">${value}</span>
    <span class="stat-label">${label}</span>
    ${more && html`<span class="stat-more">${more}</span>`}
  </div>`;
}

/**
 * Something wide that scrolls by itself, reachable by the keyboard.
 * @param {{ label: string, children?: any }} props
 */
export function Scroll({ label, children }) {
  return html`<div class="scroll" role="region" aria-label=${label} tabindex="0">${children}</div>`;
}
