/**
 * Charts: each is labelled, says its numbers in text too, and takes its colours from the theme.
 *
 * @typedef {import("./scales.mjs").Point} Point
 */
import { html, useId, useState } from "../core/component.mjs";
import { curve, range, share, thinned, ticks } from "./scales.mjs";

const MOST_POINTS = 240;

/**
 * A value over time with the band of its interval; the pointer, or the arrow keys, read single points.
 * @param {{ points: readonly Point[], label: string, told: (point: Point) => string, value?: (value: number) => string,
 *   moment?: (at: number) => string }} given
 */
export function LineBand({ points, label, told, value = String, moment = String }) {
  const [chosen, choose] = useState(-1);
  const shown = thinned(points, MOST_POINTS);
  const spread = range(shown);
  const { line, band, places } = curve(shown, spread);
  const last = shown.length - 1;
  const at = Math.min(chosen, last);
  const steps = ticks(spread.from, spread.to, 4);

  /** @param {PointerEvent & { currentTarget: Element }} event */
  const point = (event) => {
    const box = event.currentTarget.getBoundingClientRect();
    choose(Math.round(share(event.clientX, box.left, box.right) * last));
  };
  /** @param {KeyboardEvent} event */
  const key = (event) => {
    /** @type {Record<string, number>} */
    const to = { ArrowLeft: Math.max(0, (at < 0 ? last + 1 : at) - 1), ArrowRight: Math.min(last, at + 1), Home: 0,
      End: last };
    if (event.key === "Escape") choose(-1);
    else if (event.key in to) {
      event.preventDefault();
      choose(to[event.key]);
    }
  };

  if (last < 0) return null;
  const read = at >= 0 ? shown[at] : shown[last];
  return html`<figure class="chart">
    <figcaption>${label}</figcaption>
    <div class="chart-plot">
      <div class="chart-up" aria-hidden="true">
        ${steps.map((one) => html`<span key=${one}
          style=${{ bottom: `${100 * share(one, spread.from, spread.to)}%` }}>${value(one)}</span>`)}
      </div>
      <div
        class="chart-area"
        role="slider"
        tabindex="0"
        aria-label=${label}
        aria-valuemin="0"
        aria-valuemax=${last}
        aria-valuenow=${at >= 0 ? at : last}
        aria-valuetext=${told(read)}
        onPointerMove=${point}
        onPointerLeave=${() => choose(-1)}
        onKeyDown=${key}
        onBlur=${() => choose(-1)}
      >
        <svg viewBox="0 0 100 100" preserveAspectRatio="none" aria-hidden="true">
          ${steps.map((one) => {
            const y = 100 - 100 * share(one, spread.from, spread.to);
            return html`<line key=${one} class="chart-rule" x1="0" x2="100" y1=${y} y2=${y} />`;
          })}
          <path class="chart-band" d=${band} />
          <path class="chart-line" d=${line} />
          ${at >= 0 && html`<line class="chart-cursor" x1=${places[at].x} x2=${places[at].x} y1="0" y2="100" />`}
        </svg>
        <span class="chart-dot"
          style=${{ left: `${places[at >= 0 ? at : last].x}%`, top: `${places[at >= 0 ? at : last].y}%` }}></span>
      </div>
    </div>
    <div class="chart-along" aria-hidden="true">
      <span>${moment(shown[0].at)}</span><span>${moment(shown[last].at)}</span>
    </div>
    <p class="chart-told">${told(read)}</p>
  </figure>`;
}

/**
 * A value with its interval on a common scale; `middle` is a reference that all of them share. The numbers stand in
 * the text beside it.
 * @param {{ value: number, low: number | null, high: number | null, from: number, to: number, middle?: number }} given
 */
export function Interval({ value, low, high, from, to, middle }) {
  const left = 100 * share(low ?? from, from, to);
  const right = 100 * share(high ?? to, from, to);
  const at = 100 * share(value, from, to);
  return html`<svg class="interval" viewBox="0 0 100 10" preserveAspectRatio="none" aria-hidden="true">
    <rect class="interval-track" x="0" y="4.5" width="100" height="1" />
    ${middle !== undefined && html`<line class="interval-middle" x1=${100 * share(middle, from, to)}
      x2=${100 * share(middle, from, to)} y1="0" y2="10" />`}
    <rect class=${low === null || high === null ? "interval-span open" : "interval-span"} x=${left} y="3"
      width=${Math.max(0.5, right - left)} height="4" />
    <line class="interval-value" x1=${at} x2=${at} y1="0.5" y2="9.5" />
  </svg>`;
}

/**
 * A table of rows, each with a name, a bar with its interval and the numbers in words.
 * @param {{ label: string, head: [string, string], rows: readonly { key: string, name: any, value: number, low:
 *   number | null, high: number | null,
 *   told: string, note?: string }[], from: number, to: number, middle?: number }} given
 */
export function Bars({ label, head, rows, from, to, middle }) {
  return html`<table class="bars">
    <caption>${label}</caption>
    <thead class="hidden"><tr><th scope="col">${head[0]}</th><th scope="col">${head[1]}</th></tr></thead>
    <tbody>
      ${rows.map((one) => html`<tr key=${one.key}>
        <th scope="row">${one.name}${one.note && html`<small>${one.note}</small>`}</th>
        <td>
          <${Interval} value=${one.value} low=${one.low} high=${one.high} from=${from} to=${to} middle=${middle} />
          <span class="bars-told">${one.told}</span>
        </td>
      </tr>`)}
    </tbody>
  </table>`;
}

/**
 * Rows against columns: a table whose cells have their number and a colour, `heat` from 0 to 1 with 0.5 for neither.
 * @param {{ label: string, corner: string, names: readonly string[], short?: readonly string[], cell: (row: number,
 *   column: number) =>
 *   { heat: number, text: string, small?: string, title: string } | null, legend: [string, string, string] }} given
 */
export function HeatMap({ label, corner, names, short = names, cell, legend }) {
  const key = useId();
  return html`<div class="heat">
    <p class="small quiet" aria-hidden="true">${label}</p>
    <div class="scroll" role="region" aria-labelledby=${key} tabindex="0">
      <table class="heat-table">
        <caption class="hidden" id=${key}>${label}</caption>
        <thead>
          <tr>
            <th scope="col" class="heat-corner">${corner}</th>
            ${names.map((name, column) =>
              html`<th key=${column} scope="col"><abbr title=${name}>${short[column]}</abbr></th>`)}
          </tr>
        </thead>
        <tbody>
          ${names.map((name, row) => html`<tr key=${row}>
            <th scope="row"><span class="heat-number">${short[row]}</span> ${short[row] !== name && name}</th>
            ${names.map((_, column) => {
              const found = row === column ? null : cell(row, column);
              if (found === null) return html`<td key=${column} class="heat-none">${row === column ? "" : "–"}</td>`;
              return html`<td key=${column} class=${found.heat < 0.5 ? "heat-cell cold" : "heat-cell"}
                title=${found.title}
                style=${{ "--heat": `${Math.round(Math.abs(found.heat - 0.5) * 200)}%` }}>${found.text}${found.small
                  && html`<small>${found.small}</small>`}</td>`;
            })}
          </tr>`)}
        </tbody>
      </table>
    </div>
    <p class="heat-legend" aria-hidden="true"><span>${legend[0]}</span><i></i><span>${legend[1]}</span>
      <span class="heat-far">${legend[2]}</span></p>
  </div>`;
}

/**
 * How many fall into each step: upright bars over a scale.
 * @param {{ label: string, bins: readonly { from: number, to: number, count: number }[], told: (bin: { from: number,
 *   to: number, count: number }) =>
 *   string, value?: (value: number) => string }} given
 */
export function Histogram({ label, bins, told, value = String }) {
  if (bins.length === 0) return null;
  const most = Math.max(1, ...bins.map((one) => one.count));
  return html`<figure class="chart histogram">
    <figcaption>${label}</figcaption>
    <ul class="histogram-bars">
      ${bins.map((one) => html`<li key=${one.from} title=${told(one)}>
        <span class="hidden">${told(one)}</span>
        <i aria-hidden="true" style=${{ height: `${(100 * one.count) / most}%` }}></i>
      </li>`)}
    </ul>
    <div class="chart-along" aria-hidden="true">
      <span>${value(bins[0].from)}</span><span>${value(bins[bins.length - 1].to)}</span>
    </div>
  </figure>`;
}
