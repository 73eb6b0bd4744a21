// The replay of a game that is over: every moment, with anybody's eyes, and whether it is as it should be.
import { Board, seatNames } from "../board/index.mjs";
import { CorrectionNotice } from "../tournament/correction_notice.mjs";
import { useCards } from "../core/card_catalogue.mjs";
import { ask, Problem as Refused } from "../core/graphql.mjs";
import { html, useEffect, useMemo, useRef, useState } from "../core/component.mjs";
import { t } from "../i18n/index.mjs";
import { inviteTo, withInvite } from "../core/invitation.mjs";
import { GameLog } from "../board/log/log_panel.mjs";
import { tellAction, tellDecision } from "../board/log/log_text.mjs";
import { Button, Copy, Disclosure, Empty, Loading, Panel, Problem } from "../ui/index.mjs";
import { VerifiedMark, Verification, useVerification } from "../verify/verified_mark.mjs";
import { Eyes, Jump, Moves, Scrubber, Speed } from "../replay/controls.mjs";
import { marksOf, partOf, roundsOf } from "../replay/timeline.mjs";
import { openReplay } from "../replay/moment_loader.mjs";
import { addressOf, usePlayback, useStrides } from "../replay/playback.mjs";
import { ScoreSheets } from "../replay/score_table.mjs";

/** The areas of words that this page needs. */
export const words = ["ui", "board", "cards", "log", "replay"];
/** The files of style that this page needs. */
export const styles = ["art", "cards", "board", "log", "replay"];

/** @typedef {NonNullable<import("../core/api").Operations["WatchedTable"]["data"]["table"]>} Table */
/** @typedef {import("../replay/timeline.mjs").Moment} Moment */
/** @typedef {{ course: import("../replay/moment_loader.mjs").Course, eyes: string | null, moment: Moment | null }} Drawn */

/** The title of the page. */
export function title() {
  return t("replay.title");
}

/**
 * @param {{ params: Record<string, string>, query: URLSearchParams }} props
 */
export default function ReplayPage({ params, query }) {
  const [table, setTable] = useState(/** @type {Table | null} */ (null));
  const [problem, setProblem] = useState(/** @type {any} */ (null));
  const [tries, setTries] = useState(0);
  const cards = useCards(table?.edition);
  const id = /** @type {string} */ (params.id);
  const invite = inviteTo(id);
  useEffect(() => {
    const stop = new AbortController();
    setProblem(null);
    ask("WatchedTable", invite ? { id, invite } : { id }, { signal: stop.signal }).then(
      (told) => (told.table ? setTable(told.table) : setProblem(new Refused("not_found", ""))),
      (fault) => !stop.signal.aborted && setProblem(fault),
    );
    return () => stop.abort();
  }, [id, invite, tries]);
  if (problem) {
    return html`<h1>${t("replay.title")}</h1><${Problem} problem=${problem}
      onRetry=${["not_found", "forbidden"].includes(problem.code) ? undefined : () => setTries(tries + 1)} />
      <p><${Button} href="/">${t("replay.home")}<//></p>`;
  }
  if (!table || !cards) return html`<h1 class="hidden">${t("replay.title")}</h1><${Loading} lines=${8} />`;
  if (table.status !== "OVER" || table.sealed) return html`<${NoReplay} table=${table} />`;
  return html`<${Replay} table=${table} invite=${invite} cards=${cards} params=${params} query=${query} />`;
}

/**
 * Why there is nothing to replay, and where to go.
 * @param {{ table: Table }} props
 */
function NoReplay({ table }) {
  const kind = table.sealed ? "sealed" : table.status === "ABORTED" ? "aborted" : table.status === "OPEN" ? "open" : "running";
  const live = kind === "running" || kind === "open";
  const how = kind === "open" ? "runningHow" : `${kind}How`;
  return html`<div class="stack" data-no-replay=${kind}>
    <h1>${table.name || t("replay.title")}</h1>
    <${Empty} title=${t(`replay.${kind}`)} action=${html`<${Button} kind="primary" href=${live ? `/table/${table.id}${withInvite(inviteTo(table.id))}` : "/"}>
      ${t(kind === "running" ? "replay.watch" : kind === "open" ? "replay.table" : "replay.home")}<//>`}>${t(`replay.${how}`)}<//>
  </div>`;
}

/**
 * @param {{ table: Table, invite: string | undefined, cards: import("../core/card_catalogue.mjs").Cards, params: Record<string, string>,
 *   query: URLSearchParams }} props
 */
function Replay({ table, invite, cards, params, query }) {
  const replay = useMemo(() => openReplay(table.id, invite), [table.id, invite]);
  useEffect(() => () => replay.close(), [replay]);
  const head = replay.head.value;
  const of = head?.n ?? Infinity;
  const moving = usePlayback({ table: table.id, invite, params, query, of });
  const { n, eyes } = moving;
  const course = replay.course(eyes, n);
  const loaded = course.loaded.value;
  const [checks, setChecks] = useState({ begins: false, tries: 0 });
  const whole = loaded >= of + 1;
  const saving = Boolean(/** @type {any} */ (navigator).connection?.saveData);
  const begun = useRef(false);
  begun.current ||= checks.begins || (whole && !saving);
  const checking = useVerification(replay, table, checks.tries, begun.current);
  useEffect(() => course.want(n), [course, n]);

  // Until the moment that is wanted is there, the one before stays, as the eyes before saw it.
  const last = useRef(/** @type {Drawn} */ ({ course, eyes, moment: null }));
  const found = course.moments[n];
  if (found) last.current = { course, eyes, moment: found };
  const drawn = last.current;
  const { moment } = drawn;
  const known = drawn.course.loaded.value;

  const names = useMemo(() => seatNames(/** @type {any} */ (table), table.players), [table, t("replay.title")]);
  const marks = useMemo(() => marksOf(drawn.course.moments), [drawn.course, known]);
  const rounds = useMemo(() => roundsOf(marks), [marks]);
  const events = useMemo(
    () => [...drawn.course.opening, ...drawn.course.moments.flatMap((one) => one?.events ?? [])],
    [drawn.course, known],
  );
  const stride = useStrides(moving, marks, rounds, Number.isFinite(of) ? of : 0);
  const here = n === of ? of : (partOf(marks, n)?.n ?? 0);
  const jumps = useMemo(
    () => html`<${Jump} marks=${marks} here=${here} of=${Number.isFinite(of) ? of : 0} names=${names} cards=${cards} onGo=${moving.go} />`,
    [marks, here, of, names, cards, moving.go],
  );
  const below = useMemo(() => head && html`<${Below} table=${table} head=${head} names=${names} cards=${cards} checking=${checking}
    onGo=${moving.go} onStart=${() => setChecks((now) => ({ ...now, begins: true }))} onRetry=${() => {
      replay.course("all").again();
      setChecks((now) => ({ begins: true, tries: now.tries + 1 }));
    }} />`, [table, head, names, cards, checking, moving.go]);
  if (course.problem.value && !moment) {
    return html`<h1>${table.name || t("replay.title")}</h1><${Problem} problem=${course.problem.value} onRetry=${course.again} />`;
  }
  if (!moment || !head) return html`<h1 class="hidden">${table.name || t("replay.title")}</h1><${Loading} lines=${8} />`;
  const viewer = drawn.eyes === null || drawn.eyes === "all" ? null : Number(drawn.eyes);
  const link = (/** @type {number} */ to) => addressOf(table.id, to, eyes, invite);
  const toPart = (/** @type {string} */ part) => {
    document.getElementById(part)?.scrollIntoView({ block: "start" });
    document.getElementById(part)?.focus({ preventScroll: true });
  };
  const toScores = () => {
    moving.go(head.n);
    toPart("scores");
  };
  const toVerification = (/** @type {Event} */ event) => {
    event.preventDefault(); // the fragment of the address stays what it is
    toPart("verification");
  };
  return html`<section id="replay" class="replay" data-n=${n} data-of=${head.n} data-loaded=${loaded}>
    <header class="row apart replay-head">
      <h1>${table.name ? t("replay.titleOf", { name: table.name }) : t("replay.title")}</h1>
      <p class="row replay-links">
        <a href=${`/table/${table.id}${withInvite(invite)}`}>${t("replay.table")}</a>
        ${table.tournament && html`<a href=${`/tournaments/${table.tournament}`}>${t("replay.tournament")}</a>`}
        <a href="#verification" onClick=${toVerification}><${VerifiedMark} checking=${checking} /></a>
      </p>
    </header>
    <div class="replay-strip panel">
      <${Scrubber} n=${n} of=${head.n} round=${moment.position.round} rounds=${rounds} onGo=${moving.go} />
      <div class="replay-row">
        <${Moves} n=${n} of=${head.n} playing=${moving.playing} onMove=${stride} onPlay=${moving.toggle} />
        <${Now} moment=${moment} coming=${!found} n=${n} of=${head.n} viewer=${viewer} eyes=${drawn.eyes} names=${names} cards=${cards} table=${table} />
      </div>
    </div>
    <div class="replay-more">
      <div class="replay-choices">
        <${Eyes} eyes=${eyes} names=${names} onEyes=${moving.setEyes} />
        ${jumps}
        <${Speed} speed=${moving.speed} onSpeed=${moving.setSpeed} />
        <div class="replay-to"><${Button} onClick=${toScores}>${t("replay.toScores")}<//>
          <${Copy} short text=${location.origin + link(n)} label=${t("replay.copy")} /></div>
      </div>
      ${!whole && html`<p class="small quiet" role="status">${t("replay.loading", { n: loaded, of: head.n + 1 })}</p>`}
      ${course.problem.value && html`<${Problem} problem=${course.problem.value} onRetry=${course.again} />`}
      <${Disclosure} summary=${t("replay.keys")} class="keys"><p class="small">${t("replay.keysHow")}</p><//>
    </div>
    <div class="replay-board">
      <${Board} position=${moment.position} number=${moment.n} table=${table} names=${names} cards=${cards} viewer=${viewer} result=${head.result} />
    </div>
    <aside class="replay-log" aria-label=${t("log.log")}>
      <${GameLog} events=${events} names=${names} viewer=${viewer} cards=${cards} limit=${Infinity} link=${link} onGo=${moving.go} current=${n} live=${false} />
    </aside>
    ${below}
  </section>`;
}

/**
 * What stands below the board: the result, and whether all is as it should be.
 * @param {{ table: Table, head: import("../replay/moment_loader.mjs").Head, names: string[], cards: import("../core/card_catalogue.mjs").Cards,
 *   checking: import("../verify/verified_mark.mjs").Checking, onGo: (n: number) => void, onStart: () => void, onRetry: () => void }} props
 */
function Below({ table, head, names, cards, checking, onGo, onStart, onRetry }) {
  return html`
    ${head.result && html`<${Panel} title=${t("replay.result")} id="scores" tabindex="-1" class="replay-scores">
      <${ScoreSheets} scores=${head.scores} places=${head.result.places} left=${head.result.left} names=${names} cards=${cards} /><//>`}
    <${CorrectionNotice} table=${table} names=${names} />
    <${Panel} title=${t("replay.verification")} id="verification" tabindex="-1" class="replay-verification">
      <${Verification} checking=${checking} table=${table} head=${head} onGo=${onGo} onStart=${onStart} onRetry=${onRetry} /><//>`;
}

/**
 * What is decided at this moment, and by whom; the action itself only for eyes that may know it.
 * @param {{ moment: Moment, coming: boolean, n: number, of: number, viewer: number | null, eyes: string | null, names: string[],
 *   cards: import("../core/card_catalogue.mjs").Cards, table: Table }} props
 */
function Now({ moment, coming, n, of, viewer, eyes, names, cards, table }) {
  const listener = { names, viewer, cards };
  const { decision, seat } = moment;
  const open = eyes === "all" || (viewer !== null && viewer === seat);
  const what = !decision || seat === null ? tellDecision(null, 0, listener)
    : open ? t("log.does", { who: names[seat], what: tellAction(moment.do ?? "", listener) })
      : tellDecision(decision.kind, seat, { ...listener, viewer: null });
  const by = moment.by === "default" ? "default" : moment.by === "ai" && seat !== null && table.seats[seat]?.kind !== "AI" ? "ai" : null;
  return html`<p class="replay-now"><strong>${t("replay.moment", { n, of })}</strong>
    <span>${coming ? t("replay.coming") : html`${decision && html`<span class="quiet">${t("replay.next")} </span>`}${what}${by && ` (${t(`replay.by_${by}`)})`}`}</span></p>`;
}
