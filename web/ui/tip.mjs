// What a thing says about itself: on hover, on focus, on tap. Escape closes it, and the pointer may rest on it.
// A tip that a press or the key `?` has opened stays, and the Tab key goes into it.
import { html, useEffect, useId, useLayoutEffect, useRef, useState } from "../core/component.mjs";

const WAIT_MS = 220;
const REST_MS = 160;
const HOLD_MS = 420;

/** @type {(() => void) | null} the tip that is open closes when another opens */
let shown = null;

/**
 * Put the tip by its thing, inside the window.
 * @param {HTMLElement} tip
 * @param {Element} by
 */
function place(tip, by) {
  const at = by.getBoundingClientRect();
  const { offsetWidth: width, offsetHeight: height } = tip;
  const gap = 8;
  const left = Math.min(Math.max(gap, at.left + at.width / 2 - width / 2), Math.max(gap, innerWidth - width - gap));
  const above = at.top - height - gap;
  const below = at.bottom + gap;
  const top = above >= gap ? above : Math.max(gap, Math.min(below, innerHeight - height - gap));
  tip.style.left = `${left}px`;
  tip.style.top = `${top}px`;
}

/**
 * The state of a tip and what its thing and its wrapping must carry; for components that draw their own thing.
 * @param {boolean} tapOpens whether a press on the thing opens the tip (else a press means something else, and a long
 *   press opens it)
 */
export function useTip(tapOpens) {
  const [open, setOpen] = useState(/** @type {false | "passing" | "pinned"} */ (false));
  const id = useId();
  const box = useRef(/** @type {HTMLElement | null} */ (null));
  const tip = useRef(/** @type {HTMLElement | null} */ (null));
  const timer = useRef(/** @type {any} */ (0));
  const held = useRef(false);
  const over = useRef(false);

  const close = () => {
    clearTimeout(timer.current);
    setOpen(false);
  };
  const later = (/** @type {number} */ ms, /** @type {false | "passing" | "pinned"} */ to) => {
    clearTimeout(timer.current);
    timer.current = setTimeout(() => setOpen((now) => (now === "pinned" && to !== "pinned" && to ? now : to)), ms);
  };
  useLayoutEffect(() => {
    if (!open || !tip.current || !box.current) return undefined;
    if (shown && shown !== close) shown();
    shown = close;
    const drawn = tip.current;
    const by = box.current;
    if (!drawn.matches(":popover-open")) drawn.showPopover();
    place(drawn, by.firstElementChild ?? by);
    for (const link of drawn.querySelectorAll("a")) link.tabIndex = open === "pinned" ? 0 : -1;
    const away = () => close();
    const key = (/** @type {KeyboardEvent} */ event) => {
      if (event.key !== "Escape") return;
      event.stopPropagation();
      close();
    };
    const outside = (/** @type {Event} */ event) => {
      if (!by.contains(/** @type {Node} */ (event.target))) close();
    };
    addEventListener("keydown", key, true);
    addEventListener("pointerdown", outside, true);
    addEventListener("scroll", away, { passive: true });
    addEventListener("resize", away);
    return () => {
      if (shown === close) shown = null;
      removeEventListener("keydown", key, true);
      removeEventListener("pointerdown", outside, true);
      removeEventListener("scroll", away);
      removeEventListener("resize", away);
    };
  }, [open]);
  useEffect(() => () => clearTimeout(timer.current), []);

  const around = {
    ref: box,
    // What comes under a pointer at rest, as buttons do after a click, says nothing until the pointer moves.
    onPointerMove: (/** @type {PointerEvent} */ event) => {
      if (event.pointerType !== "mouse" || over.current) return;
      over.current = true;
      later(WAIT_MS, "passing");
    },
    onPointerLeave: (/** @type {PointerEvent} */ event) => {
      over.current = false;
      if (event.pointerType === "mouse" && open !== "pinned") later(REST_MS, false);
    },
    onFocusOut: (/** @type {FocusEvent} */ event) => {
      if (!box.current?.contains(/** @type {Node | null} */ (event.relatedTarget))) close();
    },
    onFocusIn: (/** @type {FocusEvent} */ event) => {
      const on = /** @type {Element} */ (event.target);
      if (!tip.current?.contains(on) && on.matches(":focus-visible")) later(0, "passing");
    },
  };
  const thing = {
    "aria-describedby": open ? id : undefined,
    ...(tapOpens ? { "aria-expanded": open ? "true" : "false" } : {}),
    onPointerDown: (/** @type {PointerEvent} */ event) => {
      held.current = false;
      if (event.pointerType === "mouse") return;
      clearTimeout(timer.current);
      timer.current = setTimeout(() => {
        held.current = true;
        setOpen("pinned");
      }, HOLD_MS);
    },
    onPointerUp: (/** @type {PointerEvent} */ event) =>
      event.pointerType !== "mouse" && !held.current && clearTimeout(timer.current),
    onPointerCancel: () => clearTimeout(timer.current),
    onContextMenu: (/** @type {Event} */ event) => held.current && event.preventDefault(),
    onKeyDown: (/** @type {KeyboardEvent} */ event) => {
      if (event.key !== "?") return;
      event.preventDefault();
      event.stopPropagation();
      setOpen("pinned");
    },
  };
  /**
   * Whether this press was for the tip and not for the thing.
   * @param {Event} [event]
   */
  const taken = (event) => {
    if (held.current) {
      held.current = false;
      event?.preventDefault();
      return true;
    }
    if (!tapOpens) {
      clearTimeout(timer.current);
      return false;
    }
    clearTimeout(timer.current);
    setOpen(open === "pinned" ? false : "pinned");
    return true;
  };
  /** @param {any} content */
  const draw = (content) =>
    open
      ? html`<span ref=${tip} id=${id} class="tip" role="tooltip" popover="manual" data-pinned=${open === "pinned"}>
          ${content}
        </span>`
      : null;
  return { open, close, around, thing, taken, draw };
}

/**
 * A thing with a tip. The thing is a button that opens it, unless `bare`: then `children` must hold what takes the
 *   focus.
 * @param {{ tip: any, label?: string, class?: string, bare?: boolean, children?: any }} props `label`: what the button
 *   is called
 *   where its children do not say it
 */
export function Tip({ tip, label, class: more, bare, children }) {
  const told = useTip(!bare);
  return html`<span class=${`tipped${more ? ` ${more}` : ""}`} ...${told.around}>
    ${
      bare
        ? children
        : html`<button type="button" class="tip-thing" aria-label=${label} ...${told.thing} onClick=${told.taken}>
            ${children}
          </button>`
    }
    ${told.draw(tip)}
  </span>`;
}
