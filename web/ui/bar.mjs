// Shares and amounts as lengths; the figure always stands beside it.
import { html } from "../core/component.mjs";

/**
 * A length from 0 to 1, with an interval and a mark where there are such.
 * @param {{
 *   value: number, label: string, low?: number, high?: number, mark?: number,
 *   kind?: "accent" | "good" | "bad" | "noble" | "religious" | "trade" | "military" | "unique",
 * }} props `mark`: where a fair share would be; all between 0 and 1; `label` says it in words
 */
export function Bar({ value, label, low, high, mark, kind = "accent" }) {
  const at = (/** @type {number} */ share) => `${(100 * Math.min(1, Math.max(0, share))).toFixed(2)}%`;
  const range = low !== undefined && high !== undefined ? { left: at(low), width: at(high - low) } : null;
  return html`<span class=${`bar ${kind}`} role="img" aria-label=${label}>
    ${range && html`<span class="bar-range" style=${range}></span>`}
    <span class="bar-fill" style=${{ width: at(value) }}></span>
    ${mark !== undefined && html`<span class="bar-mark" style=${{ left: at(mark) }}></span>`}
  </span>`;
}
