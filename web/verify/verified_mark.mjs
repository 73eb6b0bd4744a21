// The mark of verification, with what was checked, and what it does not mean. Wants the words "replay".
import { ask } from "../core/graphql.mjs";
import { html, useEffect, useState } from "../core/component.mjs";
import { t } from "../i18n/index.mjs";
import { Button, Copy, Disclosure, Loading, Problem } from "../ui/index.mjs";
import { rememberedCommitment } from "./commitments.mjs";
import { recordOf, verify } from "./game_check.mjs";

/** @typedef {import("./game_check.mjs").Verdict} Verdict */
/** @typedef {{ state: "waiting" | "loading" | "checking" | "done" | "failed", share: number, verdict: Verdict | null, problem: any, kept: boolean }} Checking */

/** Give the page a breath. */
const pause = () => new Promise((done) => setTimeout(done, 0));

/**
 * Verify a replay once all of it is there; begins when `start` is called.
 * @param {import("../replay/moment_loader.mjs").Replay} replay
 * @param {{ id: string, commitment: string }} table
 * @param {number} tries another number begins anew
 * @param {boolean} begins whether to begin
 * @returns {Checking}
 */
export function useVerification(replay, table, tries, begins) {
  const [checking, setChecking] = useState(/** @type {Checking} */ ({ state: "waiting", share: 0, verdict: null, problem: null, kept: false }));
  useEffect(() => {
    if (!begins) return undefined;
    let here = true;
    const say = (/** @type {Partial<Checking>} */ more) => here && setChecking((now) => ({ ...now, ...more }));
    const course = replay.course("all");
    const stop = course.loaded.subscribe((loaded) => {
      const head = replay.head.peek();
      if (head) say({ state: "loading", share: loaded / (head.n + 1) });
    });
    const work = async () => {
      await course.rest();
      stop();
      const head = replay.head.peek();
      if (!head || !here) return;
      const kept = rememberedCommitment(table.id);
      const text = (await ask("InvitedRecord", { table: table.id, ...(replay.invite ? { invite: replay.invite } : {}) })).record ?? "";
      const { rules, seed, result } = head;
      const told = { id: table.id, rules, seed, commitment: table.commitment, places: result?.places, totals: result?.totals };
      const record = { ...recordOf(text), kept, told };
      const moments = /** @type {any[]} */ (course.moments);
      const verdict = await verify(record, moments, { progress: (share) => say({ state: "checking", share }), pause });
      say({ state: "done", share: 1, verdict, kept: kept !== null });
    };
    work().catch((problem) => say({ state: "failed", problem }));
    return () => {
      here = false;
      stop();
    };
  }, [replay, table.id, tries, begins]);
  return checking;
}

/**
 * The sign alone: verified, not verified, or still at it.
 * @param {{ checking: Checking }} props
 */
export function VerifiedMark({ checking: { state, verdict, share } }) {
  const told = verdict ? (verdict.ok ? "yes" : "no") : "checking";
  const text = verdict ? t(verdict.ok ? "replay.verified" : "replay.notVerified")
    : state === "failed" ? t("replay.verifyFailed")
      : t(state === "waiting" ? "replay.verifyWaiting" : "replay.verifying", { n: Math.round(100 * share) });
  return html`<span id="verified" class=${`verified ${told}`} data-verified=${told} role="status">
    <svg aria-hidden="true" viewBox="0 0 24 24" width="20" height="20">
      <circle cx="12" cy="12" r="11" />
      ${told === "yes" ? html`<path d="M6.5 12.5l3.6 3.6 7.4-8" />`
        : told === "no" ? html`<path d="M8 8l8 8M16 8l-8 8" />` : html`<path d="M12 6v6l4 2.5" />`}
    </svg>
    <span>${text}</span>
  </span>`;
}

/**
 * All checks with their findings, and what the mark means.
 * @param {{ checking: Checking, table: { id: string, commitment: string }, head: { seed: string, rules: number } | null,
 *   onStart: () => void, onRetry: () => void, onGo: (n: number) => void }} props
 */
export function Verification({ checking, table, head, onStart, onRetry, onGo }) {
  const { state, verdict, problem } = checking;
  return html`<div class="verification stack">
    ${state === "waiting" && html`<p>${t("replay.verifyAsk")}</p><p><${Button} kind="primary" onClick=${onStart}>${t("replay.verifyStart")}<//></p>`}
    ${(state === "loading" || state === "checking") && html`<${Loading} label=${t("replay.verifying", { n: Math.round(100 * checking.share) })} lines=${4} />`}
    ${state === "failed" && html`<${Problem} problem=${problem} onRetry=${onRetry} />`}
    ${verdict && html`<ul class="checks">
      ${verdict.checks.map(({ id, ok, why, note }) => html`<li key=${id} data-check=${id} data-ok=${ok === null ? "unknown" : ok ? "yes" : "no"}>
        <strong>${t(`replay.check_${id}`)}</strong>
        <span>${ok === null ? t("replay.checkNothing") : ok ? t(`replay.checkHolds_${id}${note ? `_${note}` : ""}`) : t(`replay.fault_${id}`)}</span>
        ${why?.n !== undefined && html`<${Button} kind="quiet" size="small" onClick=${() => onGo(/** @type {number} */ (why.n))}>
          ${t("replay.seeMoment", { n: why.n })}<//>`}
      </li>`)}
    </ul>`}
    <p class="small">${t("replay.means")}</p>
    <p class="small">${t("replay.meansNot")}</p>
    <${Disclosure} summary=${t("replay.whole")}>
      <p class="small">${t("replay.wholeHow")}</p>
      <p><${Copy} text=${commandOf(table.id)} label=${t("replay.command")} /></p>
      <dl class="facts small">
        <dt>${t("replay.commitmentIs")}</dt><dd><code>${table.commitment}</code></dd>
        <dt>${t("replay.seedIs")}</dt><dd><code>${head?.seed ?? "…"}</code></dd>
        <dt>${t("replay.formula")}</dt><dd><code>SHA-256("${table.id}|${head?.rules ?? "…"}|${head?.seed ?? "…"}")</code></dd>
      </dl>
    <//>
  </div>`;
}

/**
 * The commands that check the whole record with the engine.
 * @param {string} id
 */
const commandOf = (id) => `curl -s ${location.origin}/v1/tables/${id}/record -o ${id}.ndjson && citadels verify ${id}.ndjson`;

