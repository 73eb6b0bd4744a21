// Who sits where: person, program or house, whether still there, whose time runs, and how much of it is left.
import { html, signal, useEffect, useRef } from "../core/component.mjs";
import { duration, t } from "../i18n/index.mjs";
import { Badge } from "../ui/index.mjs";
import { bankLeft, timeLeft, urgency } from "./time_left.mjs";

/** @typedef {import("./table_store.mjs").Table} Table */
/** @typedef {import("./table_reducer.mjs").Known} Known */

const now = signal(Date.now());
let users = 0;
/** @type {ReturnType<typeof setInterval> | undefined} */
let beat;

/** Ticks while somebody looks at a clock. */
function useTicking() {
  useEffect(() => {
    if (users++ === 0) beat = setInterval(() => (now.value = Date.now()), 250);
    return () => {
      if (--users === 0) clearInterval(beat);
    };
  }, []);
}

/**
 * The time left for the decision awaited; said aloud once when ten seconds are left to the viewer.
 * @param {{ known: Known, own: boolean }} props
 */
export function DecisionClock({ known, own }) {
  useTicking();
  const warned = useRef(-1);
  const decision = known.stand?.decision;
  const left = timeLeft(decision, now.value, known.skew);
  const state = urgency(left);
  const n = decision?.n ?? -1;
  if (own && state === "soon" && warned.current !== n) warned.current = n;
  if (left === null) return null;
  return html`<span class=${`clock ${state}`} data-clock role="timer" aria-label=${t("play.time_left", { time: duration(left) })}>
    <span aria-hidden="true">${left > 86_400_000 ? t("play.days", { n: Math.floor(left / 86_400_000) }) : duration(left)}</span>
    <span class="hidden" role="alert">${own && warned.current === n ? t("play.hurry") : ""}</span>
  </span>`;
}

/**
 * The seats as a list.
 * @param {{ table: Table, names: string[], known: Known }} props
 */
export function Seats({ table, names, known }) {
  useTicking();
  const acting = table.status === "RUNNING" ? known.stand?.notation.decision?.seat : undefined;
  const left = timeLeft(known.stand?.decision, now.value, known.skew);
  return html`<ul class="plain who-sits">
    ${table.seats.map((seat) => {
      const time = bankLeft(table.clock, seat, seat.seat === acting, left);
      return html`<li key=${seat.seat} class=${seat.seat === acting ? "acting" : ""} data-seat=${seat.seat}>
        <span class="grow ellipsis">${seat.player?.account ? html`<a href=${`/players/${seat.player.account}`}>${names[seat.seat]}</a>` : names[seat.seat]}</span>
        ${seat.seat === table.yourSeat && html`<${Badge} kind="accent">${t("play.you")}<//>`}
        <${Kind} seat=${seat} />
        ${time !== null && html`<span class="figure">${duration(time)}</span>`}
      </li>`;
    })}
  </ul>`;
}

/** @param {{ seat: Table["seats"][number] }} props */
export function Kind({ seat }) {
  if (seat.left) return html`<${Badge} kind="bad">${t(`play.left_${seat.left}`)}<//>`;
  if (seat.level && seat.kind !== "AI") return html`<${Badge}>${t("play.taken_over")}<//>`;
  if (seat.kind === "AI") return html`<${Badge}>${t("play.kind_ai")}<//>`;
  if (seat.kind === "BOT") return html`<${Badge}>${t("play.kind_bot")}<//>`;
  return null;
}
