// What stands around every page: its head with the way to all others, the menu, the sign of the connection, its foot; and how a person likes
// the page, its colours and its motion, which stand on <html>, where the styles read them.
import { writeStored, readStored, onStored } from "./browser_storage.mjs";
import { effect, html, signal, useEffect, useRef } from "./component.mjs";
import { LANGUAGES, language, speak, t } from "../i18n/index.mjs";
import { connection } from "./subscription.mjs";
import { Link, lost, place } from "./router.mjs";
import { account, ensureAccount, forget, revoked } from "./session.mjs";
import { Toasts, say } from "./toasts.mjs";
import { Logo } from "../assets/art/logo.mjs";

/**
 * A preference that is one of a few words.
 * @template {string} T
 * @param {string} name
 * @param {readonly T[]} words the first is what holds where nothing was chosen
 */
function preference(name, words) {
  /** @param {string | null} said */
  const known = (said) => words.find((one) => one === said) ?? words[0];
  const chosen = signal(/** @type {T} */ (known(readStored(name))));
  onStored(name, (said) => (chosen.value = known(said)));
  effect(() => {
    document.documentElement.dataset[name] = chosen.value;
    writeStored(name, chosen.value === words[0] ? null : chosen.value);
  });
  return chosen;
}

/** The colours: as the system has them, light or dark. */
export const theme = preference("theme", /** @type {const} */ (["auto", "light", "dark"]));

/** Motion: as the system wants it, or off. */
export const motion = preference("motion", /** @type {const} */ (["auto", "off"]));

/** The pages that the head leads to. */
const PAGES = /** @type {const} */ ([
  ["/", "core.home"],
  ["/tournaments", "core.tournaments"],
  ["/leaderboard", "core.leaderboard"],
  ["/rules", "core.rules"],
]);

/** The whole page. */
export function Shell() {
  const here = place.value;
  const page = here.page;
  const main = useRef(/** @type {HTMLElement | null} */ (null));
  const first = useRef(true);
  const title = page ? page.title(here.params) : "";
  useEffect(() => {
    document.title = title ? `${title} · Citadels Arena` : "Citadels Arena";
  }, [title]);
  useEffect(() => {
    if (page && first.current) first.current = false;
    else if (page) main.current?.focus({ preventScroll: true });
  }, [here.path]);
  return html`
    <a class="skip" href="#main">${t("core.skip")}</a>
    <${Head} />
    <${Revoked} />
    <main id="main" tabindex="-1" ref=${main} aria-busy=${page === null}>
      ${lost.value ? html`<${Lost} />` : page && html`<${page.default} key=${here.path.split("/").slice(0, 3).join("/")} params=${here.params} query=${here.query} />`}
    </main>
    <${Foot} />
    <${Toasts} />
  `;
}

function Head() {
  return html`<header class="head">
    <a class="brand" href="/"><${Logo} /><span>Citadels Arena</span></a>
    <nav aria-label=${t("core.pages")}>
      ${PAGES.slice(1).map(([href, key]) => html`<${Link} key=${href} href=${href}>${t(key)}<//>`)}
    </nav>
    <${Connection} />
    <${Menu} />
  </header>`;
}

/** The sign of the connection: seen where it is not as it should be. */
function Connection() {
  const state = connection.value;
  return html`<span id="connection" class="connection" data-connection=${state} role="status">
    ${state === "live" ? "" : t(`core.connection_${state}`)}
  </span>`;
}

const open = signal(false);

function Menu() {
  const who = account.value;
  const own = useRef(/** @type {HTMLElement | null} */ (null));
  useEffect(() => {
    if (!open.value) return undefined;
    /** @param {Event} event */
    const close = (event) => {
      if (event instanceof KeyboardEvent ? event.key !== "Escape" : own.current?.contains(/** @type {Node} */ (event.target))) return;
      open.value = false;
      if (event instanceof KeyboardEvent) own.current?.querySelector("button")?.focus();
    };
    document.addEventListener("keydown", close);
    document.addEventListener("pointerdown", close);
    return () => {
      document.removeEventListener("keydown", close);
      document.removeEventListener("pointerdown", close);
    };
  }, [open.value]);
  return html`<div class="menu" ref=${own}>
    <button type="button" class="quiet" aria-expanded=${open.value} aria-controls="menu" onClick=${() => (open.value = !open.value)}>
      <span class="who">${who ? who.name : t("core.menu")}</span><span aria-hidden="true"> ☰</span>
      ${who && html`<span class="unseen">${t("core.menu")}</span>`}
    </button>
    ${open.value && html`<div id="menu" class="sheet">
      <${Choice} label=${t("core.language")} value=${language.value} choose=${speak}
        choices=${Object.entries(LANGUAGES)} />
      <${Choice} label=${t("core.theme")} value=${theme.value} choose=${(/** @type {any} */ one) => (theme.value = one)}
        choices=${["auto", "light", "dark"].map((one) => [one, t(`core.theme_${one}`)])} />
      <${Choice} label=${t("core.motion")} value=${motion.value} choose=${(/** @type {any} */ one) => (motion.value = one)}
        choices=${["auto", "off"].map((one) => [one, t(`core.motion_${one}`)])} />
      <ul onClick=${() => (open.value = false)}>
        ${who && html`<li><a href=${`/players/${who.id}`}>${t("core.profile")}</a></li>`}
        <li><a href="/credentials">${t("core.credentials")}</a></li>
        <li><a href="/docs">REST</a> · <a href="/graphiql">GraphQL</a> · <a href="/schema.graphql">schema.graphql</a></li>
      </ul>
    </div>`}
  </div>`;
}

/**
 * @param {{ label: string, value: string, choices: Array<[string, string]>, choose: (one: any) => void }} props
 */
function Choice({ label, value, choices, choose }) {
  return html`<label class="choice"><span>${label}</span>
    <select value=${value} onChange=${(/** @type {any} */ event) => choose(event.currentTarget.value)}>
      ${choices.map(([one, name]) => html`<option key=${one} value=${one} selected=${one === value}>${name}</option>`)}
    </select>
  </label>`;
}

/** What to do when the credential is no longer good. */
function Revoked() {
  if (!revoked.value) return null;
  const anew = async () => {
    forget();
    await ensureAccount();
    location.reload();
  };
  return html`<div class="banner bad" role="alert" id="revoked">
    <p>${t("core.revoked")}</p>
    <p><a class="button" href="/credentials">${t("core.revoked_enter")}</a>
      <button type="button" onClick=${() => void anew()}>${t("core.revoked_anew")}</button></p>
  </div>`;
}

function Lost() {
  return html`<section class="lost"><h1>${t("core.lost")}</h1>
    <p>${t("core.lost_why")}</p>
    <button type="button" class="primary" onClick=${() => location.reload()}>${t("core.reload")}</button>
  </section>`;
}

function Foot() {
  return html`<footer class="foot"><p>${t("core.independent")}</p></footer>`;
}
