// The log of a game in words: under rounds and turns, each line a way to its moment. Wants the words "log" and the style "log".
import { html, useEffect, useLayoutEffect, useMemo, useRef, useState } from "../../core/component.mjs";
import { language, t } from "../../i18n/index.mjs";
import { grouped, linesOf } from "./log_lines.mjs";
import { tellEvent } from "./log_text.mjs";

/** @typedef {import("./grammar.mjs").Listener} Listener */
/** @typedef {import("./log_lines.mjs").Turn} Turn */

/**
 * @param {Turn} turn
 * @param {string[]} names
 * @param {Listener["cards"]} cards
 */
function heading(turn, names, cards) {
  if (turn.kind === "draft") return t("log.logDraft");
  if (turn.kind === "table" || turn.seat === null || !turn.character) return null;
  const card = cards?.character(turn.character)?.name ?? turn.character;
  return t("log.logTurn", { card, who: names[turn.seat] ?? String(turn.seat + 1) });
}

/** @typedef {{ element: HTMLElement, n: number }} Drawn */

/**
 * Mark the lines of the moment that is shown, and bring the last of them into sight within the log alone.
 * @param {HTMLElement} box
 * @param {readonly Drawn[]} drawn
 * @param {number} current
 */
function markLines(box, drawn, current) {
  for (const line of box.querySelectorAll("[aria-current]")) line.removeAttribute("aria-current");
  let after = 0;
  for (let high = drawn.length; after < high; ) {
    const middle = (after + high) >> 1;
    if (/** @type {Drawn} */ (drawn[middle]).n <= current) after = middle + 1;
    else high = middle;
  }
  for (let at = after - 1; drawn[at]?.n === current; at--) drawn[at]?.element.setAttribute("aria-current", "step");
  const last = drawn[after - 1]?.element;
  if (!last) box.scrollTop = 0;
  else if (last.offsetTop < box.scrollTop + 40 || last.offsetTop > box.scrollTop + box.clientHeight - 60) {
    box.scrollTop = last.offsetTop - box.clientHeight / 2;
  }
}

/**
 * What happened, line by line.
 * @param {object} props
 * @param {readonly Record<string, any>[]} props.events in order; an event's own `n` names its moment
 * @param {string[]} props.names
 * @param {number | null} [props.viewer]
 * @param {Listener["cards"]} [props.cards]
 * @param {number} [props.limit] how many lines stand there at first: the newest
 * @param {((n: number) => string) | null} [props.link] the address of a moment, once the game is over
 * @param {(n: number) => void} [props.onGo] called in place of following the link
 * @param {number | null} [props.current] the moment that is shown
 * @param {boolean} [props.live] whether new lines are read out
 */
export function GameLog({ events, names, viewer = null, cards = null, limit = 200, link = null, onGo, current = null, live = true }) {
  const box = useRef(/** @type {HTMLDivElement | null} */ (null));
  const stuck = useRef(true);
  const drawn = useRef(/** @type {Drawn[]} */ ([]));
  const going = useRef(onGo);
  going.current = onGo;
  const [more, setMore] = useState(0);
  const spoken = language.value;
  const lines = useMemo(() => linesOf(events), [events, events.length]);
  const hidden = Math.max(0, lines.length - limit - more);
  const linked = link !== null;
  const words = names.join("\n");

  const list = useMemo(() => {
    const listener = { names, viewer, cards };
    return grouped(lines.slice(hidden)).map((round) => html`
      <li key=${round.key} class="log-round">
        ${round.round !== null && html`<h3>${t("log.logRound", { round: round.round })}</h3>`}
        <ol>
          ${round.turns.map((turn) => {
            const head = heading(turn, names, cards);
            return html`<li key=${turn.key} class="log-turn" data-kind=${turn.kind}>
              ${head && html`<h4>${head}</h4>`}
              <ol>
                ${turn.lines.map(({ key, n, event }) => html`<li key=${key} data-n=${n} data-kind=${event.kind}>
                  <span>${tellEvent(event, listener)}</span>
                  ${link && n !== null && html`<a href=${link(n)} class="log-go" tabindex="-1" data-go=${n} aria-label=${t("log.logMoment")}>
                    <span aria-hidden="true">›</span></a>`}
                </li>`)}
              </ol>
            </li>`;
          })}
        </ol>
      </li>`);
  }, [lines, hidden, words, viewer, cards, spoken, linked]);

  useLayoutEffect(() => {
    const all = /** @type {HTMLElement[]} */ ([...(box.current?.querySelectorAll("li[data-n]") ?? [])]);
    drawn.current = all.map((element) => ({ element, n: Number(element.dataset.n) }));
  }, [list]);

  useLayoutEffect(() => {
    const element = box.current;
    if (!element) return;
    if (current !== null) markLines(element, drawn.current, current);
    else if (stuck.current) element.scrollTop = element.scrollHeight;
  }, [list, current]);

  useEffect(() => {
    const element = box.current;
    if (!element) return undefined;
    const scrolled = () => {
      stuck.current = element.scrollTop + element.clientHeight > element.scrollHeight - 48;
    };
    /** @param {MouseEvent} event */
    const clicked = (event) => {
      const to = /** @type {HTMLElement} */ (event.target).closest("[data-go]");
      if (!to || !going.current || event.ctrlKey || event.metaKey || event.shiftKey) return;
      event.preventDefault();
      going.current(Number(/** @type {HTMLElement} */ (to).dataset.go));
    };
    /** @param {KeyboardEvent} event */
    const pressed = (event) => {
      const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
      const links = /** @type {HTMLElement[]} */ ([...element.querySelectorAll(".log-go")]);
      if (!step || !links.length) return;
      const at = links.indexOf(/** @type {HTMLElement} */ (document.activeElement));
      const shown = links.findIndex((one) => one.parentElement?.hasAttribute("aria-current"));
      event.preventDefault();
      links[Math.min(Math.max(0, at < 0 ? shown : at + step), links.length - 1)]?.focus();
    };
    element.addEventListener("keydown", pressed);
    element.addEventListener("scroll", scrolled, { passive: true });
    element.addEventListener("click", clicked);
    return () => {
      element.removeEventListener("keydown", pressed);
      element.removeEventListener("scroll", scrolled);
      element.removeEventListener("click", clicked);
    };
  }, []);

  return html`
    <div class="log" ref=${box} role="log" tabindex="0" aria-label=${t("log.log")} aria-live=${live ? "polite" : "off"}>
      ${hidden > 0 && html`<button type="button" class="log-earlier" onClick=${() => setMore(more + 500)}>
        ${t("log.logEarlier", { n: hidden })}</button>`}
      ${lines.length === 0 ? html`<p class="log-empty">${t("log.logEmpty")}</p>` : html`<ol>${list}</ol>`}
    </div>`;
}
