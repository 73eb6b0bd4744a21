/** The games of a tournament, round by round, with the way to each table and replay. */
import { html, useEffect, useState } from "../core/component.mjs";
import { number, t } from "../i18n/index.mjs";
import { Badge, Button, Empty, Loading, Problem, Select } from "../ui/index.mjs";
import { useThrottled } from "./tournament_store.mjs";
import { useQuery } from "../core/query.mjs";
import { address, finish } from "./tournament_state.mjs";
import { entrantName, gameText, whyText, wordOf } from "./tournament_text.mjs";

const PAGE = 25;
const STATES = ["WAITING", "OPEN", "RUNNING", "OVER", "VOID"];

/**
 * The list, a page at a time, kept up to date.
 * @param {{ tournament: any, number: number, rounds: number, name: (id: string) => string, correct?: (game: any) =>
 *   void }} props
 *   `number`: of the last entry of the log; `correct`: what an organizer does with a game
 */
export function Games({ tournament, number: entry, rounds, name, correct }) {
  const [round, setRound] = useState("");
  const [status, setStatus] = useState("");
  const [entrant, setEntrant] = useState("");
  const [cursors, setCursors] = useState(/** @type {(string | null)[]} */ ([null]));
  useEffect(() => setCursors([null]), [round, status, entrant]);
  const { data, problem, asking, again } = useQuery("TournamentGames", {
    tournament: tournament.id, first: PAGE, after: cursors[cursors.length - 1],
    round: round === "" ? null : Number(round), status: /** @type {any} */ (status || null), entrant: entrant || null,
  });
  useThrottled(entry, 2500, async () => again());
  const found = data?.games;
  return html`<div class="stack">
    <div class="row tournament-filters">
      ${rounds > 1 && html`<${Select} label=${t("tournament.round")} value=${round} onChange=${setRound}
        options=${[{ value: "", label: t("tournament.all") },
          ...Array.from({ length: rounds }, (_, at) => ({ value: String(at + 1), label: number(at + 1) }))]} />`}
      <${Select} label=${t("tournament.name")} value=${entrant} onChange=${setEntrant}
        options=${[{ value: "", label: t("tournament.all") },
          ...tournament.entrants.map((/** @type {any} */ one) => ({ value: one.entrant, label: entrantName(one) }))]} />
      <${Select} label=${t("tournament.game_status")} value=${status} onChange=${setStatus}
        options=${[{ value: "", label: t("tournament.all") },
          ...STATES.map((one) => ({ value: one, label: wordOf("game", one) }))]} />
    </div>
    <${Problem} problem=${problem} onRetry=${again} />
    ${asking && !found && html`<${Loading} lines=${6} />`}
    ${found && found.nodes.length === 0
      && html`<${Empty} title=${t(entry > 0 && rounds > 0 ? "tournament.no_such_games" : "tournament.no_games")} />`}
    ${found && found.nodes.length > 0 && html`<ol class="plain tournament-games" aria-busy=${asking}>
      ${found.nodes.map((one) => html`<${Game} key=${one.game} game=${one} name=${name} correct=${correct} />`)}
    </ol>`}
    ${found && (cursors.length > 1 || found.pageInfo.hasNextPage) && html`<div class="row">
      <${Button} size="small" refused=${cursors.length === 1 ? t("tournament.first_page") : ""}
        onClick=${() => setCursors(cursors.slice(0, -1))}>${t("ui.previous")}<//>
      <span class="small quiet">${t("tournament.page_n", { page: cursors.length })}</span>
      <${Button} size="small" refused=${found.pageInfo.hasNextPage ? "" : t("tournament.last_page")}
        onClick=${() => setCursors([...cursors, found.pageInfo.endCursor])}>${t("ui.next")}<//>
    </div>`}
  </div>`;
}

/**
 * One game: who sat where, how it ended, and where it is seen.
 * @param {{ game: any, name: (id: string) => string, correct?: (game: any) => void }} props
 */
function Game({ game, name, correct }) {
  const to = address(game);
  const label = gameText(game.game);
  return html`<li class="tournament-game">
    <div class="tournament-game-head">
      ${to === null ? html`<span>${label}</span>` : html`<a href=${to}>${label}</a>`}
      <code class="quiet" title=${t("tournament.game_id")}>${game.game}</code>
      <${Badge} kind=${game.status === "RUNNING" ? "good" : game.status === "VOID" ? "bad"
        : "plain"}>${wordOf("game", game.status)}<//>
      ${game.corrected && html`<${Badge} kind="gold">${t("tournament.corrected")}<//>`}
      ${game.sealed && html`<${Badge} title=${t("tournament.sealed_told")}>${t("tournament.sealed")}<//>`}
    </div>
    <ol class="plain tournament-seats">
      ${finish(game).map((one) => html`<li key=${one.seat} class=${one.place === 1 ? "won" : ""}>
        <span class="tournament-place figure">${one.place || ""}</span>
        <span class="ellipsis">${name(one.who)}</span>
        ${one.left && html`<${Badge} kind="bad">${t("tournament.forfeited")}<//>`}
        <span class="figure">${one.total === null ? "" : number(one.total)}</span>
      </li>`)}
    </ol>
    ${(game.why || game.correction)
      && html`<p class="small quiet">${t("tournament.because", { why: game.why ? whyText(game.why) : game.correction })}</p>`}
    ${correct && game.status !== "WAITING"
      && html`<p><${Button} size="small" kind="quiet" onClick=${() => correct(game)}>${t("tournament.correct")}
        <span class="hidden"> ${label}</span><//></p>`}
  </li>`;
}
