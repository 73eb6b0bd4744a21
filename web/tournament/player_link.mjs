/** Somebody who takes part, is rated, or plays: with a link to the profile where there is one. */
import { html } from "../core/component.mjs";
import { t } from "../i18n/index.mjs";
import { entrantName, wordOf } from "./tournament_text.mjs";

/**
 * An entrant of a tournament.
 * @param {{ entrant: { entrant: string, name: string, kind?: string, level?: string | null } }} props
 */
export function EntrantLink({ entrant }) {
  const { entrant: id, kind, level } = entrant;
  const name = entrantName(entrant);
  if (kind === "house" || !id.startsWith("acct_")) {
    return html`<span class="who-house"
      title=${level ? t("tournament.house_level", { level: wordOf("level", level) })
        : t("tournament.house_bot")}>${name}</span>`;
  }
  return html`<a href=${`/players/${id}`}>${name}</a>`;
}

/**
 * A player as tables, leaderboards and organizers name one.
 * @param {{ player: { account: string | null, name: string, kind: string, level?: string | null } }} props
 */
export function PlayerLink({ player }) {
  if (!player.account) return html`
    <${EntrantLink} entrant=${{ entrant: player.name, name: player.name, kind: "house", level: player.level ?? null }} />`;
  return html`<a href=${`/players/${player.account}`}>${player.name}</a>`;
}
