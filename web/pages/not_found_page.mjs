/** The page of an address that is none. */
import { html } from "../core/component.mjs";
import { t } from "../i18n/index.mjs";
import { Button } from "../ui/button.mjs";
import { DuskSkyline } from "../assets/art/dusk_skyline.mjs";

export const words = ["home"];

/** The head's title. */
export function title() {
  return t("home.not_found");
}

/** The page. */
export default function NotFound() {
  return html`<div class="home">
    <section class="home-head home-lost">
      <${DuskSkyline} />
      <div class="home-said">
        <h1>${t("home.not_found")}</h1>
        <p>${t("home.not_found_told")}</p>
        <p class="row"><${Button} kind="primary" href="/">${t("home.not_found_home")}<//><${Button} href="/rules">${t("home.not_found_rules")}<//></p>
      </div>
    </section>
  </div>`;
}
