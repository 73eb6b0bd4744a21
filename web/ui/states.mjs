// What stands where there is nothing yet, nothing at all, or something wrong.
import { html } from "../core/component.mjs";
import { has, t } from "../i18n/index.mjs";
import { Button } from "./button.mjs";

/** @typedef {import("../core/graphql.mjs").Problem} Fault */

/** Problems of which their own words say all. */
const SAY_ALL = new Set([
  "offline", "unavailable", "not_found", "unauthenticated", "expired", "rate_limited", "name_taken", "clock_expired", "game_over", "table_full",
  "already_seated", "not_seated", "not_started", "already_started", "sealed",
]);
/** Problems that stay the same however often one asks. */
const FINAL = new Set(["not_found", "forbidden"]);

/**
 * What the service says of a problem, where that is more than its words say; else null.
 * @param {string | undefined} code
 * @param {string | undefined} message
 * @param {string} told the words
 * @returns {string | null}
 */
export function detailOf(code, message, told) {
  if (!message || message === told || (code && SAY_ALL.has(code)) || ofCharacters(message)) return null;
  return message;
}

/**
 * Whether it says that there are characters in a text which cannot be used: a pattern, which is nothing to read.
 * @param {string | undefined} message
 */
export const ofCharacters = (message) => /a text of the form/.test(message ?? "");

/**
 * Whether it is of use to try again.
 * @param {string | undefined} code
 */
export const mayPass = (code) => !code || !FINAL.has(code);

/**
 * Something is on its way; it keeps the room that it will need (`lines`).
 * @param {{ label?: string, lines?: number }} props
 */
export function Loading({ label, lines = 3 }) {
  return html`<div class="loading" role="status">
    <span class="hidden">${label ?? t("ui.loading")}</span>
    ${Array.from({ length: lines }, (_, line) => html`<span key=${line} class="ghost" aria-hidden="true"></span>`)}
  </div>`;
}

/**
 * There is nothing, and what to do about it.
 * @param {{ title: string, art?: any, children?: any, action?: any }} props
 */
export function Empty({ title, art, children, action }) {
  return html`<div class="empty">
    ${art && html`<div class="empty-art" aria-hidden="true">${art}</div>`}
    <p class="empty-title">${title}</p>
    ${children && html`<div class="quiet small">${children}</div>`}
    ${action}
  </div>`;
}

/**
 * What a problem says, in the language spoken where its code is known.
 * @param {Fault | Error} problem
 */
export function problemText(problem) {
  const code = /** @type {any} */ (problem).code;
  const key = `ui.problem_${code}`;
  return code && has(key) ? t(key) : problem.message || t("ui.problem_internal");
}

/**
 * A problem and the way out of it.
 * @param {{ problem: Fault | Error | null | undefined, onRetry?: () => void, children?: any }} props `children`: more
 *   ways out
 */
export function Problem({ problem, onRetry, children }) {
  if (!problem) return null;
  const fault = /** @type {any} */ (problem);
  const told = problemText(problem);
  const more = detailOf(fault.code, fault.message, told);
  const retry = mayPass(fault.code) ? onRetry : undefined;
  const wait = fault.retryAfter;
  return html`<div class="problem" role="alert" data-problem=${fault.code ?? "internal"}>
    <span class="problem-sign" aria-hidden="true">!</span>
    <div class="stack tight grow">
      <p class="problem-text">${told}</p>
      ${ofCharacters(fault.message) && html`<p class="quiet small">${t("ui.odd_characters")}</p>`}
      ${more && html`<p class="quiet small" lang="en">${more}</p>`}
      ${wait ? html`<p class="quiet small">${t("ui.retry_after", { n: Math.ceil(wait) })}</p>` : null}
      ${
        (retry || children) &&
        html`<div class="row tight">
        ${retry && html`<${Button} size="small" onClick=${retry}>${t("ui.retry")}<//>`}${children}
      </div>`
      }
    </div>
  </div>`;
}
