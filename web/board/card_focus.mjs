// Many cards, one stop of the Tab key: arrows go from card to card. What can be pressed stays a stop of its own.

/**
 * Arrow keys, Home and End move the focus among the things of a list.
 * @param {KeyboardEvent} event
 */
export function rove(event) {
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
