// What can be looked at and, where it is offered, pressed: the frame of every card and of every seat's name.
import { html } from "../core/component.mjs";
import { useTip } from "../ui/tip.mjs";

/**
 * What may be done with a thing of the board.
 * @typedef {object} Spot
 * @property {string} [action] a press takes this action: `data-action`
 * @property {string} [opens] a press begins a choice of several steps: `data-opens`
 * @property {string} [refused] an action that the rules do not allow now: `data-refused`
 * @property {any} [reason] why not
 * @property {string} [label] what a press does, in words
 * @property {() => void} [run]
 * @property {boolean} [lit] drawn to the eye, without a press
 */

/**
 * Whether a name has a word that needs narrower letters.
 * @param {string} name
 */
export const long = (name) => name.split(/[\s-]/).some((word) => word.length > 8);

/**
 * A button that shows a tip, or does what is offered and shows the tip on hover, focus, a long press and the key `?`.
 * @param {{
 *   name: string, tip: (reason: any) => any, children?: any, class: string, data?: Record<string, any>, tab?: number,
 *   spot?: Spot, action?: string, opens?: string, refused?: string, reason?: any, label?: string, lit?: boolean,
 *   onPress?: () => void,
 * }} props
 */
export function BoardItem({ name, tip, children, class: words, data = {}, tab, spot = {}, onPress, ...own }) {
  const offer = { ...own, ...spot };
  const run = spot.run ?? onPress;
  const offered = offer.action !== undefined || offer.opens !== undefined;
  const told = useTip(!offered);
  const why = offer.refused !== undefined && offer.reason ? html`<span class="card-why">${offer.reason}</span>` : null;
  const state = offered ? " offered" : offer.refused !== undefined ? " refused" : offer.lit ? " lit" : "";
  return html`<span class="tipped" ...${told.around}>
    <button
      type="button"
      class=${`thing ${words}${state}`}
      tabindex=${offered ? 0 : tab}
      data-action=${offer.action}
      data-opens=${offer.opens}
      data-refused=${offer.refused}
      aria-disabled=${offer.refused !== undefined ? "true" : undefined}
      ...${data}
      ...${told.thing}
      onClick=${(/** @type {Event} */ event) => {
        if (!told.taken(event) && offered) run?.();
      }}
    ><span class="unseen">${offer.label ? `${offer.label} · ${name}` : name}</span><span class="thing-face" aria-hidden="true">${children}</span></button>
    ${told.draw(tip(why))}
  </span>`;
}

/**
 * Many cards, one stop of the Tab key: arrow keys, Home and End move the focus among the things of a list. What can be pressed stays a stop of
 * its own.
 * @param {KeyboardEvent} event
 */
export function moveFocus(event) {
  const list = /** @type {HTMLElement} */ (event.currentTarget);
  const things = /** @type {HTMLElement[]} */ ([...list.querySelectorAll("button.thing")]);
  const at = things.indexOf(/** @type {HTMLElement} */ (event.target));
  if (at < 0) return;
  const to = {
    ArrowRight: at + 1,
    ArrowDown: at + 1,
    ArrowLeft: at - 1,
    ArrowUp: at - 1,
    Home: 0,
    End: things.length - 1,
  }[event.key];
  if (to === undefined) return;
  event.preventDefault();
  things[Math.min(Math.max(0, to), things.length - 1)]?.focus();
}
