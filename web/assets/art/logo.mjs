// The sign of the place: a tower under a crown.
import { html } from "../../core/component.mjs";

/** The sign of the place. */
export function Logo() {
  return html`<svg class="logo" viewBox="0 0 24 24" width="24" height="24" aria-hidden="true">
    <path fill="currentColor" d="M4 22V11h3V8.5h3V11h4V8.5h3V11h3v11h-5.5v-5a2.5 2.5 0 0 0-5 0v5z" />
    <path fill="var(--coin-fill)" stroke="var(--coin-edge)" stroke-width=".6"
      d="M7.5 7 6.2 1.6 9.4 3.7 12 .6l2.6 3.1 3.2-2.1L16.5 7z" />
  </svg>`;
}
