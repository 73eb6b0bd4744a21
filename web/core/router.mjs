// Addresses: each names a page, and its module is loaded when it is first gone to.
import { html, signal } from "./component.mjs";
import { loadWords } from "../i18n/index.mjs";

/**
 * @typedef {object} PageProps
 * @property {Record<string, string>} params
 * @property {URLSearchParams} query
 */
/**
 * @typedef {object} PageModule
 * @property {(props: PageProps) => any} default
 * @property {(params: Record<string, string>) => string} title
 * @property {readonly string[]} words
 * @property {readonly string[]} [styles] files of `assets/styles/` beside those that every page has
 */
/** @typedef {{ path: string, params: Record<string, string>, query: URLSearchParams, hash: string, page: PageModule | null }} Place */

/** @type {ReadonlyArray<readonly [string, () => Promise<any>]>} */
const ROUTES = [
  ["/", () => import("../pages/home_page.mjs")],
  ["/new", () => import("../pages/new_table_page.mjs")],
  ["/table/:id", () => import("../pages/table_page.mjs")],
  ["/replay/:id", () => import("../pages/replay_page.mjs")],
  ["/replay/:id/:n", () => import("../pages/replay_page.mjs")],
  ["/tournaments", () => import("../pages/tournaments_page.mjs")],
  ["/tournaments/new", () => import("../pages/new_tournament_page.mjs")],
  ["/tournaments/:id", () => import("../pages/tournament_page.mjs")],
  ["/leaderboard", () => import("../pages/leaderboard_page.mjs")],
  ["/players/:id", () => import("../pages/player_page.mjs")],
  ["/credentials", () => import("../pages/credentials_page.mjs")],
  ["/rules", () => import("../pages/rules_page.mjs")],
  ["/rules/:id", () => import("../pages/rules_page.mjs")],
];
const NOWHERE = () => import("../pages/not_found_page.mjs");

/**
 * The route of a path, and what its parts name.
 * @param {string} path
 */
function routeOf(path) {
  const parts = path.split("/").filter(Boolean);
  for (const [pattern, load] of ROUTES) {
    const wanted = pattern.split("/").filter(Boolean);
    if (wanted.length !== parts.length) continue;
    /** @type {Record<string, string>} */
    const params = {};
    const fits = wanted.every((part, at) => {
      if (!part.startsWith(":")) return part === parts[at];
      params[part.slice(1)] = decode(parts[at]);
      return true;
    });
    if (fits) return { load, params };
  }
  return { load: NOWHERE, params: {} };
}

/** @param {string} part */
function decode(part) {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}

/** Where we are; `page` is null until the first page is there. */
export const place = signal(
  /** @type {Place} */ ({ path: location.pathname, params: {}, query: new URLSearchParams(location.search), hash: location.hash, page: null }),
);

/** Why a page could not be loaded, or null. */
export const lost = signal(/** @type {unknown} */ (null));

/** @type {Map<string, Promise<void>>} */
const styles = new Map();

/**
 * Have a file of `assets/styles/` on the page.
 * @param {string} name
 */
function loadStyle(name) {
  let coming = styles.get(name);
  if (!coming) {
    coming = new Promise((done, failed) => {
      const link = document.createElement("link");
      link.rel = "stylesheet";
      link.href = new URL(`../assets/styles/${name}.css`, import.meta.url).href;
      link.onload = () => done();
      link.onerror = () => failed(new Error(`the style ${name} could not be loaded`));
      document.head.append(link);
    });
    coming.catch(() => styles.delete(name));
    styles.set(name, coming);
  }
  return coming;
}

let going = 0;

/** Show the page of the address as it stands. */
export async function arrive() {
  const turn = ++going;
  const { pathname: path, search, hash } = location;
  const { load, params } = routeOf(path);
  try {
    /** @type {PageModule} */
    const page = await load();
    await Promise.all([loadWords(...page.words), ...(page.styles ?? []).map(loadStyle)]);
    if (turn !== going) return;
    const elsewhere = place.peek().path !== path && place.peek().page !== null;
    lost.value = null;
    place.value = { path, params, query: new URLSearchParams(search), hash, page };
    if (elsewhere && page !== undefined && !hash) scrollTo(0, 0);
  } catch (error) {
    console.warn("the page could not be loaded", error);
    if (turn === going) lost.value = error;
    await renew();
  }
}

/**
 * Go to an address of this page.
 * @param {string} href
 * @param {{ replace?: boolean }} [options]
 */
export function navigate(href, { replace = false } = {}) {
  if (replace) history.replaceState(null, "", href);
  else history.pushState(null, "", href);
  return arrive();
}

/**
 * Name something else in the query of the address; null takes it out.
 * @param {Record<string, string | number | null>} changed
 * @param {{ replace?: boolean }} [options]
 */
export function setQuery(changed, { replace = true } = {}) {
  const query = new URLSearchParams(location.search);
  for (const [name, value] of Object.entries(changed)) {
    if (value === null) query.delete(name);
    else query.set(name, String(value));
  }
  const said = query.toString();
  return navigate(`${location.pathname}${said ? `?${said}` : ""}${location.hash}`, { replace });
}

/**
 * A link to an address of this page; any `<a href="/...">` to one of its addresses works as well.
 * @param {{ href: string, children?: any, [attribute: string]: any }} props
 */
export function Link({ href, children, ...rest }) {
  const here = place.value.path === href ? "page" : undefined;
  return html`<a href=${href} aria-current=${here} ...${rest}>${children}</a>`;
}

/** Take over clicks on links to our own addresses, and the buttons back and forward. */
export function listen() {
  addEventListener("popstate", () => void arrive());
  document.addEventListener("click", (event) => {
    if (event.defaultPrevented || event.button || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
    const link = /** @type {Element} */ (event.target).closest?.("a[href]");
    if (!(link instanceof HTMLAnchorElement) || link.target || link.hasAttribute("download")) return;
    if (link.origin !== location.origin || routeOf(link.pathname).load === NOWHERE) return;
    if (link.pathname === location.pathname && link.search === location.search && link.hash) return;
    event.preventDefault();
    void navigate(link.pathname + link.search + link.hash);
  });
}

// A page that was left open while the service got a new one: its files are no longer there, so it loads itself anew.

/**
 * Whether a page's text is of another version than the files under a base.
 * @param {string} text
 * @param {string} base such as `/web/0123456789abcdef/`
 */
export const isOther = (text, base) => /\/web\/[\w-]+\/main\.mjs/.test(text) && !text.includes(`${base}main.mjs`);

/** Load the page anew, if the service has another one by now; else, and while it cannot be asked, nothing happens. */
async function renew() {
  try {
    const answer = await fetch("/", { cache: "no-store" });
    const base = new URL("../", import.meta.url).pathname;
    if (answer.ok && isOther(await answer.text(), base)) location.reload();
  } catch {
    // the service is away
  }
}
