// Every address names its page; a click on a link of ours, the buttons back and forward, and what is likely to go wrong on the way.
import assert from "node:assert/strict";
import test, { beforeEach, mock } from "node:test";

const heard = {};
globalThis.addEventListener = (kind, hear) => (heard[kind] ??= []).push(hear);
globalThis.localStorage = { getItem: () => null, setItem: () => undefined, removeItem: () => undefined };
Object.defineProperty(globalThis, "navigator", { value: { languages: ["en"] }, configurable: true });
/** @type {any[]} The styles that were asked for. */
let styles = [];
let stylesFail = false;
/** @type {(() => void)[] | null} Where it is a list, styles wait in it. */
let held = null;
globalThis.document = {
  documentElement: { dataset: {} }, visibilityState: "visible", createElement: () => ({}), body: {},
  addEventListener: (kind, hear) => (heard[kind] ??= []).push(hear),
  head: {
    append: (link) => {
      assert.equal(link.rel, "stylesheet");
      styles.push(link.href.split("/").pop());
      const come = () => (stylesFail ? link.onerror() : link.onload());
      if (held) held.push(come);
      else come();
    },
  },
};
globalThis.location = new URL("http://arena.example/nowhere?a=1#b");
location.reload = mock.fn();
/** @type {string[]} */
let gone = [];
const go = (kind) => (_state, _title, href) => {
  gone.push(`${kind} ${href}`);
  globalThis.location = Object.assign(new URL(href, location.href), { reload: location.reload });
};
globalThis.history = { pushState: go("push"), replaceState: go("replace") };
globalThis.HTMLAnchorElement = class {};
globalThis.scrollTo = mock.fn();
globalThis.fetch = mock.fn(async () => ({ ok: true, text: async () => "" }));
mock.method(console, "warn", () => undefined);

const { arrive, isOther, listen, lost, navigate, place, setQuery } = await import("../../../../web/core/router.mjs");
const { inviteTo, withInvite } = await import("../../../../web/core/invitation.mjs");
const before = { ...place.value };
listen();

beforeEach(() => {
  [gone, styles, stylesFail, held] = [[], [], false, null];
  scrollTo.mock.resetCalls();
  fetch.mock.resetCalls();
});

/** Click on a link as a browser would; whether the page has taken it over. */
function clicked(href, { link = {}, event = {}, target } = {}) {
  const at = new URL(href, location.href);
  const found = Object.assign(new HTMLAnchorElement(), {
    origin: at.origin, pathname: at.pathname, search: at.search, hash: at.hash, target: "", hasAttribute: () => false, ...link,
  });
  const happened = { preventDefault: mock.fn(), target: target ?? { closest: (wanted) => (assert.equal(wanted, "a[href]"), found) }, ...event };
  heard.click.forEach((hear) => hear(happened));
  return happened.preventDefault.mock.callCount() === 1;
}

test("at first the address is known, and its page is not there yet", () => {
  assert.deepEqual([before.path, before.query.get("a"), before.hash, before.page, before.params], ["/nowhere", "1", "#b", null, {}]);
});

test("a page that cannot be loaded says why, asks for a newer version, and is there when its styles come after all", async () => {
  stylesFail = true;
  await navigate("/rules");
  assert.match(String(lost.value), /the style \w+ could not be loaded/);
  assert.deepEqual(fetch.mock.calls.map((call) => call.arguments), [["/", { cache: "no-store" }]]);
  assert.equal(place.value.page, null);
  stylesFail = false;
  await navigate("/rules");
  assert.deepEqual([lost.value, place.value.path, fetch.mock.callCount()], [null, "/rules", 1]);
  assert.equal(scrollTo.mock.callCount(), 0); // it is the first page
});

test("a page that failed is forgotten where one has gone on meanwhile", async () => {
  stylesFail = true;
  held = [];
  const slow = navigate("/replay/game_1");
  while (!held.length) await new Promise(setImmediate);
  const failing = held;
  [held, stylesFail] = [null, false];
  await navigate("/nowhere");
  stylesFail = true;
  failing.forEach((come) => come());
  await slow;
  assert.deepEqual([lost.value, place.value.path], [null, "/nowhere"]);
});

const PAGES = {
  "/": ["home_page.mjs", {}], "/new": ["new_table_page.mjs", {}], "/table/game_1": ["table_page.mjs", { id: "game_1" }], "/replay/game_1": ["replay_page.mjs", { id: "game_1" }],
  "/replay/game_1/7": ["replay_page.mjs", { id: "game_1", n: "7" }], "/tournaments": ["tournaments_page.mjs", {}], "/tournaments/new": ["new_tournament_page.mjs", {}],
  "/tournaments/tour_1": ["tournament_page.mjs", { id: "tour_1" }], "/leaderboard": ["leaderboard_page.mjs", {}], "/players/a%20b": ["player_page.mjs", { id: "a b" }],
  "/credentials": ["credentials_page.mjs", {}], "/rules": ["rules_page.mjs", {}], "/rules/": ["rules_page.mjs", {}], "/rules/%": ["rules_page.mjs", { id: "%" }],
  "/nowhere": ["not_found_page.mjs", {}], "/rules/a/b": ["not_found_page.mjs", {}], "/table": ["not_found_page.mjs", {}],
};

test("every address shows its page, with what it names", async () => {
  for (const [address, [file, params]] of Object.entries(PAGES)) {
    await navigate(address);
    const page = await import(`../../../../web/pages/${file}`);
    assert.equal(lost.value, null, String(lost.value));
    assert.equal(place.value.page.default, page.default, address);
    assert.deepEqual([place.value.path, place.value.params], [address, params]);
  }
  assert.deepEqual(gone, Object.keys(PAGES).map((address) => `push ${address}`));
});

test("a page begins at its top, another view of the same one stays where it is, and so does a place within it", async () => {
  await navigate("/rules");
  scrollTo.mock.resetCalls();
  await navigate("/leaderboard");
  assert.deepEqual(scrollTo.mock.calls.map((call) => call.arguments), [[0, 0]]);
  await navigate("/leaderboard?page=2");
  await navigate("/rules#S6");
  assert.equal(scrollTo.mock.callCount(), 1);
});

test("the query changes in place, keeps what is not named, and begins with nothing", async () => {
  await navigate("/leaderboard?page=2&size=5#top");
  await setQuery({ page: 3, size: null, who: "é&" });
  assert.deepEqual([gone[1], place.value.query.get("who")], ["replace /leaderboard?page=3&who=%C3%A9%26#top", "é&"]);
  await setQuery({ page: null, who: null }, { replace: false });
  assert.equal(gone[2], "push /leaderboard#top");
});

test("a plain click on a link of ours goes there without loading anew", async () => {
  await navigate("/leaderboard");
  assert.ok(clicked("/rules?find=crown#S6"));
  assert.equal(gone[1], "push /rules?find=crown#S6");
  await arrive();
  assert.deepEqual([place.value.path, place.value.hash], ["/rules", "#S6"]);
});

test("any other click is left to the browser", async () => {
  await navigate("/leaderboard");
  for (const key of ["defaultPrevented", "metaKey", "ctrlKey", "shiftKey", "altKey"]) assert.ok(!clicked("/rules", { event: { [key]: true } }), key);
  assert.ok(!clicked("/rules", { event: { button: 1 } }));
  assert.ok(!clicked("/rules", { link: { target: "_blank" } }));
  assert.ok(!clicked("/rules", { link: { hasAttribute: (name) => name === "download" } }));
  assert.ok(!clicked("http://elsewhere.example/rules"));
  assert.ok(!clicked("/docs"), "an address of the service that is no page");
  assert.ok(!clicked("/leaderboard#top"), "a place on the page where one is");
  assert.ok(!clicked("/rules", { target: { closest: () => null } }));
  assert.ok(!clicked("/rules", { target: {} }), "what lies on the document itself");
  assert.ok(clicked("/leaderboard"), "the page where one is, without a place on it");
  assert.ok(clicked("/leaderboard?page=2#top"), "a place on another view of it");
  assert.equal(gone.length, 3);
});

test("the buttons back and forward show the page of the address", async () => {
  await navigate("/leaderboard");
  globalThis.location = Object.assign(new URL("/rules", location.href), { reload: location.reload });
  heard.popstate.forEach((hear) => hear());
  await arrive();
  assert.equal(place.value.path, "/rules");
});

test("who goes on before a page is there sees the later one, and never the earlier", async () => {
  held = [];
  const slow = navigate("/replay/game_1"); // its styles are on their way
  await new Promise(setImmediate);
  const shown = [];
  const stop = place.subscribe((now) => shown.push(now.path));
  held.forEach((come) => come());
  held = null;
  const later = navigate("/leaderboard");
  await Promise.all([slow, later]);
  stop();
  assert.ok(!shown.slice(1).includes("/replay/game_1"), String(shown));
  assert.equal(place.value.path, "/leaderboard");
});

test("a page has the styles that it names, and asks for none twice", async () => {
  const { styles: wanted } = await import("../../../../web/pages/tournaments_page.mjs");
  await navigate("/tournaments");
  await navigate("/tournaments/new");
  assert.equal(new Set(styles).size, styles.length);
  assert.ok(Array.isArray(wanted) && wanted.length > 0);
});

test("an invitation counts for the table of its address, as long as the page is open", async () => {
  await navigate("/table/game_1#invite=s%26cret");
  assert.equal(inviteTo("game_1"), "s&cret");
  await navigate("/rules");
  assert.equal(inviteTo("game_1"), "s&cret");
  assert.equal(inviteTo("game_2"), undefined);
  assert.equal(inviteTo(undefined), undefined);
  assert.deepEqual([withInvite("s&cret"), withInvite(undefined)], ["#invite=s%26cret", ""]);
});

const text = '<script type="module" src="/web/0123456789abcdef/main.mjs"></script>';

test("a page is of another version if it names other files, and an answer that is no page is of none", () => {
  assert.equal(isOther(text, "/web/0123456789abcdef/"), false);
  assert.equal(isOther(text, "/web/fedcba9876543210/"), true);
  assert.equal(isOther("<h1>Bad gateway</h1>", "/web/fedcba9876543210/"), false);
});
