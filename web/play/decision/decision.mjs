// The decision: what it is in words, the cards and steps to choose from, one's hand, and the bar of verbs. It stands where the thumb is.
import { html, useEffect, useLayoutEffect, useRef, useState } from "../../core/component.mjs";
import { t } from "../../i18n/index.mjs";
import { loadRules } from "../../rulebook/index.mjs";
import { Button, Disclosure, Problem } from "../../ui/index.mjs";
import { readAction } from "./action.mjs";
import { whyNot } from "../table_store.mjs";
import { Holdings } from "./holdings.mjs";
import { isForTheGame, letterOf, shortcuts, useArrowKeys } from "../shortcuts.mjs";
import { OfferButton, PlayCard, RefusedButton, refusalOf, spotOf } from "./offer_button.mjs";
import { leftToDo, offersOf, trail } from "./offers.mjs";
import { greyed, refusable } from "./refusals.mjs";
import { tellAction, tellDecision, tellStep, tellStill } from "./decision_text.mjs";
import { mine } from "../table_reducer.mjs";

/** @typedef {import("./offers.mjs").Offer} Offer */
/** @typedef {import("./offers.mjs").Offers} Offers */
/** @typedef {import("./decision_text.mjs").Speech} Speech */
/** @typedef {import("./offer_button.mjs").Refused} Refused */
/** @typedef {import("../../core/card_catalogue.mjs").Cards} Cards */

/**
 * The choice as it stands: what is offered, what was taken up, and what cannot be done.
 * @typedef {object} Choosing
 * @property {Offers} offers
 * @property {Offer[]} steps the offers taken up, the last one being open
 * @property {boolean} forced whether the open one was opened because there is no other
 * @property {boolean} armed whether the places of the board are targets: a verb that aims at them was chosen
 * @property {Map<string, Refused>} refused by where it is greyed
 * @property {(offer: Offer) => void} take
 * @property {() => void} back
 */

/**
 * What is being chosen at a table; null while nothing is asked of the viewer.
 * @param {import("../table_store.mjs").Store} store
 * @returns {Choosing | null}
 */
export function useChoosing(store) {
  const known = store.known.value;
  const decision = mine(known);
  const n = decision ? (known.stand?.notation.n ?? 0) : -1;
  const [open, setOpen] = useState(/** @type {{ n: number, key: string | null }} */ ({ n: -1, key: null }));
  const [refused, setRefused] = useState(/** @type {{ n: number, at: Map<string, Refused> }} */ ({ n: -1, at: new Map() }));
  useEffect(() => {
    const view = known.stand?.notation;
    if (!decision || !view) return;
    const actions = refusable(view, decision.seat);
    const told = (/** @type {any} */ reasons) => setRefused({ n, at: greyed(reasons, decision.seat, decision.actions ?? []) });
    whyNot(store, actions).then(told, () => undefined);
    if (actions.length) loadRules().catch(() => undefined);
  }, [n]);
  if (!decision) return null;
  const offers = offersOf(decision);
  const only = !offers.panel.length && offers.bar.length === 1 && offers.bar[0].action === null ? offers.bar[0].key : null;
  const chosen = open.n === n ? open.key : null;
  const steps = trail(offers, chosen ?? only);
  const forced = only !== null && steps.length === 1 && steps[0].key === only;
  const aimed = steps.length > 0 && steps[steps.length - 1].then.some((one) => PLACE.test(one.token));
  return {
    offers,
    steps,
    forced,
    armed: aimed && !forced,
    refused: refused.n === n ? refused.at : new Map(),
    take: (offer) => {
      if (offer.action === null) setOpen({ n, key: offer.key });
      else void store.act(offer.action);
    },
    back: () => setOpen({ n, key: steps.length > 1 ? steps[steps.length - 2].key : null }),
  };
}

/**
 * The decision awaited.
 * @param {{ store: import("../table_store.mjs").Store, choosing: Choosing | null, speech: Speech, cards: Cards, aside?: any, children?: any }} props
 *   `aside`: what stands beside the heading, such as the clock
 */
export function Decision({ store, choosing, speech, cards, aside, children }) {
  const box = useRef(/** @type {HTMLElement | null} */ (null));
  const view = speech.view;
  const decision = view.decision;
  const own = choosing !== null;
  const told = tellDecision(speech);
  const [folded, setFolded] = useState(-1);
  const fold = folded === view.n;
  const going = store.going.value;
  const stepKey = choosing?.steps.map((step) => step.key).join(" ") ?? "";
  const [asked, ask] = useState(-1);
  const left = choosing && !choosing.steps.length ? leftToDo(choosing.offers) : [];
  const asking = asked === view.n && left.length > 0;
  useFocus(box, view.n, own, stepKey);
  useKeys(box, choosing, {
    ask: left.length > 0 && !asking ? () => ask(view.n) : null,
    drop: asking ? () => ask(-1) : null,
  });
  return html`<section id="decision" class=${`decision${own ? " mine" : ""}${fold ? " folded" : ""}`} ref=${box} tabindex="-1" aria-labelledby="decision-title"
    aria-describedby=${speech.viewer === null ? undefined : "decision-own"}
    aria-live="polite" aria-busy=${going !== null ? "true" : "false"}
    data-n=${view.n} data-kind=${decision?.kind ?? "none"} data-mine=${own ? "true" : "false"} data-armed=${choosing?.armed ? "true" : undefined}>
    <header class="decision-head">
      <div class="grow">
        <h2 id="decision-title">${told.title}</h2>
        ${told.hint && html`<p class="hint">${told.hint}</p>`}
        ${speech.viewer !== null && html`<${Holdings} id="decision-own" view=${view} viewer=${speech.viewer} cards=${cards} />`}
      </div>
      ${aside}
      <button type="button" class="button quiet small square fold" aria-expanded=${fold ? "false" : "true"} aria-controls="decision-body"
        aria-label=${t(fold ? "play.unfold" : "play.fold")} onClick=${() => setFolded(fold ? -1 : view.n)}>${fold ? "▴" : "▾"}</button>
    </header>
    <${Refusal} store=${store} />
    ${own && html`<p class="still" role="status" data-still=${asking ? "true" : undefined}>${asking ? tellStill(left, letterOf("verb:end") ?? "", speech) : ""}</p>`}
    <div aria-live="off" class="decision-body" id="decision-body">
      ${own ? html`<${Choices} choosing=${choosing} speech=${speech} cards=${cards} going=${going} />` : html`<${Hand} speech=${speech} cards=${cards} />`}
      ${children}
      ${own && html`<${AllActions} actions=${decision?.actions ?? []} speech=${speech} act=${store.act} going=${going} />`}
    </div>
  </section>`;
}

/** What became of a move that was not taken. @param {{ store: import("../table_store.mjs").Store }} props */
function Refusal({ store }) {
  const problem = store.refusal.value;
  if (!problem) return null;
  if (problem.code === "conflict" || problem.code === "not_your_turn" || problem.code === "key_reused") {
    return html`<p class="moved-on" role="status" data-problem="conflict">${t("play.moved_on")}
      <button type="button" class="button quiet small" onClick=${() => (store.refusal.value = null)}>${t("play.all_right")}</button></p>`;
  }
  return html`<${Problem} problem=${problem}>
    <${Button} size="small" onClick=${() => (store.refusal.value = null)}>${t("play.all_right")}<//>
  <//>`;
}

/**
 * @param {{ choosing: Choosing, speech: Speech, cards: Cards, going: string | null }} props
 */
function Choices({ choosing, speech, cards, going }) {
  const { offers, steps, forced, armed, refused, take, back } = choosing;
  const shared = { speech, cards, going, take };
  const open = steps[steps.length - 1];
  if (open) {
    const greyed = within(refused, open);
    return html`<div class="step" data-step=${open.key}>
      <p class="step-ask"><strong>${tellStep(steps, speech)}</strong>${armed && html` <span class="armed-told">${t("play.armed")}</span>`}</p>
      <${Row} label=${tellStep(steps, speech)} offers=${open.then} greyed=${greyed} ...${shared} numbered />
      ${!forced && html`<div class="bar-row"><button type="button" class="button quiet" data-back onClick=${back}>
        ← ${t("play.back")}${shortcuts.value ? html` <kbd aria-hidden="true">Esc</kbd>` : null}</button></div>`}
    </div>`;
  }
  const hand = Array.isArray(speech.view.seats[speech.viewer ?? 0].hand) ? /** @type {string[]} */ (speech.view.seats[speech.viewer ?? 0].hand) : [];
  const inHand = offers.panel.some((one) => one.token.startsWith("hand:"));
  const turn = speech.view.decision?.kind === "turn";
  const panel = inHand || turn ? handRow(hand, offers.panel) : offers.panel;
  const greyedBar = [...refused].filter(([key]) => key.startsWith("verb:") && !key.includes("/"));
  return html`
    ${panel.length > 0 && html`<${Row} label=${t(inHand || turn ? "play.hand" : "play.choices")} offers=${panel} greyed=${refused} counts=${counted(hand)} ...${shared} numbered />`}
    ${!inHand && !turn && html`<${Hand} speech=${speech} cards=${cards} />`}
    ${(offers.bar.length > 0 || greyedBar.length > 0) && html`<${Bar} offers=${offers.bar} greyed=${greyedBar} ...${shared} />`}
  `;
}

/**
 * What is greyed within an open verb, by token.
 * @param {Map<string, Refused>} refused
 * @param {Offer} open
 * @returns {Map<string, Refused>}
 */
function within(refused, open) {
  const found = new Map();
  for (const [key, one] of refused) if (key.startsWith(`${open.key}/`)) found.set(key.slice(open.key.length + 1), one);
  return found;
}

/**
 * The hand in its order, each name once, and after it what the panel offers beside it.
 * @param {string[]} hand
 * @param {Offer[]} panel
 * @returns {Array<Offer | string>}
 */
function handRow(hand, panel) {
  const offered = new Map(panel.map((one) => [one.token, one]));
  const row = [...new Set(hand)].map((id) => offered.get(`hand:${id}`) ?? `hand:${id}`);
  return [...row, ...panel.filter((one) => !row.includes(one))];
}

/**
 * How many of each card a hand holds.
 * @param {string[]} hand
 * @returns {Map<string, number>}
 */
function counted(hand) {
  const counts = new Map();
  for (const id of hand) counts.set(`hand:${id}`, (counts.get(`hand:${id}`) ?? 0) + 1);
  return counts;
}

/**
 * A row of cards to choose from; a text stands for a card that offers nothing.
 * @param {{ label: string, offers: Array<Offer | string>, greyed: Map<string, Refused>, counts?: Map<string, number>, numbered?: boolean,
 *   speech: Speech, cards: Cards, going: string | null, take: (offer: Offer) => void }} props
 */
function Row({ label, offers, greyed, counts = new Map(), numbered, ...shared }) {
  const box = useRef(/** @type {HTMLElement | null} */ (null));
  useArrowKeys(box);
  const tokens = new Set(offers.map((one) => (typeof one === "string" ? one : one.token)));
  const more = [...greyed].filter(([token]) => !tokens.has(token) && !token.startsWith("verb:") && !token.startsWith("hand:"));
  let digit = 0;
  return html`<div class="offers" role="group" aria-label=${label} ref=${box}>
    ${offers.map((one) => {
      if (typeof one !== "string") {
        digit++;
        return html`<${OfferButton} key=${one.token} offer=${one} digit=${numbered ? digit : undefined} count=${counts.get(one.token) ?? 1} ...${shared} />`;
      }
      const refused = greyed.get(one);
      const count = counts.get(one) ?? 1;
      if (refused) return html`<${RefusedButton} key=${one} token=${one} refused=${refused} count=${count} ...${shared} />`;
      return html`<${PlayCard} key=${one} token=${one} count=${count} speech=${shared.speech} cards=${shared.cards} />`;
    })}
    ${more.map(([token, refused]) => html`<${RefusedButton} key=${token} token=${token} refused=${refused} ...${shared} />`)}
  </div>`;
}

/**
 * The verbs of the turn, and those that are greyed.
 * @param {{ offers: Offer[], greyed: Array<[string, Refused]>, speech: Speech, cards: Cards, going: string | null, take: (offer: Offer) => void }} props
 */
function Bar({ offers, greyed, ...shared }) {
  const box = useRef(/** @type {HTMLElement | null} */ (null));
  useArrowKeys(box);
  const last = offers.filter((one) => one.token === "verb:end");
  const primary = new Set(["verb:gold", "verb:draw", "verb:end"]);
  return html`<div class="bar-row" role="group" aria-label=${t("play.bar")} ref=${box}>
    ${offers.filter((one) => one.token !== "verb:end").map((one) => html`<${OfferButton} key=${one.token} offer=${one} ...${shared}
      primary=${primary.has(one.token)} />`)}
    ${greyed.map(([token, refused]) => html`<${RefusedButton} key=${token} token=${token} refused=${refused} ...${shared} />`)}
    ${last.map((one) => html`<${OfferButton} key=${one.token} offer=${one} ...${shared} primary />`)}
  </div>`;
}

/**
 * The viewer's own hand, to be looked at.
 * @param {{ speech: Speech, cards: Cards }} props
 */
function Hand({ speech, cards }) {
  const hand = speech.viewer === null ? null : speech.view.seats[speech.viewer]?.hand;
  if (!Array.isArray(hand) || !hand.length) return null;
  const counts = counted(hand);
  return html`<ul class="offers plain" aria-label=${t("play.hand")}>
    ${[...counts].map(([token, count]) => html`<li key=${token}><${PlayCard} token=${token} count=${count} speech=${speech} cards=${cards} size="small" /></li>`)}
  </ul>`;
}

/**
 * Every legal action as a plain button: nothing can ever be unplayable.
 * @param {{ actions: string[], speech: Speech, act: (action: string) => void, going: string | null }} props
 */
function AllActions({ actions, speech, act, going }) {
  const [open, setOpen] = useState(false);
  return html`<${Disclosure} class="all-actions" summary=${t("play.all_actions", { n: actions.length })} open=${open} onToggle=${setOpen}>
    ${open && html`<ul class="plain all-list">
      ${actions.map((text) => html`<li key=${text}><button type="button" class="button plain small" data-action=${text} data-listed
        aria-disabled=${going !== null ? "true" : undefined} onClick=${() => going === null && act(text)}>${tellAction(readAction(text), speech)}</button></li>`)}
    </ul>`}
  <//>`;
}

/**
 * Focus goes to the decision when it becomes the viewer's, and stays in it when its buttons change.
 * @param {{ current: HTMLElement | null }} box
 * @param {number} n
 * @param {boolean} own
 * @param {string} stepKey
 */
function useFocus(box, n, own, stepKey) {
  const before = useRef({ n: -1, own: false, stepKey: "" });
  useLayoutEffect(() => {
    const was = before.current;
    before.current = { n, own, stepKey };
    const element = box.current;
    const on = document.activeElement;
    const free = !on || on === document.body || on.id === "main" || element?.contains(on) || on.closest("#board");
    if (!element || !free) return;
    if (own && (was.n !== n || !was.own)) {
      element.focus({ preventScroll: true });
    } else if (own && was.stepKey !== stepKey) {
      const opener = stepKey.length < was.stepKey.length ? was.stepKey.split(" ").pop() : null;
      const back = opener ? element.querySelector(`[data-opens="${CSS.escape(opener)}"]`) : null;
      const first = back ?? element.querySelector(".step .offers button");
      /** @type {HTMLElement | null} */ (first)?.focus({ preventScroll: true });
    } else if (on === document.body && (was.own || own)) element.focus({ preventScroll: true });
  });
}

/**
 * Digits choose among the cards, letters among the verbs, Escape goes a step back.
 * @param {{ current: HTMLElement | null }} box
 * @param {Choosing | null} choosing
 * @param {{ ask: (() => void) | null, drop: (() => void) | null }} question before the key of its end ends a turn: `ask` is null where
 *   there is nothing to ask, or it was asked; `drop` where none stands there
 */
function useKeys(box, choosing, question) {
  const latest = useRef({ choosing, question });
  latest.current = { choosing, question };
  useEffect(() => {
    /** @param {KeyboardEvent} event */
    const pressed = (event) => {
      const now = latest.current.choosing;
      const { ask, drop } = latest.current.question;
      if (!now || !isForTheGame(event)) return;
      if (event.key === "Escape" && drop) {
        event.preventDefault();
        drop();
        return;
      }
      if ((event.key === "Escape" || event.key === "Backspace") && now.steps.length && !now.forced) {
        event.preventDefault();
        now.back();
        return;
      }
      if (!shortcuts.value) return;
      if (event.key.length !== 1) return;
      const digit = /^[1-9]$/.test(event.key);
      const found = box.current?.querySelector(digit ? `.offers [data-digit="${event.key}"]` : `.bar-row [aria-keyshortcuts="${CSS.escape(event.key)}"]`);
      const button = digit && found && !(found instanceof HTMLButtonElement) ? found.querySelector("button") : found;
      if (!button) return;
      event.preventDefault();
      if (ask && event.key === letterOf("verb:end")) ask();
      else /** @type {HTMLButtonElement} */ (button).click();
    };
    document.addEventListener("keydown", pressed);
    return () => document.removeEventListener("keydown", pressed);
  }, []);
}

/**
 * What can be done at the places of the board, by place: nothing, unless a verb was chosen that aims at them.
 * @param {Choosing | null} choosing
 * @param {Speech} speech
 * @param {string | null} going
 * @returns {Map<string, import("../../board/board_item.mjs").Spot>}
 */
export function highlightsOf(choosing, speech, going) {
  const found = new Map();
  if (!choosing?.armed) return found;
  const { steps, refused, take } = choosing;
  const open = steps[steps.length - 1];
  for (const one of open.then) if (PLACE.test(one.token)) found.set(one.token, spotOf(one, speech, take, going));
  for (const [token, one] of within(refused, open)) if (PLACE.test(token) && !found.has(token)) found.set(token, refusalOf(one, speech));
  return found;
}

/** The places of the board that can be pressed. */
const PLACE = /^(seat|city|character):/;
