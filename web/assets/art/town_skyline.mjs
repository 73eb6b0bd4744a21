// The town behind the table.
import { html } from "../../core/component.mjs";

const FAR =
  "M0 60V44h20v-6l9-9 9 9v6h14V30h4v-5h5v5h4v14h30V34l13-10 13 10v10h26V26h3v-4h4v4h5v-4h4v4h3v18h30v-8l8-16 8 16v8h40V38h24v-8h4v8h34V28l11-12 11 12v16h34v-9h18v-5h4v5h20v9h40V31l10-9 10 9v13h26V27h4v-4h4v4h4v-4h4v4h4v17h120v16z";
const NEAR =
  "M0 60V52h34v-9l11-8 11 8v9h48v-6h26v6h40V40l9-14 9 14v12h50v-8l12-9 12 9v8h54v-7h30v7h36V42h4v-4h6v4h5v-4h6v4h4v10h46v-6l12-9 12 9v6h50v-8h24v8h120v8z";
const LIT = "M44 44h3v5h-3zM186 40h3v5h-3zM280 46h3v5h-3zM352 49h3v4h-3zM402 45h3v5h-3zM484 47h3v5h-3zM562 48h3v4h-3z";

/** The town behind the table: decoration. */
export function TownSkyline() {
  return html`<svg class="town" viewBox="0 0 640 60" preserveAspectRatio="xMidYMax slice" aria-hidden="true">
    <path class="far" d=${FAR} /><path class="near" d=${NEAR} /><path class="windows" d=${LIT} />
  </svg>`;
}
