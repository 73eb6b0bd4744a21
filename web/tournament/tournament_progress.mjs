/** How a tournament stands, how far it has come, and when it may end. */
import { html } from "../core/component.mjs";
import { ago, number, t } from "../i18n/index.mjs";
import { Badge, Bar } from "../ui/index.mjs";
import { useTick } from "../core/query.mjs";
import { ended, part } from "./tournament_state.mjs";
import { wordOf } from "./tournament_text.mjs";

/**
 * A bar with the games played, and the expected end while it runs.
 * @param {{ progress: any, status: string, rounds?: boolean }} props `rounds`: say of them too
 */
export function Progress({ progress, status, rounds = false }) {
  const share = part(progress);
  const games = progress.gamesExpected
    ? t("tournament.games_of", { played: number(progress.gamesPlayed), n: progress.gamesExpected })
    : t("tournament.games_played", { n: progress.gamesPlayed });
  const made = rounds && progress.roundsMade > 0
    && t(progress.roundsExpected ? "tournament.round_of" : "tournament.round_at", {
    round: progress.roundsMade, n: progress.roundsExpected ?? 0,
  });
  useTick(status === "RUNNING" ? 5000 : null);
  const ahead = status === "RUNNING" && progress.expectedEnd > Date.now();
  const end = ahead ? t("tournament.expected_end", { when: ago(progress.expectedEnd) }) : "";
  return html`<div class="tournament-progress">
    ${share !== null && html`<${Bar} value=${share} label=${games} kind=${ended(status) ? "good" : "accent"} />`}
    <p class="small">${[games, made, end].filter(Boolean).join(" · ")}</p>
  </div>`;
}

/**
 * How a tournament stands, in a pill.
 * @param {{ status: string, open?: boolean }} props
 */
export function StatusBadge({ status, open = false }) {
  const kinds = /** @type {Record<string, any>} */ ({ ENTRY: "accent", RUNNING: "good", PAUSED: "gold", OVER: "plain",
    CANCELLED: "bad" });
  return html`<span class="row tight"><${Badge} kind=${kinds[status] ?? "plain"}>${wordOf("status", status)}<//>
    ${open && status === "RUNNING" && html`<${Badge}>${t("tournament.entry_open")}<//>`}</span>`;
}
