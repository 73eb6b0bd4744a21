// The city at dusk behind the head of the first page.
import { html } from "../../core/component.mjs";

const FAR = "M0 150V96h14V84h10v12h26V70l12-16 12 16v26h22V78h8V66h6v12h8v18h30V58h6v-8h6v8h6v-8h6v8h6v38h34V82l16-14 16 14v14h24V60l9-22 9 22v36h38V76h12V64h8v12h12v20h28V52l14-20 14 20v44h30V86h14V74h8v12h14v10h32V62h8V50h6v12h8v34h42V80l14-12 14 12v16h46v54z";
const NEAR = "M0 150v-34h20v-12h8v12h30V92l18-20 18 20v24h26v-16h10V88h8v12h10v16h44V84h8v-8h8v8h8v-8h8v8h8v32h52v-18l20-16 20 16v18h34V76l11-26 11 26v40h40v-20h14V84h8v12h14v20h48V88l16-18 16 18v28h40v-12h10v12h38V96h8v-8h8v8h8v-8h8v8h8v20h40v34z";
const LIGHTS = [
  [72, 98], [80, 110], [140, 106], [196, 96], [214, 106], [300, 108], [318, 104], [372, 84], [372, 100], [440, 104], [512, 96], [528, 106], [604, 104], [636, 108],
];
const STARS = [[40, 20], [96, 34], [150, 14], [232, 26], [296, 12], [344, 30], [408, 18], [470, 8], [560, 28], [618, 14], [664, 36]];

/** Roofs, windows with light in them, a moon. It is decoration only. */
export function DuskSkyline() {
  return html`<svg class="skyline" viewBox="0 0 700 132" aria-hidden="true" focusable="false">
    <circle class="moon" cx="404" cy="34" r="15" />
    ${STARS.map(([x, y]) => html`<circle key=${x} class="star" cx=${x} cy=${y} r="1.1" />`)}
    <path class="far" d=${FAR} />
    <path class="near" d=${NEAR} />
    ${LIGHTS.map(([x, y]) => html`<path key=${`${x}-${y}`} class="light" d=${`M${x} ${y + 6}v-4a2 2 0 0 1 4 0v4z`} />`)}
  </svg>`;
}
