// The way through a game: step, turn, round, a slider with the rounds, play and pause. Wants the words "replay".
import { html, useMemo } from "../core/component.mjs";
import { t } from "../i18n/index.mjs";
import { Button, Select } from "../ui/index.mjs";

/** @typedef {import("./timeline.mjs").Mark} Mark */
/** @typedef {import("./replay_keys.mjs").Stride} Stride */

const PATHS = {
  end: "M6 5v14M19 5l-9 7 9 7z",
  round: "M12 5l-7 7 7 7M19 5l-7 7 7 7",
  turn: "M16 5l-8 7 8 7z",
  step: "M15 5l-7 7 7 7",
};
/** The speeds of playing, in moments a second. */
export const SPEEDS = [0.5, 1, 2, 4, 8, 16];

/** @param {{ stride: Stride, way: 1 | -1 }} props */
const Icon = ({ stride, way }) => html`<svg class=${`move ${way > 0 ? "on" : "back"}`} viewBox="0 0 24 24" width="20" height="20" aria-hidden="true">
  <path d=${PATHS[stride]} /></svg>`;

/** @type {ReadonlyArray<readonly [Stride, 1 | -1, string, string]>} */
const MOVES = [
  ["end", -1, "first", "Home"], ["round", -1, "backRound", "PageUp"], ["turn", -1, "backTurn", "Shift+ArrowLeft"], ["step", -1, "back", "ArrowLeft"],
  ["step", 1, "forward", "ArrowRight"], ["turn", 1, "forwardTurn", "Shift+ArrowRight"], ["round", 1, "forwardRound", "PageDown"], ["end", 1, "last", "End"],
];

/**
 * The slider, with a mark where each round begins.
 * @param {{ n: number, of: number, round: number, rounds: readonly Mark[], onGo: (n: number) => void }} props
 */
export function Scrubber({ n, of, round, rounds, onGo }) {
  const ticks = useMemo(() => {
    let last = -1;
    return rounds.map((mark) => {
      const share = of ? mark.n / of : 0;
      const room = share - last > 0.045;
      if (room) last = share;
      return html`<span key=${mark.n} class="tick" style=${{ left: `${(100 * share).toFixed(2)}%` }}>${room && html`<span>${mark.round}</span>`}</span>`;
    });
  }, [rounds, of]);
  return html`<div class="scrubber">
    <input type="range" id="scrub" min="0" max=${of} step="1" value=${n} aria-label=${t("replay.position")}
      aria-valuetext=${t("replay.momentIn", { n, of, round })}
      onInput=${(/** @type {any} */ event) => onGo(Number(event.currentTarget.value))} />
    <div class="ticks" aria-hidden="true">${ticks}</div>
  </div>`;
}

/**
 * The buttons.
 * @param {{ n: number, of: number, playing: boolean, onMove: (stride: Stride, way: 1 | -1) => void, onPlay: () => void }} props
 */
export function Moves({ n, of, playing, onMove, onPlay }) {
  const move = (/** @type {readonly [Stride, 1 | -1, string, string]} */ [stride, way, key, shortcut]) => html`<${Button}
    key=${key} kind="quiet" class="move-button" data-move=${`${stride} ${way}`} aria-label=${t(`replay.${key}`)} aria-keyshortcuts=${shortcut}
    title=${t(`replay.${key}`)} aria-disabled=${(way < 0 ? n === 0 : n === of) ? "true" : undefined} onClick=${() => onMove(stride, way)}>
    <${Icon} stride=${stride} way=${way} /><//>`;
  return html`<div class="moves" role="group" aria-label=${t("replay.controls")}>
      ${MOVES.slice(0, 4).map(move)}
      <${Button} kind="primary" class="play-button" data-playing=${playing} aria-label=${t(playing ? "replay.pause" : "replay.play")}
        title=${t(playing ? "replay.pause" : "replay.play")} onClick=${onPlay}>
        <svg viewBox="0 0 24 24" width="20" height="20" aria-hidden="true"><path d=${playing ? "M7 5h3v14H7zM14 5h3v14h-3z" : "M7 4l13 8-13 8z"} /></svg><//>
      ${MOVES.slice(4).map(move)}
  </div>`;
}

/**
 * Jump to a round, a turn, or the end; `here` is where the part begins that is shown.
 * @param {{ marks: readonly Mark[], here: number, of: number, names: readonly string[],
 *   cards: import("../core/card_catalogue.mjs").Cards, onGo: (n: number) => void }} props
 */
export function Jump({ marks, here, of, names, cards, onGo }) {
  const options = marks.map((mark) => ({
    value: mark.n,
    label: mark.character === null ? t("replay.draft", { round: mark.round })
      : t("replay.turnOf", { round: mark.round, card: cards.character(mark.character).name, who: mark.seat === null ? "?" : (names[mark.seat] ?? "") }),
  }));
  return html`<${Select} label=${t("replay.jump")} class="jump" value=${here} onChange=${(/** @type {string} */ to) => onGo(Number(to))}
    options=${[...options, { value: of, label: t("replay.end") }]} />`;
}

/**
 * How fast it plays.
 * @param {{ speed: number, onSpeed: (speed: number) => void }} props
 */
export function Speed({ speed, onSpeed }) {
  return html`<${Select} label=${t("replay.speed")} value=${speed} class="speed" onChange=${(/** @type {string} */ value) => onSpeed(Number(value))}
    options=${SPEEDS.map((one) => ({ value: one, label: t("replay.speedIs", { n: one }) }))} />`;
}

/**
 * Whose eyes.
 * @param {{ eyes: string | null, names: readonly string[], onEyes: (eyes: string | null) => void }} props
 */
export function Eyes({ eyes, names, onEyes }) {
  const options = [
    { value: "", label: t("replay.spectators") },
    { value: "all", label: t("replay.everything") },
    ...names.map((who, seat) => ({ value: String(seat), label: t("replay.seat", { who, seat: seat + 1 }) })),
  ];
  return html`<${Select} label=${t("replay.eyes")} class="eyes" value=${eyes ?? ""} options=${options}
    onChange=${(/** @type {string} */ value) => onEyes(value || null)} />`;
}
