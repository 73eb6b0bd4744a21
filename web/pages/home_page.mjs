/** The first page: play at once, one's own games, what others play, how it ended, who is best. */
import { ask } from "../core/graphql.mjs";
import { html, useEffect, useState } from "../core/component.mjs";
import { t } from "../i18n/index.mjs";
import { writeStored, readStored } from "../core/browser_storage.mjs";
import { follow } from "../core/subscription.mjs";
import { navigate } from "../core/router.mjs";
import { credential, ensureAccount } from "../core/session.mjs";
import { Button } from "../ui/button.mjs";
import { Select } from "../ui/field.mjs";
import { Problem } from "../ui/states.mjs";
import { endedGame, ownTables } from "./home_games.mjs";
import { EndedGame, Lines, OtherTable, OwnTable, Ranked, Result, TournamentLine } from "./home_lists.mjs";
import { DuskSkyline } from "../assets/art/dusk_skyline.mjs";

export const words = ["ui", "home"];

/** @typedef {import("./home_lists.mjs").HomeData} HomeData */
/** @typedef {{ players: number, edition: "MODERN" | "CLASSIC", level: "RANDOM" | "GREEDY" | "PLANNER" }} Wish */

const BEAT_MS = 8000;
const FIRST = /** @type {Wish} */ ({ players: 4, edition: "MODERN", level: "GREEDY" });

/** The head's title. */
export function title() {
  return t("home.title");
}

/** What was chosen the last time, where it still makes sense. */
function remembered() {
  try {
    const found = JSON.parse(readStored("play_now") ?? "{}");
    return /** @type {Wish} */ ({
      players: found.players >= 2 && found.players <= 8 ? Math.trunc(found.players) : FIRST.players,
      edition: found.edition === "CLASSIC" ? "CLASSIC" : "MODERN",
      level: ["RANDOM", "GREEDY", "PLANNER"].includes(found.level) ? found.level : FIRST.level,
    });
  } catch {
    return FIRST;
  }
}

/** The page. */
export default function Home() {
  const { data, problem } = useHome();
  const own = ownTables(data);
  return html`<div class="home">
    <section class="home-head">
      <${DuskSkyline} />
      <div class="home-said">
        <h1>${t("home.what")}</h1>
        <p>${t("home.what_more")}</p>
      </div>
      <${Play} />
    </section>
    ${problem && data && html`<p class="quiet small home-stale" role="status">${t("home.stale")}</p>`}
    ${problem && !data && html`<${Problem} problem=${problem} />`}
    ${credential.value !== null && html`<${Lines} id="yours" title=${t("home.yours")} lines=${Math.max(2, Math.min(6, own?.length ?? 2))} items=${own}
      line=${(/** @type {any} */ one) => html`<${OwnTable} key=${one.table.id} ...${one} />`}
      none=${t("home.yours_none")} told=${t("home.yours_none_told")} />`}
    <div class="home-grid">
      <${Watch} data=${data} />
      <${Lines} id="results" title=${t("home.results")} lines=${3} items=${data && (data.results?.nodes ?? [])}
        line=${(/** @type {any} */ one) => html`<${Result} key=${one.id} table=${one} />`}
        none=${t("home.results_none")} told=${t("home.results_none_told")} />
      <${Lines} id="best" title=${t("home.best")} lines=${5} items=${data && (data.leaderboard?.nodes ?? [])}
        line=${(/** @type {any} */ one) => html`<${Ranked} key=${one.place} ranked=${one} />`}
        none=${t("home.best_none")} told=${t("home.best_none_told")}
        more=${html`<a href="/leaderboard" class="small">${t("home.best_all")}</a>`} />
      <div class="home-two">
        <${Lines} id="open" title=${t("home.open")} lines=${2} items=${data && (data.waiting?.nodes ?? [])}
          line=${(/** @type {any} */ one) => html`<${OtherTable} key=${one.id} table=${one} />`}
          none=${t("home.open_none")} told=${t("home.open_none_told")} />
        <${Lines} id="tournaments" title=${t("home.tournaments")} lines=${2} items=${data && (data.tournaments?.nodes ?? [])}
          line=${(/** @type {any} */ one) => html`<${TournamentLine} key=${one.id} tournament=${one} />`}
          none=${t("home.tournaments_none")} told=${t("home.tournaments_none_told")}
          more=${html`<a href="/tournaments" class="small">${t("home.tournaments_all")}</a>`} />
      </div>
    </div>
    <${Developers} />
  </div>`;
}

/**
 * The games that are running; while there is none, one that has ended, from its start.
 * @param {{ data: HomeData | null }} props
 */
function Watch({ data }) {
  const running = data && (data.running?.nodes ?? []);
  const ended = data && !running?.length ? endedGame(data) : null;
  if (ended) {
    return html`<${Lines} id="watch" title=${t("home.watch_ended")} lines=${3} items=${[ended]}
      line=${(/** @type {any} */ one) => html`<${EndedGame} key=${one.table.id} ...${one} />`} none="" told="" />`;
  }
  return html`<${Lines} id="watch" title=${t("home.watch")} lines=${3} items=${running}
    line=${(/** @type {any} */ one) => html`<${OtherTable} key=${one.id} table=${one} />`}
    none=${t("home.watch_none")} told=${t("home.watch_none_told")} />`;
}

/** Playing at once: one press, and one sits at a table. */
function Play() {
  const [wish, put] = useState(remembered);
  const [going, go] = useState(/** @type {"" | "play" | "quick"} */ (""));
  const [problem, fail] = useState(/** @type {any} */ (null));
  const change = (/** @type {Partial<Wish>} */ some) => {
    const next = { ...wish, ...some };
    put(next);
    writeStored("play_now", JSON.stringify(next));
  };
  const start = async (/** @type {"play" | "quick"} */ how) => {
    if (going) return;
    go(how);
    fail(null);
    try {
      await ensureAccount();
      const { players, edition } = wish;
      const input = how === "play" ? { players, edition, aiFill: wish.level, clock: { kind: /** @type {const} */ ("NONE") } } : { players, edition };
      const { quickMatch } = await ask("QuickMatch", { input });
      await navigate(`/table/${quickMatch.table.id}`);
    } catch (error) {
      fail(error);
      go("");
    }
  };
  return html`<div class="home-play">
    <${Button} kind="primary" size="big" class="home-now" id="play-now" busy=${going === "play"} onClick=${() => void start("play")}>
      ${t("home.play", { n: wish.players - 1 })}<//>
    <${Problem} problem=${problem} />
    <p class="small home-note">${t("home.play_told")}</p>
    <div class="home-wish">
      <${Select} label=${t("home.players")} value=${wish.players} onChange=${(/** @type {string} */ one) => change({ players: Number(one) })}
        options=${[2, 3, 4, 5, 6, 7, 8].map((n) => ({ value: n, label: String(n) }))} />
      <${Select} label=${t("ui.edition")} value=${wish.edition} onChange=${(/** @type {any} */ one) => change({ edition: one })}
        options=${["MODERN", "CLASSIC"].map((one) => ({ value: one, label: t(`ui.edition_${one.toLowerCase()}`) }))} />
      <${Select} label=${t("home.level")} value=${wish.level} onChange=${(/** @type {any} */ one) => change({ level: one })}
        options=${["RANDOM", "GREEDY", "PLANNER"].map((one) => ({
          value: one,
          label: t("home.level_named", { level: t(`ui.level.${one.toLowerCase()}`), told: t(`home.level_${one.toLowerCase()}_told`) }),
        }))} />
    </div>
    <div class="row tight home-ways">
      <${Button} id="quick-match" busy=${going === "quick"} title=${t("home.quick_told")} onClick=${() => void start("quick")}>${t("home.quick")}<//>
      <${Button} href="/new">${t("home.more")}<//>
      <${Button} href="/rules">${t("home.learn")}<//>
    </div>
  </div>`;
}

/** The ways in for programs. */
function Developers() {
  const ways = [["/docs", "dev_rest"], ["/graphiql", "dev_graphql"], ["/schema.graphql", "dev_schema"], ["/openapi.json", "dev_openapi"], ["/credentials", "dev_keys"]];
  return html`<section class="panel home-developers" aria-labelledby="developers-title">
    <h2 class="panel-title" id="developers-title">${t("home.developers")}</h2>
    <p class="quiet">${t("home.developers_told")}</p>
    <ul class="plain row">${ways.map(([href, key]) => html`<li key=${key}><a href=${href}>${t(`home.${key}`)}</a></li>`)}</ul>
  </section>`;
}

/** What the page shows, asked again by and by while it is looked at, and at once when something of one's own happens. */
function useHome() {
  const [state, put] = useState(/** @type {{ data: HomeData | null, problem: any }} */ ({ data: null, problem: null }));
  const known = credential.value !== null;
  useEffect(() => {
    let stop = new AbortController();
    let soon = /** @type {ReturnType<typeof setTimeout> | undefined} */ (undefined);
    let gone = false;
    const load = () => {
      stop.abort();
      stop = new AbortController();
      const { signal } = stop;
      ask("Home", { known }, { signal }).then(
        (data) => gone || put({ data, problem: null }),
        (problem) => gone || signal.aborted || put((before) => ({ ...before, problem })),
      );
    };
    const hurry = () => {
      clearTimeout(soon);
      soon = setTimeout(load, 250);
    };
    const seen = () => document.visibilityState === "visible" && load();
    load();
    const beat = setInterval(seen, BEAT_MS);
    document.addEventListener("visibilitychange", seen);
    const unfollow = known ? follow("Notices", {}, { next: hurry, failed: () => undefined }) : () => undefined;
    return () => {
      gone = true;
      stop.abort();
      clearTimeout(soon);
      clearInterval(beat);
      document.removeEventListener("visibilitychange", seen);
      unfollow();
    };
  }, [known]);
  return state;
}
