// The unique districts, each by what it is known for.
import { GROUND, cross, dome, door, flag, pane, panes, pillars, roof, teeth, tree, walls } from "./building_shapes.mjs";
import { disc, line, rect, ring, star } from "./shapes.mjs";

/** @typedef {import("./shapes.mjs").Drawing} Drawing */

/** @type {Record<string, () => Drawing>} */
export const UNIQUE = {
  armory: () => [
    walls("stone", 14, 52, 30), roof("main", 14, 52, 36, 14, 20), door(40, 13, 15),
    line("steel", 2.5, "M20 56l14-16M34 56l-14-16"),
    line("gold2", 2, "M22 50l5 5M32 50l-5 5"), ["main", "M47 41h14v8q0 6-7 9q-7-3-7-9z"],
    ["light", "M54 41h7v8q0 6-7 9z"], disc("red", 40, 31, 4), line("gold", 1.6, "M43 28q2-4 5-3"),
  ],
  ball_room: () => [
    walls("wall", 10, 60, 30), rect("main", 8, 34, 64, 4), dome("main", 40, 34, 18, 16),
    panes(14, 43, 5, 1, 11.5, 0, 7, 15, true),
    line("gold", 1.6, "M40 18v-6"), star("gold", 40, 10, 4),
    line("gold", 1.4, "M40 40v5M35 47h10M35 47v-2M40 47v-2M45 47v-2"),
  ],
  basilica: () => [
    walls("wall", 8, 64, 20), roof("main", 8, 64, 46, 7, 52), walls("wall", 24, 32, 34), dome("main", 40, 32, 17, 18),
    walls("wall", 36, 8, 6, 14), roof("main", 36, 8, 8, 4, 0, 1),
    cross(40, 5, 5), panes(28, 38, 3, 1, 10, 0, 5, 8, true), door(40, 11, 15), panes(12, 51, 1, 1, 0, 0, 6, 9, true),
    panes(62, 51, 1, 1, 0, 0, 6, 9, true),
  ],
  bell_tower: () => [
    walls("stone", 28, 24, 50), rect("stone2", 25, 38, 30, 3), ["ink", "M33 36V26a7 7 0 0 1 14 0v10z"],
    ["gold", "M35 34q1-9 5-9t5 9z"], disc("gold2", 40, 34.5, 1.8), roof("main", 28, 24, 17, 13, 0, 3),
    pane(38, 45, 4, 7, true), door(40, 9, 11),
  ],
  capitol: () => [
    rect("stone2", 8, 62, 64, 4), rect("stone", 12, 58, 56, 4), walls("wall2", 16, 48, 18, 58),
    pillars("wall", 16, 6, 9, 18, 58), rect("wall", 12, 36, 56, 4), roof("main", 14, 52, 36, 9),
    walls("wall", 31, 18, 8, 30), dome("main", 40, 24, 10, 11), flag(40, 13, "main", 9), door(40, 8, 12, "ink", 58),
  ],
  dragon_gate: () => [
    walls("stone", 10, 18, 38), walls("stone", 52, 18, 38), ["ink", "M28 66V44a12 12 0 0 1 24 0v22z"],
    walls("main", 8, 64, 8, 32), teeth("main", 6, 68, 23, 9),
    ["green", "M26 22q4-12 14-9q10-9 16 0q-6-2-7 3q6 4 2 8q-3 3-9 2q4-2 2-5q-5-2-8 2q-3 3-8 2q-4-1-2-3z"],
    disc("gold", 44, 14, 1.5), line("green", 2.5, "M26 22q-9 2-7 9q2 4-3 5"),
    ["red", "M56 14l7-2l-2 3l5 1l-9 2z"], pane(17, 44, 4, 7, true), pane(59, 44, 4, 7, true),
    line("gold2", 1.5, "M34 66V48M40 66V45M46 66V48"),
  ],
  factory: () => [
    walls("wall2", 10, 58, 24), ["main", "M10 42l14-11v11l14-11v11l14-11v11h16v0H10z"], rect("stone2", 58, 18, 8, 26),
    rect("main", 57, 16, 10, 4), disc("stone", 62, 11, 4), disc("stone", 68, 7, 5),
    disc("stone", 74, 3, 4), panes(15, 47, 3, 1, 12, 0, 8, 6), door(60, 10, 13), ring("gold2", 30, 60, 4, 2.5),
    line("gold2", 1.5, "M30 53.5v13M23.5 60h13M25.5 55.5l9 9M34.5 55.5l-9 9"),
  ],
  framework: () => [
    line("wood", 3, "M16 66V26M32 66V20M48 66V20M64 66V34"), line("wood", 2.5, "M12 54h56M12 40h56M16 26h32"),
    line("wood2", 2, "M16 54l16-14M48 54l16-14M32 40l16-14M16 40l16-14"),
    ["main", "M12 26L32 12l20 14h-4L32 15.5L16 26z"], line("stone2", 1.5, "M56 34V14h14M66 14v10"),
    rect("stone", 61, 24, 10, 7), walls("wall", 34, 12, 10),
  ],
  gold_mine: () => [
    ["stone2", "M2 66L22 26l10 10L46 12l32 54z"], ["shade", "M46 12l32 54H56z"],
    ["ink", "M26 66V52a12 12 0 0 1 24 0v14z"], line("wood", 3, "M26 66V52M50 66V52M24 51h28"),
    line("gold", 2, "M52 34l4-5M60 46l4-3M22 40l-3 5M40 26l3-5"), ["wood", "M31 56h18l-3 7H34z"],
    disc("gold", 36, 55, 3), disc("gold", 41, 53.5, 3.5), disc("gold", 45, 55.5, 2.5), disc("ink", 36, 64.5, 2),
    disc("ink", 44, 64.5, 2),
  ],
  graveyard: () => [
    tree(66, 0, 0), line("wood2", 2.5, "M66 66V40M66 50l-8-8M66 46l7-9M60 44l-1-6"),
    ["leaf2", "M2 66q20-8 40-5t36 5z"], ["stone", "M14 64V48a7 7 0 0 1 14 0v16z"],
    line("stone2", 1.5, "M21 46v8M18 49h6"),
    ["main", "M34 64V42a8 8 0 0 1 16 0v22z"], line("white", 1.6, "M42 41v10M38 45h8"),
    line("stone", 3, "M57 64V52M53 56h8"), disc("lit", 14, 18, 7), disc("night", 17, 16, 6),
  ],
  great_wall: () => [
    ["leaf2", "M0 66L20 44l20 12l22-16l18 14v12z"], ["stone", "M0 56l18-16h10l12 12h4l16-14h8l12 10v18H0z"],
    line("stone2", 1.2, "M0 62h80M10 56v6M24 56v6M38 58v4M56 52v10M68 54v8"), walls("stone", 14, 16, 22, 48),
    teeth("main", 12, 20, 25, 5), walls("stone", 56, 14, 20, 44), teeth("main", 54, 18, 23, 5),
    pane(20, 34, 4, 6, true), pane(61, 32, 4, 6, true), flag(22, 22, "main", 10),
  ],
  haunted_city: () => ghosts(),
  haunted_quarter: () => ghosts(),
  hospital: () => [
    walls("wall", 10, 60, 28), roof("main", 10, 60, 38, 10, 46), walls("wall", 31, 18, 36),
    roof("main", 31, 18, 30, 11), disc("white", 40, 37, 6), line("red", 2.5, "M40 33.5v7M36.5 37h7"),
    panes(15, 45, 2, 1, 8, 0, 5, 8), panes(53, 45, 2, 1, 8, 0, 5, 8), door(40, 10, 14),
  ],
  imperial_treasury: () => [
    walls("wall", 12, 56, 30), rect("main", 9, 34, 62, 4), dome("main", 40, 34, 12, 10),
    panes(16, 42, 1, 1, 0, 0, 6, 10, true), panes(58, 42, 1, 1, 0, 0, 6, 10, true), line("gold", 1.6, "M40 24v-5"),
    disc("gold", 40, 17, 3), rect("wood", 27, 50, 26, 16), ["wood2", "M27 50a13 9 0 0 1 26 0z"],
    rect("gold", 37, 50, 6, 7), line("gold2", 1.4, "M27 55h26"), disc("gold", 57, 63, 3), disc("gold", 62, 64, 3),
    disc("gold", 60, 59, 3),
  ],
  ivory_tower: () => [
    ["white", "M31 66L34 22h12l3 44z"], ["soft", "M42 22h4l3 44h-7z"], rect("cream", 30, 19, 20, 4),
    roof("main", 32, 16, 19, 16, 0, 3), star("gold", 40, 4.5, 3.5), pane(38, 27, 4, 7, true), pane(38, 41, 4, 7, true),
    door(40, 8, 11, "gold2"),
    line("cream", 1.5, "M33 36h14M32 50h16"), tree(20, 6, 5), tree(62, 7, 5),
  ],
  keep: () => [
    walls("stone", 20, 40, 44), teeth("main", 17, 46, 22, 7, 5), rect("stone2", 17, 22, 46, 4),
    panes(27, 32, 3, 1, 11, 0, 4, 8, true), line("soft", 1.2, "M22 46h7M34 49h7M48 45h8M24 56h6M50 58h8"),
    door(40, 14, 17), line("stone2", 1.2, "M36 53v13M40 50v16M44 53v13M33 58h14"), flag(28, 17, "main", 10),
  ],
  laboratory: () => [
    walls("wall2", 12, 56, 22), roof("main", 12, 56, 44, 10, 40),
    ["glass", "M35 12h10v10l11 17a4 4 0 0 1-3 6H27a4 4 0 0 1-3-6l11-17z"],
    ["green", "M31 30h18l7 9a4 4 0 0 1-3 6H27a4 4 0 0 1-3-6z"], rect("steel", 33, 10, 14, 3),
    disc("glass", 36, 37, 2), disc("glass", 43, 33, 1.6), disc("glass", 46, 39, 2.2), panes(18, 52, 1, 1, 0, 0, 7, 7),
    panes(55, 52, 1, 1, 0, 0, 7, 7), door(40, 9, 13),
  ],
  library: () => [
    walls("wall", 14, 52, 32), rect("main", 11, 31, 58, 4), roof("main", 16, 48, 31, 10),
    pillars("cream", 17, 2, 43, 31, 66, 4), line("wood2", 1.6, "M25 46h30M25 57h30"), books(26, 37, 9),
    books(26, 48, 9), rect("wood", 33, 58, 14, 8),
    ["white", "M30 27q5-3 10 0q5-3 10 0v-5q-5-3-10 0q-5-3-10 0z"],
  ],
  lighthouse: () => [
    rect("water", 0, 60, 80, 12), ["stone2", "M18 66q10-12 22-12t22 12z"], ["white", "M33 58l3-34h8l3 34z"],
    ["main", "M34.5 44l.8-9h9.4l.8 9zM33 58l.8-7h12.4l.8 7z"], rect("stone", 32, 22, 16, 3), rect("lit", 36, 13, 8, 9),
    dome("main", 40, 13, 6, 6), ["lit", "M44 15L78 6v20L44 20z"], ["lit", "M36 15L2 6v20l34-6z"],
  ],
  map_room: () => [
    walls("wall", 14, 52, 26), roof("main", 14, 52, 40, 11, 36),
    ["paper", "M18 30l14-5l16 5l14-5v26l-14 5l-16-5l-14 5z"], ["soft", "M32 25l16 5v26l-16-5z"],
    line("red", 1.8, "M23 46q6-9 12-6t10-6t9 2"), line("red", 2, "M52 33l5 5M57 33l-5 5"), disc("water", 27, 35, 3),
    disc("leaf", 40, 47, 3), door(40, 9, 8),
  ],
  monument: () => [
    rect("stone2", 18, 60, 44, 6), rect("stone", 24, 54, 32, 6), ["wall", "M35 54l2-36l3-8l3 8l2 36z"],
    ["soft", "M40 10l3 8l2 36h-5z"], line("main", 2, "M36 28h8M35.6 36h8.8M35.2 44h9.6"), disc("gold", 40, 10, 2.5),
    tree(12, 6, 5), tree(68, 6, 5),
  ],
  museum: () => [
    rect("stone2", 10, 62, 60, 4), walls("wall", 14, 52, 26, 62), pillars("cream", 16, 2, 44, 24, 62),
    rect("main", 11, 34, 58, 4), roof("main", 13, 54, 34, 12), rect("gold", 26, 42, 12, 14),
    rect("water", 28, 44, 8, 10), ["leaf2", "M28 54l4-6l4 6z"],
    rect("gold", 43, 42, 11, 11), rect("rose", 45, 44, 7, 7), disc("gold", 40, 29, 2.5),
  ],
  necropolis: () => [
    ["stone2", "M6 66L40 20l34 46z"], ["shade", "M40 20l34 46H48z"],
    line("stone", 1.2, "M33 30h14M26 39h28M19 48h42M13 57h54"), rect("wall2", 30, 48, 20, 18),
    roof("main", 30, 20, 48, 8), door(40, 9, 14, "ink"), disc("lit", 40, 15, 3),
    line("lit", 1.2, "M40 8v-3M33 11l-2-2M47 11l2-2"),
  ],
  observatory: () => [
    walls("wall", 22, 36, 28), rect("main", 19, 36, 42, 4), dome("main", 40, 36, 19, 20),
    ["ink", "M44 17q7 3 10 12l-6 7q-2-9-7-13z"], line("steel", 6, "M46 26L62 8"), line("gold2", 6.5, "M58 12.5L62 8"),
    panes(27, 46, 3, 1, 11, 0, 5, 8, true),
    star("gold", 16, 14, 3.5), star("gold", 26, 6, 2.2), door(40, 8, 10),
  ],
  park: () => [
    ["leaf2", "M0 66q20-7 40-5t40 5z"], tree(18, 11, 10), tree(62, 12, 11), line("stone", 2, "M40 62V44"),
    ["stone", "M30 62h20l-3-6H33z"], ["water", "M32 46q8 4 16 0l-2 4q-6 3-12 0z"],
    line("water", 1.5, "M40 44q-6-8-9 1M40 44q6-8 9 1M40 44V36"), disc("main", 28, 63, 2), disc("rose", 52, 63, 2),
    disc("main", 8, 63, 2), disc("rose", 72, 63, 2),
  ],
  poor_house: () => [
    walls("wall2", 16, 48, 22), ["main", "M11 46L36 24l10 4l23 18z"], ["wood", "M48 30l9 8l-6 1l-8-8z"],
    line("wood2", 1.6, "M16 52h48M30 44v22"), pane(20, 55, 6, 6), line("wood2", 1, "M20 58h6M23 55v6"),
    door(43, 9, 13), rect("stone2", 20, 22, 6, 14), disc("wood", 58, 61, 4.5, 5), disc("gold", 58, 56, 2.2),
  ],
  quarry: () => [
    ["stone2", "M2 66V44l14-6V26l20-8v14l16 4v12l26 4v14z"], ["shade", "M36 18v14l16 4v12l26 4v14H46z"],
    rect("wall2", 12, 54, 14, 12), rect("wall", 27, 56, 12, 10), rect("wall2", 16, 45, 12, 9),
    line("wood", 2.5, "M48 62l16-18"), ["main", "M56 42q8-4 14 4q-8-2-11 0z"],
    line("wood2", 2, "M62 52V22h-14M52 22v8"), rect("wall", 47, 30, 10, 7),
  ],
  school_of_magic: () => [
    walls("wall", 16, 48, 26), roof("main", 16, 48, 40, 8, 34), walls("stone", 31, 18, 42),
    ["main", "M27 24q8-4 13-22q5 18 13 22z"], ["shade", "M40 2q5 18 13 22H44q-2-8-4-22z"], star("gold", 38, 17, 2.5),
    star("gold", 44, 20, 1.8), star("gold", 14, 20, 3), star("gold", 66, 24, 3.5), star("gold", 60, 12, 2),
    pane(38, 30, 4, 8, true), panes(20, 47, 1, 1, 0, 0, 6, 9, true), panes(54, 47, 1, 1, 0, 0, 6, 9, true),
    door(40, 10, 15),
  ],
  secret_vault: () => [
    ["leaf2", "M4 66q6-34 36-34t36 34z"], ["stone2", "M18 66V54a22 22 0 0 1 44 0v12z"], disc("steel2", 40, 52, 15),
    disc("steel", 40, 52, 12), ring("main", 40, 52, 9, 2), disc("ink", 40, 50, 2.6),
    ["ink", "M38.7 51h2.6l1.4 7h-5.4z"], line("gold2", 2, "M28 52h-3M52 52h3M40 40v-3"),
  ],
  smithy: () => [
    walls("stone", 14, 52, 26), roof("main", 14, 52, 40, 14, 20), rect("stone2", 54, 12, 8, 22),
    disc("stone", 58, 7, 4), disc("stone", 64, 3, 4), ["red", "M20 66V52a9 9 0 0 1 18 0v14z"],
    ["gold", "M24 66q-1-8 5-13q5 5 5 13z"], ["ink", "M42 52h22q-2 5-8 5v4h4v5H46v-5h4v-4q-7-1-8-5z"],
    line("wood", 2, "M52 48l10-10"), rect("steel2", 47, 44, 9, 5),
  ],
  stables: () => [
    walls("wood", 10, 60, 24), line("wood2", 1.2, "M10 50h60M10 58h60"), roof("main", 10, 60, 42, 15, 22),
    ["ink", "M26 66V54a14 12 0 0 1 28 0v12z"], ["wood", "M36 66V55q-1-7 4-9l2-4l2 4q7 2 8 11l-4 2l-4-2l1 9z"],
    ["wood2", "M40 46l2-4l1 5q-4 4-4 12l-3 5V55q-1-7 4-9z"], disc("white", 46, 51, 1), ["gold", "M12 66q2-7 7-7t7 7z"],
    disc("lit", 40, 36, 3),
  ],
  statue: () => [
    rect("stone2", 20, 60, 40, 6), rect("stone", 25, 50, 30, 10), rect("main", 31, 53, 18, 4),
    ["steel2", "M28 49l3-12q-6-2-5-8l4-2l3 4l9-1q7 0 8 5v14h-3l-1-9h-9l-2 9z"], ["steel2", "M30 27l-6 1l1 5l5 1z"],
    ["steel", "M37 31v-10h6v10z"], disc("steel", 40, 17.5, 3.4), line("steel", 2, "M43 23l8-11"),
    line("gold", 1.6, "M49 16l6-9"), line("steel2", 2, "M50 36q5 2 4 9"),
  ],
  theater: () => [
    walls("wall", 10, 60, 32), rect("main", 7, 31, 66, 5), roof("main", 20, 40, 31, 11),
    ["ink", "M20 66V46a20 8 0 0 1 40 0v20z"], ["red", "M20 66V44q8 2 9 8q0 8-4 14zM60 66V44q-8 2-9 8q0 8 4 14z"],
    ["white", "M33 49q6 2 12-1v6q0 7-6 8q-5-1-6-7z"], line("ink", 1.2, "M35.5 53h2M41 52.5h2M36 57q3 3 6-1"),
    disc("gold", 40, 27, 2.5),
  ],
  thieves_den: () => [
    ["stone2", "M6 66q2-30 34-32t34 32z"], ["main", "M10 50q12-18 30-18t30 18l-6 2q-8-12-24-12t-24 12z"],
    ["ink", "M26 66V52a14 12 0 0 1 28 0v14z"], disc("lit", 35, 53, 2.6, 2), disc("lit", 45, 53, 2.6, 2),
    disc("ink", 35.5, 53, 1), disc("ink", 45.5, 53, 1), line("steel", 2, "M60 62l8-14"),
    line("gold2", 2, "M61 56l5 3"), disc("gold", 15, 63, 3), disc("gold", 20, 64, 2.5), disc("gold", 17, 59, 2.5),
  ],
  throne_room: () => [
    walls("wall", 10, 60, 34), roof("main", 10, 60, 32, 11, 30), pillars("cream", 13, 2, 50, 33, 66, 4),
    ["red", "M26 66V40h28v26z"], ["gold", "M30 66V36q0-6 4-8q2 3 6 3t6-3q4 2 4 8v30z"], ["main", "M33 60V38h14v22z"],
    rect("gold", 28, 52, 24, 4), disc("red", 40, 32, 2),
  ],
  university: () => [
    walls("wall", 10, 60, 28), roof("main", 10, 60, 38, 8, 48), panes(15, 44, 2, 2, 8, 11, 4, 7),
    panes(54, 44, 2, 2, 8, 11, 4, 7), walls("wall", 31, 18, 38), ["ink", "M22 20l18-8l18 8l-18 8z"],
    rect("ink", 32, 23, 16, 6), line("gold", 1.6, "M56 20v9"), disc("gold", 56, 30, 1.8), disc("white", 40, 38, 5),
    line("ink", 1.2, "M40 35v3l2 2"), door(40, 10, 15),
  ],
  wishing_well: () => [
    line("wood", 3, "M24 52V26M56 52V26"), roof("main", 22, 36, 28, 14, 0, 5), line("wood2", 2, "M24 34h32"),
    line("cream", 1.2, "M40 34v10"), rect("wood", 36, 43, 8, 7), ["stone", "M18 50h44v12q0 4-4 4H22q-4 0-4-4z"],
    rect("stone2", 16, 48, 48, 5), line("stone2", 1.2, "M18 58h44M28 53v5M40 53v5M52 53v5M34 58v8M46 58v8"),
    disc("gold", 66, 62, 3), disc("gold", 12, 62, 3), star("gold", 62, 18, 3), star("gold", 16, 16, 2.5),
  ],
};

/** @returns {Drawing} */
function ghosts() {
  return [
    ["stone2", "M14 66V40l10-14l9 12v28z"], ["main", "M12 41l12-17l11 16l-4 1l-7-10l-8 11z"],
    ["stone", "M44 66V36l12-12l11 14v28z"], ["main", "M41 37l15-16l14 18l-4 1l-10-12l-11 11z"], pane(21, 44, 5, 8),
    pane(53, 42, 5, 8),
    ["white", "M31 64V46a9 9 0 0 1 18 0v18l-3-3l-3 3l-3-3l-3 3l-3-3z"], disc("ink", 37, 46, 1.8),
    disc("ink", 43, 46, 1.8), disc("ink", 40, 51, 1.8, 2.6), disc("lit", 64, 12, 7), disc("night", 67, 10, 6),
  ];
}

/**
 * A row of books.
 * @param {number} x @param {number} y @param {number} h
 * @returns {Drawing}
 */
function books(x, y, h) {
  const paints = ["red", "water", "gold2", "leaf", "deep", "red", "gold2"];
  return paints.map((paint, at) => rect(paint, x + at * 4, y + (at % 3), 3.2, h - (at % 3)));
}

/** What stands where a district is not known. */
export const UNKNOWN = () => [
  walls("wall", 18, 44, 30), roof("main", 18, 44, 36, 14, 8), door(40, 10, 14), panes(24, 44, 2, 1, 26, 0, 6, 7),
];
