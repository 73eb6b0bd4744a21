// What the keys of a replay mean.

/** @typedef {"step" | "turn" | "round" | "end"} Stride */

/**
 * What a key means for the replay, or null.
 * @param {KeyboardEvent} event
 * @returns {{ stride: Stride, way: 1 | -1 } | "play" | null}
 */
export function keyed(event) {
  if (event.defaultPrevented || event.altKey || event.ctrlKey || event.metaKey) return null;
  const target = /** @type {HTMLElement} */ (event.target);
  const slider = target.id === "scrub";
  if (!slider && target.closest("input, select, textarea, dialog, [role=tab], [contenteditable]")) return null;
  const inLog = target.closest(".log, .scroll") !== null;
  switch (event.key) {
    case "ArrowLeft": case "ArrowRight":
      return { stride: event.shiftKey ? "turn" : "step", way: event.key === "ArrowRight" ? 1 : -1 };
    case "ArrowDown": case "ArrowUp": return slider ? { stride: "step", way: event.key === "ArrowUp" ? 1 : -1 } : null;
    case "PageUp": case "PageDown": return inLog ? null : { stride: "round", way: event.key === "PageDown" ? 1 : -1 };
    case "Home": case "End": return inLog ? null : { stride: "end", way: event.key === "End" ? 1 : -1 };
    case " ": return target.closest("button, a, summary") || inLog ? null : "play";
    default: return null;
  }
}
