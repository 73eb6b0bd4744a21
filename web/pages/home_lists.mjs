// The lists of the first page: each line is one link, and each list keeps the room that it will need.
import { html } from "../core/component.mjs";
import { ago, duration, number, t } from "../i18n/index.mjs";

/** @typedef {import("../core/api").Operations["Home"]["data"]} HomeData */
/** @typedef {NonNullable<HomeData["running"]>["nodes"][number]} HomeTable */
/** @typedef {NonNullable<HomeData["tournaments"]>["nodes"][number]} HomeTournament */
/** @typedef {NonNullable<HomeData["leaderboard"]>["nodes"][number]} HomeRanked */
/** @typedef {NonNullable<HomeData["owed"]>[number]} Owed */

/**
 * A part of the page with its list; it is as high as `lines` lines from the beginning.
 * @param {{
 *   id: string, title: string, lines: number, items: readonly any[] | null | undefined, line: (item: any) => any,
 *   none: string, told: string, more?: any,
 * }} props `items`: null while they are on their way
 */
export function Lines({ id, title, lines, items, line, none, told, more }) {
  return html`<section class="panel home-panel" id=${id} aria-labelledby=${`${id}-title`} style=${{ "--lines": lines }}>
    <header class="row apart"><h2 class="panel-title" id=${`${id}-title`}>${title}</h2>${more}</header>
    ${items && items.length > 0
      ? html`<ul class="plain home-lines">${items.slice(0, lines).map((item) => line(item))}</ul>`
      : html`<div class="home-lines">${
          items
            ? html`<div class="home-none"><p>${none}</p><p class="quiet small">${told}</p></div>`
            : html`<span class="hidden" role="status">…</span>`
        }</div>`}
  </section>`;
}

/**
 * Who sits on a seat.
 * @param {HomeTable["seats"][number]} seat
 */
export function nameOf(seat) {
  if (!seat.player) return t("home.somebody");
  return seat.player.kind === "ai" ? t(`ui.level.${(seat.player.level ?? "greedy").toLowerCase()}`) : seat.player.name;
}

/**
 * Who plays at a table: people by name, then the bots of the house by level, each level once.
 * @param {HomeTable} table
 */
function names(table) {
  const taken = table.seats.filter((seat) => seat.player);
  const people = taken.filter((seat) => seat.player?.kind !== "ai").map(nameOf);
  /** @type {Map<string, number>} */
  const house = new Map();
  for (const seat of taken) if (seat.player?.kind === "ai") house.set(nameOf(seat), (house.get(nameOf(seat)) ?? 0) + 1);
  return [...people, ...[...house].map(([level, n]) => (n > 1 ? `${level} × ${number(n)}` : level))].join(", ") || t("home.somebody");
}

/**
 * How much time a table gives.
 * @param {HomeTable["clock"]} clock
 */
function clockOf({ kind, limitMs, bankMs }) {
  if (kind === "DECISION") return t("home.clock_decision", { time: duration(limitMs ?? 0) });
  if (kind === "BANK") return t("home.clock_bank", { time: duration(bankMs ?? 0) });
  return t(kind === "CORRESPONDENCE" ? "home.clock_correspondence" : "home.clock_none");
}

/**
 * A line: a name, what is more to be said of it, and a sign at its end.
 * @param {{ href: string, name: any, more: any, sign?: any, rest?: Record<string, any> }} props
 */
function Line({ href, name, more, sign, rest }) {
  return html`<li class="home-line" ...${rest}>
    <a href=${href}><span class="home-name">${name}</span></a>
    <span class="home-more">${more}</span>
    ${sign && html`<span class="home-sign">${sign}</span>`}
  </li>`;
}

/**
 * A game of one's own: whose move it is comes first.
 * @param {{ table: HomeTable, owed: Owed | undefined }} props
 */
export function OwnTable({ table, owed }) {
  const open = table.seats.filter((seat) => !seat.player).length;
  const time = owed?.deadline ? duration(Math.max(0, owed.deadline - Date.now())) : null;
  const sign = owed
    ? html`<span class="badge accent" data-owed=${table.id}>${time ? t("home.your_move_in", { time }) : t("home.your_move")}</span>`
    : html`<span class="badge">${open ? t("home.seats_open", { n: open }) : t("home.waiting_others")}</span>`;
  return html`<${Line} href=${`/table/${table.id}`} name=${table.name || names(table)} sign=${sign}
    more=${[t(`ui.edition_${table.edition.toLowerCase()}`), clockOf(table.clock)].join(" · ")} />`;
}

/**
 * A game that can be watched, or a table that can be sat down at.
 * @param {{ table: HomeTable }} props
 */
export function OtherTable({ table }) {
  const open = table.seats.filter((seat) => !seat.player).length;
  const more = [t("home.seats_n", { n: table.players }), t(`ui.edition_${table.edition.toLowerCase()}`), clockOf(table.clock)];
  if (table.started) more.push(t("home.started_when", { when: ago(table.started) }));
  const sign = open
    ? html`<span class="badge accent">${t("home.seats_open", { n: open })}</span>`
    : table.rated && html`<span class="badge gold">${t("home.rated")}</span>`;
  return html`<${Line} href=${`/table/${table.id}`} name=${names(table)} more=${more.join(" · ")} sign=${sign} />`;
}

/**
 * A game that has ended, to be watched from its first moment.
 * @param {{ table: HomeTable, demo: boolean }} props `demo`: the house has played it alone
 */
export function EndedGame({ table, demo }) {
  const more = [t("home.seats_n", { n: table.players }), t(`ui.edition_${table.edition.toLowerCase()}`)];
  if (table.ended) more.push(t("home.ended_when", { when: ago(table.ended) }));
  return html`<${Line} href=${`/replay/${table.id}/0`} name=${t(demo ? "home.watch_demo" : "home.watch_last")} more=${more.join(" · ")} />`;
}

/**
 * How a game ended.
 * @param {{ table: HomeTable }} props
 */
export function Result({ table }) {
  const first = table.result?.places[0] ?? [];
  const points = table.result && first.length ? table.result.totals[first[0]] : 0;
  const winners = first.map((seat) => nameOf(table.seats[seat]));
  const name = winners.length === 1
    ? t("home.won", { name: winners[0], points })
    : winners.length ? t("home.won_shared", { names: winners.join(", "), points }) : t("home.over");
  const more = [t("home.seats_n", { n: table.players }), t(`ui.edition_${table.edition.toLowerCase()}`)];
  if (table.ended) more.push(t("home.ended_when", { when: ago(table.ended) }));
  return html`<${Line} href=${`/replay/${table.id}`} name=${name} more=${more.join(" · ")}
    sign=${table.rated && html`<span class="badge gold">${t("home.rated")}</span>`} />`;
}

/**
 * A place of the leaderboard.
 * @param {{ ranked: HomeRanked }} props
 */
export function Ranked({ ranked }) {
  const { player, rating, place } = ranked;
  const name = player.kind === "ai" ? t(`ui.level.${(player.level ?? "greedy").toLowerCase()}`) : player.name;
  const spread = `${number(Math.round(rating.low))} – ${number(Math.round(rating.high))} · ${t("home.games", { n: rating.games })}`;
  return html`<${Line} href=${player.account ? `/players/${player.account}` : "/leaderboard"} more=${spread}
    name=${html`<span class="home-place">${place === null ? "–" : number(place)}</span> ${name}`}
    sign=${html`<strong class="figure">${number(Math.round(rating.rating))}</strong>`} />`;
}

/**
 * A tournament.
 * @param {{ tournament: HomeTournament }} props
 */
export function TournamentLine({ tournament }) {
  const { progress, status } = tournament;
  const when = tournament.ended
    ? t("home.ended_when", { when: ago(tournament.ended) })
    : tournament.started ? t("home.started_when", { when: ago(tournament.started) }) : "";
  const far = progress.gamesExpected
    ? t("home.games_of", { played: progress.gamesPlayed, all: progress.gamesExpected })
    : t("home.games", { n: progress.gamesPlayed });
  const kind = status === "RUNNING" ? "good" : status === "ENTRY" ? "accent" : "plain";
  return html`<${Line} href=${`/tournaments/${tournament.id}`} name=${tournament.name}
    more=${[far, when].filter(Boolean).join(" · ")}
    sign=${html`<span class=${`badge ${kind}`}>${t(`home.state_${status.toLowerCase()}`)}</span>`} />`;
}
