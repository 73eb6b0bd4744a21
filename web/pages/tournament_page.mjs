/** A tournament as it goes on: standings, crosstable, games, figures, rules, entrants, and what its organizer does. */
import { html, useMemo, useState } from "../core/component.mjs";
import { ago, number, t, time } from "../i18n/index.mjs";
import { useCards } from "../core/card_catalogue.mjs";
import { setQuery } from "../core/router.mjs";
import { account } from "../core/session.mjs";
import { Button, Copy, Disclosure, Empty, Loading, Panel, Problem, Stat, Tabs } from "../ui/index.mjs";
import { CorrectionForm } from "../tournament/correction_form.mjs";
import { Entrants } from "../tournament/entrants.mjs";
import { Characters, Crosstable, Gain, Ratings, Seats, Wins } from "../tournament/figures.mjs";
import { useTournament } from "../tournament/tournament_store.mjs";
import { useTitle } from "../core/query.mjs";
import { Games } from "../tournament/game_list.mjs";
import { Export, Organizer } from "../tournament/organizer.mjs";
import { Progress, StatusBadge } from "../tournament/tournament_progress.mjs";
import { Standings } from "../tournament/standings_table.mjs";
import { ended, names } from "../tournament/tournament_state.mjs";
import { entrantName, entryText, orderText, pairOf, rulesText, scheduleText, whyText, wordOf } from "../tournament/tournament_text.mjs";
import { PlayerLink } from "../tournament/player_link.mjs";

export const words = ["ui", "tournament", "organizer"];
/** The files of style that this page needs. */
export const styles = ["tournament"];

/** The head's title. */
export function title() {
  return t("tournament.tournament");
}

/**
 * The page.
 * @param {import("../core/router.mjs").PageProps} props
 */
export default function Tournament({ params, query }) {
  const { tournament, state, figures, problem, missing, again, put } = useTournament(params.id);
  useTitle(tournament?.name);
  const [correcting, correct] = useState(/** @type {any} */ (null));
  const cards = useCards(tournament?.edition);
  const name = useMemo(() => names(tournament?.entrants ?? [], entrantName, (level) => wordOf("level", level)),
    [tournament?.entrants, t("ui.level.greedy")]);
  if (missing) {
    return html`<div class="tournament stack"><h1>${t("tournament.tournament")}</h1>
      <${Empty} title=${t("tournament.no_such_tournament")}
        action=${html`<${Button} href="/tournaments">${t("tournament.tournaments")}<//>`} /></div>`;
  }
  if (tournament === null || state === null) {
    return html`<div class="tournament stack"><h1>${t("tournament.tournament")}</h1>
      <${Problem} problem=${problem} onRetry=${again} />
      ${!problem && html`<${Loading} lines=${10} />`}</div>`;
  }
  const organizer = account.value !== null && account.value.id === tournament.organizer.account;
  const early = state.status === "ENTRY";
  const { settings } = tournament;
  const entrants = {
    id: "entrants",
    label: t("tournament.entrants"),
    badge: tournament.entrants.length,
    panel: () =>
      html`<${Entrants} tournament=${tournament} status=${state.status} organizer=${organizer} put=${put} />`,
  };
  const rules = {
    id: "rules",
    label: t("tournament.rules"),
    panel: () => html`<${Rules} tournament=${tournament} cards=${cards} />`,
  };
  const played = [
    {
      id: "standings",
      label: t("tournament.standings"),
      panel: () => html`<div class="stack loose">
        ${state.standings === null ? html`<${Loading} lines=${8} />`
          : html`<${Standings} standings=${state.standings} entrants=${tournament.entrants}
            points=${settings.points} />`}
        <p class="small quiet">${t("tournament.places_by", { order: orderText(settings.order) })}</p>
        <${News} news=${state.news} name=${name} pair=${pairOf(tournament, name)} live=${!ended(state.status)} />
      </div>`,
    },
    {
      id: "crosstable",
      label: t("tournament.crosstable"),
      panel: () => figures === null ? html`<${Loading} lines=${8} />`
        : html`<${Crosstable} figures=${figures} name=${name} />`,
    },
    {
      id: "games",
      label: t("tournament.games"),
      panel: () => html`<${Games} tournament=${tournament} number=${state.number} rounds=${state.progress.roundsMade}
        name=${name} correct=${organizer ? correct : undefined} />`,
    },
    {
      id: "figures",
      label: t("tournament.figures"),
      panel: () => figures === null ? html`<${Loading} lines=${8} />` : html`<div class="tournament-pair">
        <div class="stack loose">
          <${Ratings} figures=${figures} name=${name} />
          <${Wins} figures=${figures} name=${name} seats=${settings.seats} />
          <${Seats} figures=${figures} />
        </div>
        <div class="stack loose">
          <${Gain} figures=${figures} name=${name} />
          <${Characters} figures=${figures} cards=${cards} seats=${settings.seats} />
        </div>
      </div>`,
    },
  ];
  const organizing = {
    id: "organize",
    label: t("tournament.organize"),
    panel: () => html`<${Organizer} tournament=${tournament} state=${state} put=${put} />`,
  };
  const tabs = [...(early ? [entrants, rules] : [...played, rules, entrants]), ...(organizer ? [organizing] : [])];
  return html`<div class="tournament stack loose" id="tournament" data-status=${state.status} data-number=${state.number}>
    <header class="stack tight">
      <p class="small"><a href="/tournaments">${t("tournament.tournaments")}</a></p>
      <div class="row"><h1>${tournament.name}</h1><${StatusBadge} status=${state.status} open=${tournament.entryOpen}
        /></div>
      ${tournament.about && html`<p class="lead">${tournament.about}</p>`}
      <p class="quiet">${wordOf("format", tournament.settings.format)} · ${t("tournament.seats_told",
        { n: tournament.settings.seats })} · ${wordOf("edition", tournament.edition)} ·
        ${" "}${t("tournament.by_whom")} <${PlayerLink} player=${tournament.organizer} /></p>
      ${tournament.why && (ended(state.status) || state.status === "PAUSED")
        && html`<p class="quiet">${whyText(tournament.why, pairOf(tournament, name))}</p>`}
    </header>
    <${Problem} problem=${problem} onRetry=${again} />
    <${Panel} class="tournament-now">
      ${early
        ? html`<p>${scheduleText(tournament.schedule)}</p>`
        : html`<${Progress} progress=${state.progress} status=${state.status} rounds />`}
      <div class="row tournament-stats">
        <${Stat} label=${t("tournament.entrants")} value=${tournament.entrants.length} />
        ${!early && html`<${Stat} label=${t("tournament.games")} value=${number(state.progress.gamesPlayed)} />`}
        ${figures && !early && html`<${Stat} label=${t("tournament.deals")} value=${number(figures.games.deals)} />`}
        <${Stat} label=${t(tournament.ended ? "tournament.ended" : tournament.started ? "tournament.started"
          : "tournament.made")}
          value=${ago(tournament.ended ?? tournament.started ?? tournament.created)}
            more=${time(tournament.ended ?? tournament.started ?? tournament.created)} />
      </div>
      ${tournament.next && html`<p><a href=${`/tournaments/${tournament.next}`}>${t("tournament.next_of_series")}</a></p>`}
    <//>
    <${Tabs} label=${t("tournament.tournament")} tabs=${tabs} chosen=${query.get("view") ?? tabs[0].id}
      onChoose=${(/** @type {string} */ view) => void setQuery({ view })} />
    <${CorrectionForm} tournament=${tournament.id} game=${correcting} name=${name} onDone=${again}
      onClose=${() => correct(null)} />
  </div>`;
}

/**
 * What has happened since one looks.
 * @param {{ news: readonly any[], name: (id: string) => string, pair: ReturnType<typeof pairOf>, live: boolean }} props
 */
function News({ news, name, pair, live }) {
  const told = news.map((one) => ({ ...one, text: entryText(one, name, pair) })).filter((one) => one.text !== "").slice(0,
    12);
  if (!live && told.length === 0) return null;
  return html`<section class="stack tight"><h2 class="tournament-h">${t("tournament.news")}</h2>
    ${told.length === 0 && html`<p class="quiet small">${t("tournament.no_news")}</p>`}
    <ol class="plain tournament-news small">${told.map((one) =>
      html`<li key=${one.number}><span class="quiet">${ago(one.at)}</span> ${one.text}</li>`)}</ol>
  </section>`;
}

/**
 * Everything that decides, in words, and what anybody can check.
 * @param {{ tournament: any, cards: any }} props
 */
function Rules({ tournament, cards }) {
  return html`<div class="stack loose">
    <dl class="tournament-rules">
      ${rulesText(tournament, cards).map((one) =>
        html`<div key=${one.term}><dt>${one.term}</dt><dd>${one.told}</dd></div>`)}
    </dl>
    <${Disclosure} summary=${t("tournament.fair")}>
      <div class="stack prose">
        <p>${t("tournament.fair_told")}</p>
        <p class="row"><span>${t("tournament.commitment")}</span> <${Copy} text=${tournament.commitment}
          label=${t("tournament.commitment")} /></p>
        ${tournament.secret && html`<p class="row"><span>${t("tournament.secret")}</span>${" "}
          <${Copy} text=${tournament.secret} label=${t("tournament.secret")} /></p>`}
      </div>
    <//>
    <${Export} id=${tournament.id} name=${tournament.name} over=${ended(tournament.status)} />
  </div>`;
}
