// Every decision, offer, step and action of the recorded decisions has words in all three languages.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import test from "node:test";

import { readAction } from "../../../../../web/play/decision/action.mjs";
import { leftToDo, offersOf } from "../../../../../web/play/decision/offers.mjs";
import { tellAction, tellDecision, tellOffer, tellStep, tellStill, turnOf } from "../../../../../web/play/decision/decision_text.mjs";
import { actionText, decisionText } from "../../../../../web/board/log/action_text.mjs";
import { naming } from "../../../../../web/board/log/grammar.mjs";

const { cards, decisions } = JSON.parse(readFileSync(new URL("../../support/play_decisions.json", import.meta.url), "utf8"));

/** The words of a language, as `t` has them; what is missing is a failure. */
async function tongueOf(language) {
  const areas = {};
  for (const area of ["play", "log"]) areas[area] = (await import(`../../../../../web/i18n/${language}/${area}.mjs`)).default;
  const t = (area) => (key, params = {}) => {
    const found = areas[area][key];
    assert.ok(found !== undefined, `${language}: no words for ${area}.${key}`);
    const text = typeof found === "string" ? found : found[new Intl.PluralRules(language).select(Number(params.n ?? 0))] ?? found.other;
    return text.replace(/\{(\w+)\}/g, (whole, name) => (params[name] === undefined ? whole : String(params[name])));
  };
  return { language, play: t("play"), log: t("log") };
}

function speechFor(tongue, { position, viewer, prices }) {
  const names = position.seats.map((_, at) => `N${at}`);
  const listener = { names, viewer, cards: null };
  const spoken = { language: tongue.language, t: tongue.log };
  const by = naming(spoken, listener);
  return {
    t: tongue.play,
    deed: (text) => actionText(spoken, text, listener),
    waiting: () => decisionText(spoken, position.decision.kind, position.decision.seat, listener),
    name: (seat) => names[seat],
    title: by.title,
    the: by.the,
    owned: by.owned,
    card: (id) => cards[position.edition][id],
    prices: new Map(position.decision.actions.map((text) => [text, prices[text] ?? 0])),
    view: position,
    viewer,
  };
}

/** A text that a person can read: nothing missing, nothing left open. */
function readable(text, about) {
  assert.ok(typeof text === "string" && text.length > 0, about);
  assert.doesNotMatch(text, /undefined|null|NaN|[{}]|\[object/, about);
}

for (const language of ["en", "fr", "pt"]) {
  test(`every decision is told in ${language}`, async () => {
    const tongue = await tongueOf(language);
    for (const one of decisions) {
      const about = `${language} ${one.position.edition} ${one.position.decision.kind} n=${one.position.n}`;
      const speech = speechFor(tongue, one);
      const told = tellDecision(speech);
      readable(told.title, about);
      readable(told.hint, about);
      readable(tellDecision({ ...speech, viewer: null }).title, about);
      for (const text of one.position.decision.actions) readable(tellAction(readAction(text), speech), `${about}: ${text}`);
      const walk = (steps) => {
        const last = steps[steps.length - 1];
        readable(tellOffer(last, speech), `${about}: ${last.key}`);
        if (last.then.length) readable(tellStep(steps, speech), `${about}: ${last.key}`);
        for (const next of last.then.slice(0, 4)) walk([...steps, next]);
      };
      const offers = offersOf(one.position.decision);
      for (const root of [...offers.panel, ...offers.bar]) walk([root]);
      const left = leftToDo(offers);
      if (left.length) readable(tellStill(left, "e", speech), `${about}: what is left`);
    }
  });
}

test("sentences name who and what", async () => {
  const tongue = await tongueOf("en");
  const named = (kind) => decisions.find((one) => one.position.decision.kind === kind);
  const told = (one) => tellDecision(speechFor(tongue, one));
  const pay = named("warrant");
  assert.match(told(pay).title, new RegExp(`N${turnOf(pay.position)} builds`));
  assert.match(told(named("take")).title, new RegExp(`N${named("take").position.decision.from}`));
  assert.match(told(named("threat")).title, new RegExp(`N${named("threat").position.threats.by}`));
  const turn = named("turn");
  assert.match(told(turn).title, /^You are/);
});

test("labels on buttons tell the price that the service gives", async () => {
  const tongue = await tongueOf("en");
  const one = decisions.find(({ prices }) => Object.keys(prices).some((text) => text.startsWith("destroy")));
  const text = Object.keys(one.prices).find((key) => key.startsWith("destroy"));
  const label = (price) => tellAction(readAction(text), { ...speechFor(tongue, one), prices: new Map(price === undefined ? [] : [[text, price]]) });
  assert.match(label(one.prices[text]), new RegExp(`· ${one.prices[text]} gold$`));
  assert.match(label(17), /· 17 gold$/);
  assert.match(label(0), /· 0 gold$/);
  assert.doesNotMatch(label(), /gold/);
});

test("a card that cannot be built now is labelled with the cost printed on it", async () => {
  const tongue = await tongueOf("en");
  const one = decisions.find(({ position }) => position.edition === "modern" && position.seats.some((seat) => seat.city.includes("factory")));
  const speech = { ...speechFor(tongue, one), prices: new Map() };
  assert.match(tellAction(readAction("build library"), speech), new RegExp(`· ${cards.modern.library.cost} gold$`));
  assert.doesNotMatch(tellAction(readAction("build library"), { ...speech, prices: new Map([["build library", 5]]) }), /· 6/);
});

test("what is left to do is named before the turn ends", async () => {
  const tongue = await tongueOf("en");
  const one = decisions.find(({ position }) => position.decision.kind === "turn" && position.edition === "modern");
  const speech = speechFor(tongue, one);
  const left = (actions) => leftToDo(offersOf({ ...one.position.decision, actions }));
  assert.equal(
    tellStill(left(["end", "build castle", "build temple", "smithy"]), "e", speech),
    `You can still build: ${speech.title("castle")}, ${speech.title("temple")}. Not done yet: ${tellAction(readAction("smithy"), speech)}. Press e again to end your turn.`,
  );
  assert.equal(tellStill(left(["end", "rob king"]), "e", speech), "Not done yet: Rob. Press e again to end your turn.");
});

test("the classic Witch is told that she names or ends, in every language", async () => {
  const found = decisions.filter(({ position: { edition, turn, decision } }) => edition === "classic" && decision.kind === "turn"
    && turn.character === "witch" && turn.gathered && !turn.resumed);
  assert.ok(found.length > 0);
  for (const language of ["en", "fr", "pt"]) {
    const tongue = await tongueOf(language);
    for (const one of found) {
      const verbs = new Set(one.position.decision.actions.map((text) => text.split(" ")[0]));
      assert.deepEqual([...verbs].sort(), ["bewitch", "end"]);
      assert.equal(tellDecision(speechFor(tongue, one)).hint, tongue.play("turn_bewitch_or_end"));
    }
  }
});

test("an exchange asks for a district of one's own first, then for one of somebody else's, in every language", async () => {
  const one = decisions.find(({ position: { decision } }) => decision.actions.some((text) => text.startsWith("exchange")));
  const offers = offersOf(one.position.decision);
  const verb = offers.bar.find((each) => each.token === "verb:exchange");
  for (const language of ["en", "fr", "pt"]) {
    const tongue = await tongueOf(language);
    const speech = { ...speechFor(tongue, one), viewer: one.position.decision.seat };
    const own = tellStep([verb], speech), other = tellStep([verb, verb.then[0]], speech);
    const told = (key, act) => tongue.play(key, { district: speech.the(act.district), name: speech.name(act.seat) });
    assert.equal(own, told("ask_exchange_own", verb.first));
    assert.equal(other, told("ask_exchange_other", verb.then[0].first));
    assert.notEqual(own, other);
  }
});
