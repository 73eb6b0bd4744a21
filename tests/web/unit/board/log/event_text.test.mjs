// Every event, action and decision has its sentence in three languages, and a sentence tells no more than the viewer knows.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import test from "node:test";

import { DECISIONS, VERBS, actionText, decisionText, scoreText } from "../../../../../web/board/log/action_text.mjs";
import { KINDS, flat, eventText } from "../../../../../web/board/log/event_text.mjs";

const LANGUAGES = ["en", "fr", "pt"];
const read = (name) => JSON.parse(readFileSync(new URL(`../../support/${name}`, import.meta.url), "utf8"));
const { titles, told } = read("told_events.json");
const { decisions } = read("play_decisions.json");
const names = ["Ann", "Bob", "Óscar", "dee", "Eve", "Ian", "Uma", "Zoé"];
const words = {};
for (const language of LANGUAGES) words[language] = (await import(`../../../../../web/i18n/${language}/log.mjs`)).default;

/** The words as the page puts them in, but what is missing is a failure. */
function tongue(language) {
  const plurals = new Intl.PluralRules(language);
  return {
    language,
    t(key, params = {}) {
      const found = words[language][key];
      assert.ok(found !== undefined, `${language}: no words for ${key}`);
      const text = typeof found === "string" ? found : (found[plurals.select(params.n)] ?? found.other);
      return text.replace(/\{(\w+)\}/g, (_, name) => {
        assert.ok(params[name] !== undefined && params[name] !== null, `${language}: ${key} lacks ${name}`);
        return String(params[name]);
      });
    },
  };
}

/** The catalogue as the page has it: a card that is not in it goes by its id. */
const catalogue = (edition, language) => {
  const known = titles[edition][language];
  return { character: (id) => ({ name: known[id] ?? id }), district: (id) => ({ name: known[id] ?? id }) };
};
const listener = (edition, language, viewer) => ({ names, viewer, cards: catalogue(edition, language) });

function sound(text, about) {
  assert.ok(text.length > 3, about);
  assert.doesNotMatch(text, /undefined|null|NaN|\[object|[{}_]/, `${text} (${about})`);
  assert.doesNotMatch(text, / {2}| ,|\.\./, `${text} (${about})`);
}

for (const language of LANGUAGES) {
  test(`every event of both editions is told in ${language}, to whoever looks`, () => {
    for (const { edition, viewer, event } of told) {
      const text = eventText(tongue(language), event, listener(edition, language, viewer));
      sound(text, JSON.stringify(event));
      assert.match(text, /\.$/);
      assert.notEqual(text, `${words[language].unknownEvent}.`);
    }
  });

  test(`every action and every decision has words in ${language}`, () => {
    for (const { viewer, position } of decisions) {
      for (const text of position.decision.actions) {
        const said = actionText(tongue(language), text, listener(position.edition, language, viewer));
        sound(said, text);
        assert.notEqual(said, text);
      }
      const to = listener(position.edition, language, viewer);
      sound(decisionText(tongue(language), position.decision.kind, viewer, to), position.decision.kind);
      sound(decisionText(tongue(language), position.decision.kind, viewer, { ...to, viewer: null }), position.decision.kind);
    }
  });

  test(`what a table tells beside the game is told in ${language}`, () => {
    const facts = { n: 3, what: "turn", ms: 30000, places: [[1], [0, 2]], totals: [20, 31, 20], left: [], name: "Ann", why: "idle" };
    const game = new Set(told.map((one) => one.event.kind));
    for (const kind of KINDS.filter((one) => !game.has(one))) {
      for (const viewer of [null, 1]) {
        sound(eventText(tongue(language), { kind, seat: 1, facts: { json: facts } }, listener("modern", language, viewer)), kind);
      }
    }
    sound(eventText(tongue(language), { kind: "later" }, listener("modern", language, null)), "an event of a later release");
  });
}

test("the events recorded are of every kind that a game has, and the actions of every verb", () => {
  const table = [
    "created", "invitation", "reserved", "declined", "join", "get_up", "start", "ask", "timeout", "takeover", "return", "resign",
    "forfeit", "aborted", "rematch", "end",
  ];
  const kinds = new Set(told.map((one) => one.event.kind));
  assert.deepEqual(KINDS.filter((kind) => !kinds.has(kind)).sort(), table.sort());
  const verbs = new Set(decisions.flatMap((one) => one.position.decision.actions.map((text) => text.split(" ")[0])));
  assert.deepEqual([...verbs].filter((verb) => !VERBS.includes(verb)), []);
  assert.deepEqual([...new Set(decisions.map((one) => one.position.decision.kind))].sort(), [...DECISIONS].sort());
});

test("articles, owners and plurals are those of the language", () => {
  const say = (language, event, viewer = null) => eventText(tongue(language), event, listener("modern", language, viewer));
  const build = { kind: "build", seat: 0, district: "church", do: "build church" };
  assert.equal(say("en", build), "Ann builds the Church.");
  assert.equal(say("fr", build), "Ann bâtit l’Église.");
  assert.equal(say("fr", build, 0), "Vous bâtissez l’Église.");
  assert.equal(say("pt", build), "Ann constrói a Igreja.");
  const destroy = { kind: "destroy", seat: 2, district: "castle+", why: "warlord" };
  assert.equal(say("en", destroy, 2), "The Warlord destroys your Castle (beautified).");
  assert.equal(say("fr", destroy), "Le Condottiere détruit le Château avec ornement d’Óscar.");
  assert.equal(say("pt", destroy), "O Senhor da Guerra destrói o Castelo com ornamento de Óscar.");
  assert.equal(say("fr", { kind: "seize", seat: 0, of: 1, district: "stables" }), "Ann saisit les Écuries de Bob.");
  assert.equal(say("en", { kind: "draw", seat: 0, count: 1, from: "draw" }), "Ann draws 1 card.");
  assert.equal(say("pt", { kind: "draw", seat: 0, count: 2, from: "draw", districts: ["temple", "docks"] }, 0),
    "Você compra 2 cartas: Templo, Docas.");
  assert.equal(say("fr", { kind: "lose", seat: 0, to: 1, gold: 1, why: "tax" }, 1), "Ann vous donne 1 pièce d’or (taxe).");
});

test("a sentence for who does not know a card does not name it", () => {
  for (const { edition, viewer, event } of told.filter((one) => one.viewer === null)) {
    const public_ids = new Set(JSON.stringify(event).match(/[a-z_]+/g));
    const text = eventText(tongue("en"), event, { names: names.map((_, seat) => `P${seat}`), viewer, cards: null });
    for (const id of Object.keys(titles[edition].en)) {
      const title = id.charAt(0).toUpperCase() + id.slice(1).replaceAll("_", " ");
      const fixed = ["theater", "bell_tower", "lighthouse", "hospital", "graveyard", "museum", "framework", "emperor", "cardinal", "scholar"];
      if (!public_ids.has(id) && !fixed.includes(id)) assert.ok(!text.includes(title), `${text} names ${id}`);
    }
  }
});

test("facts of GraphQL and of REST are told alike", () => {
  const rest = { kind: "gain", seat: 1, gold: 2, why: "gather" };
  assert.deepEqual(flat({ number: 7, kind: "gain", seat: 1, facts: { json: { gold: 2, why: "gather" } } }), rest);
});

test("score lines are named by what they are for", () => {
  assert.equal(scoreText(tongue("fr"), "five_types", null), "Les cinq types");
  assert.equal(scoreText(tongue("pt"), "wishing_well", catalogue("modern", "pt")), "Poço dos Desejos");
});
