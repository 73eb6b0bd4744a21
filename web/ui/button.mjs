// What is pressed.
import { html } from "../core/component.mjs";

/**
 * A button, or a link that looks like one where `href` is given. Other properties (data-*, aria-*, onClick, ref) go to
 *   the element.
 * @param {{
 *   kind?: "primary" | "plain" | "quiet" | "danger",
 *   size?: "small" | "normal" | "big",
 *   icon?: any,
 *   href?: string,
 *   busy?: boolean,
 *   refused?: string,
 *   class?: string,
 *   children?: any,
 *   [more: string]: any,
 * }} props `busy`: work is under way, presses do nothing; `refused`: why it cannot be pressed now (it stays reachable)
 */
export function Button({
  kind = "plain",
  size = "normal",
  icon,
  href,
  busy,
  refused,
  class: more,
  children,
  onClick,
  ...rest
}) {
  const words = `button ${kind} ${size}${busy ? " busy" : ""}${more ? ` ${more}` : ""}`;
  const inside = html`${icon && html`<span class="icon">${icon}</span>`}${children}`;
  if (href !== undefined) return html`<a class=${words} href=${href} onClick=${onClick} ...${rest}>${inside}</a>`;
  const held = busy || refused;
  return html`<button
    type="button"
    class=${words}
    aria-disabled=${held ? "true" : undefined}
    aria-busy=${busy ? "true" : undefined}
    data-refused=${refused || undefined}
    title=${refused || undefined}
    ...${rest}
    onClick=${(/** @type {Event} */ event) => {
      if (held) event.preventDefault();
      else onClick?.(event);
    }}
  >${inside}</button>`;
}
