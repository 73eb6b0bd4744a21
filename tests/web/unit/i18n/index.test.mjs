// Words are put together as each language wants it: its plurals, its numbers, and what is put in, in an order that keeps who does what to whom.
import assert from "node:assert/strict";
import { readdirSync } from "node:fs";
import test from "node:test";

const heard = {};
/** @type {Map<string, string>} */
const storage = new Map();
Object.defineProperty(globalThis, "navigator", { value: { languages: ["de-DE", "PT-br", "fr"] }, configurable: true });
globalThis.document = { documentElement: {} };
globalThis.addEventListener = (kind, hear) => (heard[kind] = hear);
globalThis.localStorage = { getItem: (name) => storage.get(name) ?? null, setItem: (name, value) => storage.set(name, value), removeItem: (name) => storage.delete(name) };

const { LANGUAGES, ago, day, duration, has, language, loadWords, number, percent, speak, t } = await import("../../../../web/i18n/index.mjs");
const SPOKEN = Object.keys(LANGUAGES);
const FOLDER = new URL("../../../../web/i18n/", import.meta.url);
const AREAS = readdirSync(new URL("en/", FOLDER)).map((file) => file.replace(".mjs", ""));
const words = {};
for (const one of SPOKEN) {
  words[one] = {};
  for (const area of AREAS) for (const [key, text] of Object.entries((await import(new URL(`${one}/${area}.mjs`, FOLDER))).default)) words[one][`${area}.${key}`] = text;
}
const formsOf = (text) => (typeof text === "string" ? { other: text } : text);
/** What is put into a text, in its order. */
const namesIn = (text) => [...text.matchAll(/\{(\w+)\}/g)].map(([, name]) => name);
const plain = (text) => text.replace(/[\u00a0\u202f]/g, " ");

test("the first language of the browser that is known is spoken, until another is chosen in this tab or in another", async () => {
  assert.equal(language.value, "pt");
  assert.equal(document.documentElement.lang, "pt");
  await loadWords(...AREAS);
  await speak("fr");
  assert.deepEqual([language.value, document.documentElement.lang, storage.get("citadels.language")], ["fr", "fr", "fr"]);
  heard.storage({ key: "citadels.other", newValue: "pt" });
  await new Promise(setImmediate);
  assert.equal(language.value, "fr");
  heard.storage({ key: "citadels.language", newValue: "pt" });
  await new Promise(setImmediate);
  assert.equal(language.value, "pt");
});

test("every form of every text is put together with nothing left open, in each language", async () => {
  for (const one of SPOKEN) {
    await speak(one);
    for (const [key, text] of Object.entries(words[one])) {
      const forms = formsOf(text);
      const names = new Set(Object.values(words).flatMap((each) => Object.values(formsOf(each[key])).flatMap(namesIn)));
      for (const n of [0, 1, 2, 5, 21, 1_000_000]) {
        const said = t(key, { ...Object.fromEntries([...names].map((name) => [name, `<${name}>`])), n });
        const form = typeof text === "string" ? text : forms[new Intl.PluralRules(one).select(n)] ?? forms.other;
        const wanted = form.replace(/\{(\w+)\}/g, (_, name) => (name === "n" ? new Intl.NumberFormat(one).format(n) : `<${name}>`));
        assert.equal(said, wanted, `${one} ${key} ${n}`);
      }
    }
  }
});

test("a text has the plurals of its language and no other, and its last form names all that any form of any language names", () => {
  let plurals = 0;
  for (const one of SPOKEN) {
    const categories = new Intl.PluralRules(one).resolvedOptions().pluralCategories;
    for (const [key, text] of Object.entries(words[one])) {
      if (typeof text === "string") continue;
      plurals++;
      assert.ok("one" in text && "other" in text, `${one} ${key}`);
      for (const form of Object.keys(text)) assert.ok(categories.includes(form), `${one} ${key} ${form}`);
      for (const form of Object.values(text)) for (const name of namesIn(form)) assert.ok(namesIn(text.other).includes(name), `${one} ${key}: ${form}`);
    }
  }
  assert.ok(plurals > 200, String(plurals));
});

test("nothing is one thing in French and Portuguese, and several in English; a missing form is the last", async () => {
  const said = [];
  for (const one of SPOKEN) {
    await speak(one);
    for (const n of [0, 1, 2, 1_000_000]) said.push(plain(t("log.gold", { n })));
  }
  assert.deepEqual(said, [
    "0 gold", "1 gold", "2 gold", "1,000,000 gold",
    "0 pièce d’or", "1 pièce d’or", "2 pièces d’or", "1 000 000 pièces d’or",
    words.pt["log.gold"].one.replace("{n}", "0"), words.pt["log.gold"].one.replace("{n}", "1"), words.pt["log.gold"].other.replace("{n}", "2"),
    words.pt["log.gold"].other.replace("{n}", "1.000.000"),
  ]);
});

test("a share is written as the language writes it", async () => {
  const said = [];
  for (const one of SPOKEN) {
    await speak(one);
    said.push([percent(0.256), percent(0.5, 1), percent(0.99949, 1), percent(1), number(1234.5), number(-3)].map(plain));
  }
  assert.deepEqual(said, [
    ["26%", "50.0%", "99.9%", "100%", "1,234.5", "-3"],
    ["26 %", "50,0 %", "99,9 %", "100 %", "1 234,5", "-3"],
    ["26%", "50,0%", "99,9%", "100%", "1.234,5", "-3"],
  ]);
});

test("what is put in is put in as it is, a number as the language writes it, and what is not given stays open", async () => {
  await speak("en");
  assert.equal(t("log.crown", { who: "{other}", other: "$&" }), "{other} receives the crown from $&");
  assert.equal(t("log.crown", { who: 1234 }), "1,234 receives the crown from {other}");
  assert.equal(t("log.crown", { who: 0, other: "" }), "0 receives the crown from ");
  assert.equal(t("log.crown"), words.en["log.crown"]);
  assert.deepEqual([has("log.crown"), has("log.nothing at all"), has("nowhere.crown")], [true, false, false]);
});

/** Where a language puts things in another order than English does, by its grammar: what it says when Ana does it to, or has it of, Bo. */
const TURNED = {
  "fr log.owned": "cité d’Ana", "pt log.owned": "cité d’Ana",
  "fr log.crown": "Bo cède la couronne à Ana",
  "fr log.give": "Ana donne cité à Bo", "pt log.give": "Ana dá cité a Bo",
  "fr log.giveYou": "Vous donnez cité à Bo", "pt log.giveYou": "Você dá cité a Bo",
  "fr log.move": "Ana remet cité à Bo", "pt log.move": "Ana entrega cité a Bo",
  "fr log.moveYou": "Vous remettez cité à Bo", "pt log.moveYou": "Você entrega cité a Bo",
  "fr log.doGiveTo": "Donner cité à Bo", "pt log.doGiveTo": "Dar cité a Bo",
};

test("every language names things in the order of English, but where its grammar turns them and the sentence is known", async () => {
  const given = { who: "Ana", other: "Bo", what: "cité", card: "cité", of: "d’Ana" };
  let several = 0;
  for (const one of SPOKEN) {
    await speak(one);
    for (const [key, text] of Object.entries(words[one])) {
      for (const form of Object.values(formsOf(text))) {
        const order = namesIn(form), wanted = namesIn(formsOf(words.en[key]).other).filter((name) => order.includes(name));
        several += Number(order.length > 1);
        const turned = TURNED[`${one} ${key}`];
        if (turned) assert.equal(t(key, given), turned);
        else assert.deepEqual(order, wanted, `${one} ${key}: ${form}`);
      }
    }
  }
  assert.ok(several > 300, String(several));
});

test("the English sentences name who does it before whom it is done to, where they say both", () => {
  const both = Object.entries(words.en).map(([key, text]) => [key, namesIn(formsOf(text).other)]).filter(([, order]) => order.includes("who") && order.includes("other"));
  assert.ok(both.length >= 6, String(both.length));
  for (const [key, order] of both) assert.ok(order.indexOf("who") < order.indexOf("other"), key);
});

test("how long ago, how long and on which day", async () => {
  await speak("en");
  const now = Date.UTC(2026, 0, 31, 12);
  const S = 1000, MIN = 60 * S, H = 60 * MIN, D = 24 * H;
  assert.deepEqual(
    [0, -59 * S, -60 * S, 90 * S, -59 * MIN, -60 * MIN, -23 * H, -24 * H, 29 * D, -30 * D, -365 * D].map((off) => ago(now + off, now)),
    ["now", "59 seconds ago", "1 minute ago", "in 2 minutes", "59 minutes ago", "1 hour ago", "23 hours ago", "yesterday", "in 29 days", "last month", "last year"],
  );
  assert.deepEqual([-5, 0, 1, 59_000, 59_001, 3_599_000, 3_600_000, 36_061_000].map(duration), ["0:00", "0:00", "0:01", "0:59", "1:00", "59:59", "1:00:00", "10:01:01"]);
  assert.equal(day("2026-01-31"), "Jan 31, 2026");
});
