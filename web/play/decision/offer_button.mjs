// A button for an offer: a card where a card is chosen, a word where a verb is; and the same greyed, with its reason.
import { TypeMark } from "../../assets/art/index.mjs";
import { CharacterCard, DistrictCard } from "../../board/index.mjs";
import { html } from "../../core/component.mjs";
import { language } from "../../i18n/index.mjs";
import { ruleText, useRules } from "../../rulebook/index.mjs";
import { Linked } from "../../rulebook/rule_text.mjs";
import { useTip } from "../../ui/index.mjs";
import { plain, readAction } from "./action.mjs";
import { letterOf, shortcuts } from "../shortcuts.mjs";
import { reasonText } from "./reason_text.mjs";
import { tellAction, tellOffer, tellStep } from "./decision_text.mjs";

/** @typedef {import("./offers.mjs").Offer} Offer */
/** @typedef {import("./decision_text.mjs").Speech} Speech */
/** @typedef {{ text: string, rule: string | null, why: string }} Refused */
/** @typedef {import("../../core/card_catalogue.mjs").Cards} Cards */
/** @typedef {import("../../board/board_item.mjs").Spot} Spot */

/**
 * Whether a token stands for a card.
 * @param {string} token
 */
const isCard = (token) => /^(character|hand|offer|city):/.test(token);

/**
 * What a press on an offer does, for a card or a place of the board.
 * @param {Offer} offer
 * @param {Speech} speech
 * @param {(offer: Offer) => void} take
 * @param {string | null} going
 * @returns {Spot}
 */
export function spotOf(offer, speech, take, going) {
  const run = () => going === null && take(offer);
  if (offer.action !== null) return { action: offer.action, label: tellAction(readAction(offer.action), speech), run };
  return { opens: offer.key, label: tellStep([offer], speech), run };
}

/**
 * What is shown of something that cannot be done.
 * @param {Refused} refused
 * @param {Speech} speech
 * @returns {Spot}
 */
export function refusalOf(refused, speech) {
  return {
    refused: refused.text,
    label: `${tellAction(readAction(refused.text), speech)} ${speech.t("not_now")}`,
    reason: html`<${Reason} refused=${refused} speech=${speech} />`,
  };
}

/**
 * A card that offers something, is greyed, or just lies there.
 * @param {{ token: string, cards: Cards, speech: Speech, spot?: Spot, count?: number, digit?: number, aside?: string | null, busy?: boolean,
 *   size?: "small" | "normal" }} props `aside`: what stands below, such as the price
 */
export function PlayCard({ token, cards, speech, spot, count = 1, digit, aside, busy, size = "normal" }) {
  const [kind, ...rest] = token.split(":");
  const id = rest[rest.length - 1];
  const key = digit && digit < 10 && shortcuts.value ? String(digit) : null;
  const owner = kind === "city" ? speech.name(Number(rest[0])) : null;
  const below = [owner, aside].filter(Boolean).join(" · ");
  return html`<span class=${`play-card${busy ? " busy" : ""}`} data-digit=${key ?? undefined} data-token=${token}>
    ${kind === "character"
      ? html`<${CharacterCard} id=${id} cards=${cards} size=${size} spot=${spot} tab=${0} />`
      : html`<${DistrictCard} id=${plain(id)} beautified=${id.endsWith("+")} cards=${cards} count=${count} size=${size} spot=${spot} tab=${0} />`}
    ${(below || key) && html`<span class="aside" aria-hidden="true">${key && html`<kbd>${key}</kbd> `}${below}</span>`}
  </span>`;
}

/**
 * One offer.
 * @param {{ offer: Offer, speech: Speech, cards: Cards, take: (offer: Offer) => void, going: string | null, digit?: number, count?: number,
 *   primary?: boolean }} props `count`: how many such cards there are
 */
export function OfferButton({ offer, speech, cards, take, going, digit, count = 1, primary }) {
  const busy = offer.action !== null && going === offer.action;
  if (isCard(offer.token)) {
    return html`<${PlayCard} token=${offer.token} cards=${cards} speech=${speech} spot=${spotOf(offer, speech, take, going)} count=${count}
      digit=${digit} aside=${priced(offer, speech)} busy=${busy} />`;
  }
  const verb = offer.token.startsWith("verb:");
  const key = !shortcuts.value ? null : verb ? letterOf(offer.token) : digit && digit < 10 ? String(digit) : null;
  const label = tellOffer(offer, speech);
  const whole = offer.action === null ? label : tellAction(readAction(offer.action), speech);
  return html`<button type="button" class=${`button ${primary ? "primary" : "plain"} offer${busy ? " busy" : ""}`}
    data-action=${offer.action ?? undefined} data-opens=${offer.action === null ? offer.key : undefined} data-token=${offer.token}
    data-digit=${verb ? undefined : (key ?? undefined)} aria-label=${whole === label ? undefined : whole} aria-busy=${busy ? "true" : undefined}
    aria-disabled=${going === null ? undefined : "true"} aria-keyshortcuts=${key ?? undefined} onClick=${() => going === null && take(offer)}>
    ${offer.token.startsWith("type:") && html`<span class="icon"><${TypeMark} type=${offer.token.slice(5)} /></span>`}
    <span>${label}</span>${key && html`<kbd aria-hidden="true">${key}</kbd>`}
  </button>`;
}

/**
 * What stands below a card on offer: its price here, or that there are several ways.
 * @param {Offer} offer
 * @param {Speech} speech
 */
function priced(offer, speech) {
  if (offer.action === null) return offer.token.startsWith("character:") ? null : speech.t("several_ways");
  return tellAction(readAction(offer.action), speech).split(" · ")[1] ?? null;
}

/**
 * What cannot be done now, with the reason on hover, focus or tap.
 * @param {{ token: string, refused: Refused, speech: Speech, cards: Cards, count?: number }} props
 */
export function RefusedButton({ token, refused, speech, cards, count = 1 }) {
  const tip = useTip(true);
  if (isCard(token)) return html`<${PlayCard} token=${token} cards=${cards} speech=${speech} spot=${refusalOf(refused, speech)} count=${count} />`;
  const act = readAction(refused.text);
  const name = token.startsWith("verb:") ? verbName(act, speech) : tellOffer({ token, key: token, action: null, then: [], first: act }, speech);
  return html`<span class="tipped" ...${tip.around}>
    <button type="button" class="button plain offer greyed" aria-disabled="true" data-refused=${refused.text} data-token=${token}
      ...${tip.thing} onClick=${tip.taken}>
      <span>${name}</span><span class="hidden">${speech.t("not_now")}</span>
    </button>
    ${tip.draw(html`<${Reason} refused=${refused} speech=${speech} />`)}
  </span>`;
}

/**
 * @param {import("./action.mjs").Act} act
 * @param {Speech} speech
 */
function verbName(act, speech) {
  const aimed = act.seat !== undefined || act.character !== undefined || act.district !== undefined || act.gold !== undefined;
  return aimed ? speech.t(`open_${act.verb}`) : tellAction(act, speech);
}

/**
 * Why something cannot be done: a sentence, and its rule, in the language spoken.
 * @param {{ refused: Refused, speech: Speech }} props
 */
function Reason({ refused, speech }) {
  const book = useRules();
  const why = refused.why.replace(/ \([A-Z][^()]*\)$/, "");
  const spoken = language.value === "en" ? why : reasonText(why);
  const text = refused.rule ? ruleText(refused.rule) : null;
  return html`<span class="reason">
    <strong>${speech.t("refused")}</strong>
    ${spoken && html`<span>${spoken[0].toUpperCase()}${spoken.slice(1)}.</span>`}
    ${text && book && html`<span class="small"><${Linked} text=${text} book=${book} /></span>`}
    ${!spoken && !text && html`<span class="quiet tiny" lang="en">${why}</span>`}
    ${refused.rule && html`<a class="small" href=${`/rules/${refused.rule}`}>${speech.t("rule", { rule: refused.rule })}</a>`}
  </span>`;
}
