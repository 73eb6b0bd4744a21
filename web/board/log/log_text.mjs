// Sentences in the language that is spoken: what happened, what an action does, what is decided. Wants the words "log".
import { language, t } from "../../i18n/index.mjs";
import { actionText, decisionText, scoreText } from "./action_text.mjs";
import { eventText } from "./event_text.mjs";

/** @typedef {import("./grammar.mjs").Listener} Listener */

/** @returns {import("./grammar.mjs").Tongue} */
const tongue = () => ({ language: language.value, t: (key, params) => t(`log.${key}`, params) });

/**
 * One sentence about an event, as the viewer knows it.
 * @param {Record<string, any>} event as REST tells it, or as GraphQL does with `facts`
 * @param {Listener} listener
 */
export const tellEvent = (event, listener) => eventText(tongue(), event, listener);

/**
 * An action of the notation in a few words.
 * @param {string} text
 * @param {Listener} listener
 */
export const tellAction = (text, listener) => actionText(tongue(), text, listener);

/**
 * What is decided and by whom; to the viewer as a request.
 * @param {string | null | undefined} kind
 * @param {number} seat
 * @param {Listener} listener
 */
export const tellDecision = (kind, seat, listener) => decisionText(tongue(), kind, seat, listener);

/**
 * What a line of the score sheet is for.
 * @param {string} what
 * @param {Listener["cards"]} [cards]
 */
export const tellScore = (what, cards = null) => scoreText(tongue(), what, cards);
