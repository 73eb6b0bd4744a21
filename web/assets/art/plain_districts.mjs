// The ordinary districts, each as a house of its own.
import { GROUND, cross, dome, door, flag, pane, panes, pillars, roof, teeth, walls, waves } from "./building_shapes.mjs";
import { disc, line, rect, ring } from "./shapes.mjs";

/** @typedef {import("./shapes.mjs").Drawing} Drawing */

/** @type {Record<string, () => Drawing>} */
export const PLAIN = {
  // Religious: steeples and pillars
  temple: () => [
    rect("stone2", 14, 62, 52, 4), rect("stone", 18, 58, 44, 4), walls("wall2", 24, 32, 22, 58),
    door(40, 9, 15, "ink", 58),
    pillars("wall", 20, 5, 9, 22, 58), rect("wall", 16, 33, 48, 4), roof("main", 18, 44, 33, 13),
    disc("lit", 40, 28, 2.5),
  ],
  church: () => [
    walls("wall", 34, 32, 24), roof("main", 34, 32, 42, 14), walls("wall", 18, 18, 36),
    roof("main", 18, 18, 30, 20, 0, 2),
    cross(27, 11), pane(25, 36, 4, 7, true), door(27, 8, 12), panes(43, 48, 2, 1, 11, 0, 5, 9, true),
  ],
  monastery: () => [
    walls("wall", 10, 60, 24), roof("main", 10, 60, 42, 10, 44), walls("wall", 33, 14, 36),
    roof("main", 33, 14, 30, 12),
    cross(40, 19), pane(38, 34, 4, 6, true), panes(14, 49, 2, 1, 8, 0, 5, 9, true),
    panes(53, 49, 2, 1, 8, 0, 5, 9, true), door(40, 9, 14),
  ],
  cathedral: () => [
    walls("wall", 27, 26, 34), roof("main", 27, 26, 32, 14), walls("wall", 12, 16, 42), walls("wall", 52, 16, 42),
    roof("main", 12, 16, 24, 19, 0, 2), roof("main", 52, 16, 24, 19, 0, 2), cross(20, 6, 6), cross(60, 6, 6),
    cross(40, 18, 6),
    disc("lit", 40, 38, 5.5), line("wall2", 1, "M40 33v11M34.5 38h11"), door(40, 11, 17),
    panes(18, 30, 1, 2, 0, 15, 4, 9, true),
    panes(58, 30, 1, 2, 0, 15, 4, 9, true),
  ],
  // Military: battlements
  watchtower: () => [
    walls("stone", 31, 18, 40), rect("stone2", 28, 24, 24, 5), teeth("stone", 27, 26, 21, 5), pane(37, 34, 5, 8, true),
    door(40, 8, 12),
    roof("main", 33, 14, 17, 12), line("wood2", 1.5, "M35 21v-4M45 21v-4"), line("soft", 1, "M33 46h5M42 50h5M34 58h5"),
  ],
  prison: () => [
    walls("stone", 16, 48, 32), teeth("main", 14, 52, 34, 9), panes(22, 42, 3, 1, 14, 0, 8, 8),
    line("ink", 1.4, "M24.5 42v8M27.5 42v8M38.5 42v8M41.5 42v8M52.5 42v8M55.5 42v8"), door(40, 10, 12, "ink"),
    line("stone2", 1, "M37 56v10M40 54v12M43 56v10"),
  ],
  barracks: () => [
    walls("wall2", 10, 60, 22), roof("main", 10, 60, 44, 12, 48), panes(15, 50, 2, 1, 9, 0, 5, 6),
    panes(52, 50, 2, 1, 9, 0, 5, 6), door(40, 12, 15),
    line("steel", 2, "M33 40l14-12M47 40l-14-12"), flag(16, 34), flag(60, 34),
  ],
  battlefield: () => [
    ["leaf2", `M4 ${GROUND}q18-16 38-8t34 8z`], line("wood", 2.2, "M24 60L34 26M56 60L46 26"),
    line("steel", 2.5, "M34 26l1-5M46 26l-1-5"),
    flag(40, 58, "main", 38), disc("wood", 26, 54, 7), disc("main", 26, 54, 5), disc("gold", 26, 54, 1.8),
    disc("steel2", 55, 56, 6), disc("steel", 55, 56, 3.5),
  ],
  fortress: () => [
    walls("stone", 24, 32, 32), teeth("stone", 22, 36, 33, 7), walls("stone", 10, 17, 42), walls("stone", 53, 17, 42),
    teeth("main", 8, 21, 24, 5),
    teeth("main", 51, 21, 24, 5), walls("stone2", 33, 14, 48), teeth("main", 31, 18, 17, 5), flag(40, 14, "main", 11),
    pane(38, 26, 4, 7, true),
    pane(16, 34, 4, 7, true), pane(60, 34, 4, 7, true), door(40, 13, 17, "wood2"),
    line("stone2", 1, "M36 52v14M40 49v17M44 52v14M34 58h12"),
  ],
  // Noble: flags and gilded roofs
  manor: () => [
    walls("wall", 14, 52, 26), roof("main", 14, 52, 40, 14, 30), walls("wall", 32, 16, 32),
    roof("main", 32, 16, 34, 11), door(40, 9, 13),
    disc("lit", 40, 38, 3), panes(18, 46, 2, 1, 7, 0, 4, 7), panes(52, 46, 2, 1, 7, 0, 4, 7),
    rect("wood", 54, 22, 4, 8), rect("wood", 21, 22, 4, 8),
  ],
  castle: () => [
    walls("wall", 22, 36, 28), teeth("wall2", 20, 40, 39, 9), walls("wall", 12, 14, 38), walls("wall", 54, 14, 38),
    roof("main", 12, 14, 28, 17, 0, 2),
    roof("main", 54, 14, 28, 17, 0, 2), walls("wall", 33, 14, 42), roof("main", 33, 14, 24, 13, 0, 2),
    flag(40, 12, "red", 9), panes(17, 34, 1, 2, 0, 13, 4, 7, true),
    panes(59, 34, 1, 2, 0, 13, 4, 7, true), pane(38, 30, 4, 7, true), door(40, 11, 15),
  ],
  palace: () => [
    walls("wall", 8, 64, 26), rect("main", 6, 38, 68, 4), walls("wall", 28, 24, 36), dome("main", 40, 30, 13, 14),
    line("gold", 1.6, "M40 16v-7"), disc("gold", 40, 8, 2),
    dome("main", 14, 38, 6, 8), dome("main", 66, 38, 6, 8), panes(12, 47, 2, 1, 7, 0, 4, 10, true),
    panes(57, 47, 2, 1, 7, 0, 4, 10, true),
    panes(31, 36, 3, 1, 7, 0, 4, 8, true), door(40, 12, 16, "gold2"), pillars("cream", 31, 2, 15, 20, GROUND, 3),
  ],
  // Trade: awnings, signs, ships
  tavern: () => [
    walls("wall", 18, 40, 28), line("wood", 2, "M18 40h40M18 52h40M31 38v14M45 38v14"), roof("main", 18, 40, 38, 17),
    rect("wood2", 48, 20, 5, 10),
    panes(22, 43, 1, 1, 0, 0, 6, 6), panes(48, 43, 1, 1, 0, 0, 6, 6), door(30, 9, 12), pane(44, 56, 9, 6),
    line("wood2", 1.6, "M58 46h10M66 46v3"),
    rect("gold", 62, 49, 8, 8), rect("white", 61.5, 47.5, 9, 3), line("gold2", 1.4, "M70 51h2.5v4h-2.5"),
  ],
  market: () => [
    rect("wood", 12, 44, 2.5, 22), rect("wood", 66, 44, 2.5, 22), rect("wood2", 10, 55, 60, 4),
    walls("wood", 13, 54, 7), awning(8, 36, 64, 8),
    disc("red", 20, 53, 3), disc("red", 25, 53, 3), disc("gold", 34, 53, 3), disc("gold", 39, 53, 3),
    disc("leaf", 49, 53, 3.5), disc("leaf", 55, 53, 3.5), disc("rose", 62, 53, 3),
  ],
  trading_post: () => [
    walls("wood", 18, 44, 26), line("wood2", 1.2, "M18 46h44M18 53h44M18 60h44"), roof("main", 18, 44, 40, 15, 10),
    awning(20, 46, 24, 5), door(53, 10, 15), pane(24, 53, 14, 7),
    disc("wood2", 70, 61, 5), ring("gold2", 70, 61, 5, 1.2), rect("wood2", 4, 56, 10, 10),
    line("gold2", 1, "M4 56l10 10M14 56l-10 10"),
  ],
  docks: () => [
    waves(0, 80), rect("wood", 6, 55, 42, 4), pillars("wood2", 9, 4, 11, 10, 66, 3), walls("wall", 10, 22, 20, 55),
    roof("main", 10, 22, 35, 11), door(21, 7, 10, "wood2", 55),
    line("wood2", 2.5, "M40 55V20L60 26"), line("wood2", 1.2, "M60 26v12"), rect("gold2", 55, 38, 10, 8),
    line("wood2", 1, "M55 42h10M60 38v8"), ["wood", "M52 58h22l-4 7H56z"],
  ],
  harbor: () => [
    waves(0, 80), ["wood", "M14 50h46c-1 8-6 12-12 12H26c-7 0-11-5-12-12z"], ["wood2", "M14 50h46l-.6 3H14.5z"],
    line("wood2", 2, "M36 50V10M52 50V22M22 50V24"),
    ["main", "M37 14c12 3 14 14 12 20H37z"], ["pale", "M35 18c-9 3-13 12-14 18h14z"],
    ["main", "M37 36h13c0 6-1 9-3 11H37z"], flag(36, 14, "red", 8),
    rect("stone", 66, 40, 10, 22), teeth("stone2", 65, 12, 40, 5, 3), disc("lit", 71, 46, 2.2),
  ],
  town_hall: () => [
    walls("wall", 10, 60, 28), rect("main", 8, 36, 64, 4), panes(15, 43, 2, 2, 9, 11, 5, 7),
    panes(52, 43, 2, 2, 9, 11, 5, 7), walls("wall", 31, 18, 44), roof("main", 31, 18, 22, 14, 4),
    flag(40, 9, "main", 8), disc("white", 40, 31, 6), ring("gold2", 40, 31, 6, 1.4), line("ink", 1.2, "M40 27v4l3 2"),
    door(40, 11, 15), panes(34, 41, 2, 1, 8, 0, 4, 6),
  ],
};

/**
 * An awning of stripes.
 * @param {number} x @param {number} y @param {number} w @param {number} stripes
 * @returns {Drawing}
 */
function awning(x, y, w, stripes) {
  const step = w / stripes;
  const all = [];
  for (let at = 0; at < stripes; at++) {
    const left = x + at * step;
    all.push(/** @type {import("./shapes.mjs").Shape} */ ([
      at % 2 ? "white" : "main",
      `M${left} ${y}h${step}v9a${step / 2} 4 0 0 1 ${-step} 0z`,
    ]));
  }
  return [...all, rect("shade", x, y, w, 2.5)];
}
