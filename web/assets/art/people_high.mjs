// The characters of rank 7 to 9.
import { beard, hand, head, look, moustache, robe } from "./figure.mjs";
import { disc, line, rect, ring } from "./shapes.mjs";

/** @typedef {import("./shapes.mjs").Drawing} Drawing */

/** @type {Record<string, () => Drawing>} */
export const HIGH = {
  // Hair in a knot, a pair of compasses over a plan
  architect: () => [
    robe("main", 46), ["white", "M25 45l7 7l7-7l2 3l-9 9l-9-9z"], disc("black", 32, 8, 6),
    ["black", "M19 32Q16 11 32 11t13 21q2 6-2 9H21q-4-3-2-9z"], head("skin3", 30),
    look({ y: 30, mouth: "smile", brow: "black" }),
    ["black", "M20.5 28q0-14 11.5-14.5q12 .5 11.5 14.5q-3-8-9-9q-9 1-14 9z"], line("gold", 1.8, "M27 12.5q5-2.5 10 0"),
    line("wood", 2, "M43 22l5-5"), ["gold", "M47.5 15l2 2l-3 3l-1.5-1.5z"], disc("gold", 20.5, 35, 1.4),
    disc("gold", 43.5, 35, 1.4),
    ["paper", "M36 47h25v16H36z"], line("water", 1, "M39 60V52l5-3l5 3v8zM49 60h9V54h-9M44 60v-4"),
    line("steel2", 2.4, "M52 34l-6 18M52 34l6 18"), disc("gold", 52, 33, 2.8), hand("skin3", 45, 44),
  ],
  // A captain's hat, a ship's wheel
  navigator: () => [
    ["wood", "M20 24q-6 12-2 24h28q4-12-2-24z"], robe("main", 46), ["white", "M26 45h12l-6 10z"], head("skin2", 30),
    look({ y: 30, mouth: "smirk" }), ["wood", "M20.5 27q2-7 11.5-7t11.5 7q1-9-4-11H24.5q-5 2-4 11z"],
    ["deep", "M8 21q3-12 12-10q4-6 12-6t12 6q9-2 12 10q-11-5-24-5T8 21z"],
    ["light", "M8 21q3-12 12-10q2-3 6-5q-4 6-4 11q-8 1-14 4z"], line("gold", 1.6, "M8 21q11-5 24-5t24 5"),
    disc("gold", 32, 11, 2.6),
    ring("wood", 48, 53, 9, 3), line("wood2", 2.2, "M48 39v28M34 53h28M38.1 43.1l19.8 19.8M57.9 43.1L38.1 62.9"),
    disc("gold", 48, 53, 3), hand("skin2", 40, 47),
  ],
  // A square cap, glasses, a book
  scholar: () => [
    robe("main", 46), ["white", "M27 45h10l-5 8z"], head("skin1", 30), look({ y: 30, mouth: "smile", brow: "wood" }),
    ["wood", "M20.5 30q-1-12 4-14h15q5 2 4 14q-2-5-3-9q-8 1-17 0q-2 4-3 9z"], ring("ink", 27, 29.5, 3.9, 1.2),
    ring("ink", 37, 29.5, 3.9, 1.2), line("ink", 1.2, "M30.9 29h2.2"), ["black", "M21 20q11-5 22 0v-7H21z"],
    ["black", "M10 13L32 5l22 8l-22 8z"], ["light", "M10 13L32 5v16z"], line("gold", 1.5, "M52 13.5v9"),
    ["gold", "M50.5 22h3l1 6h-5z"],
    ["wood2", "M14 50q9-5 18 0q9-5 18 0v14H14z"], ["paper", "M16 49q8-4 16 1q8-5 16-1v13q-8-4-16 0q-8-4-16 0z"],
    line("wood", 1, "M32 50v12M19 52q5-2 10 0M19 55.5q5-2 10 0M35 52q5-2 10 0M35 55.5q5-2 10 0"),
    hand("skin1", 14, 57), hand("skin1", 50, 57),
  ],
  // A ruff, curled hair, an olive branch
  diplomat: () => [
    robe("main", 48), ["wood", "M18 26q-5 6-3 14q5 4 9-2V26zM46 26q5 6 3 14q-5 4-9-2V26z"], head("skin1", 28),
    ["white", "M12 44q3-6 9-4q3-4 7-1q4-3 8 0q4-3 7 1q6-2 9 4q-2 6-8 5q-4 5-8 1q-4 4-8 0q-5 3-8-1q-6 1-8-5z"],
    line("stone", 1, "M21 40v8M28 40v9M36 40v9M43 40v8M15 43l5 4M49 43l-5 4"), look({ y: 27, mouth: "smile" }),
    moustache("wood", 27, 6), ["wood", "M32 37l-2 4h4z"],
    ["wood", "M18 26Q17 10 32 9t14 17q-3-5-6-8q-8 1-12-2q-5 3-10 10z"], ["light", "M20 20q3-9 12-10q-6 3-8 9z"],
    line("leaf2", 2, "M47 62q4-14 12-24"), ...branch(), hand("skin1", 48, 59),
  ],
  // An open helmet with a plume, a shield
  marshal: () => [
    robe("steel2", 45), ["steel", "M8 62q0-14 12-16q4 10 0 18H8zM56 62q0-14-12-16q-4 10 0 18h12z"],
    ["main", "M24 46h16v18H24z"], line("gold", 1.6, "M24 46v18M40 46v18"), head("skin3", 30),
    look({ y: 31, mouth: "stern", brow: "black", up: -0.6 }), ["black", "M28 40.5q4 3 8 0l-1 4q-3 2-6 0z"],
    ["main", "M30 8Q34-3 50 2q10 4 8 16q-5-9-16-9q-6 0-10 3z"],
    ["steel", "M17 27Q15 9 32 8t15 19q-4-2-5-4q-10-3-20 0q-1 2-5 4z"],
    ["steel2", "M32 8q16 0 15 19q-4-2-5-4q-5-1.5-10-1.5z"],
    ["steel2", "M12 27q4-6 10-6.5q10-2 20 0q6 .5 10 6.5q-20-7-40 0z"], line("gold", 1.6, "M32 8v12"),
    ["main", "M42 44h18v9q0 8-9 11q-9-3-9-11z"], ["pale", "M51 44h9v9q0 8-9 11z"],
    line("gold", 1.8, "M42 44h18v9q0 8-9 11q-9-3-9-11zM51 44v19M42.5 52h17"),
  ],
  // A closed helmet with horns, a sword
  warlord: () => [
    ["black", "M4 64q0-18 14-20h28q14 2 14 20z"], robe("main", 46), ["steel2", "M18 47q14 9 28 0l4 7q-18 10-36 0z"],
    disc("steel", 20, 52, 1.2), disc("steel", 32, 55.5, 1.2), disc("steel", 44, 52, 1.2),
    ["cream", "M18 20Q4 18 5 2q5 9 15 10zM46 20Q60 18 59 2q-5 9-15 10z"], ["shade", "M46 20Q60 18 59 2q2 12-13 14z"],
    ["steel", "M17 26Q16 8 32 7t15 19v10q-2 8-9 11h-12q-7-3-9-11z"], ["steel2", "M32 7q16 1 15 19v10q-2 8-9 11h-6z"],
    ["ink", "M20 25q6-1 11 3v3q-7 2-10-1zM44 25q-6-1-11 3v3q7 2 10-1z"], disc("red", 27, 28.5, 1.5),
    disc("red", 37, 28.5, 1.5), line("ink", 1.5, "M27 38v5M32 38v6M37 38v5"), line("gold", 2, "M32 7v20"),
    line("gold", 1.6, "M17.5 22q14.5-6 29 0"),
    ["steel", "M50 14l3-7l3 7v30h-6z"], ["steel2", "M53 7l3 7v30h-3z"], rect("gold", 45, 44, 16, 3.5),
    rect("wood2", 51, 47.5, 4, 9), disc("gold", 53, 58, 2.5), hand("steel2", 53, 52),
  ],
  // A soft cap, a palette and its colours
  artist: () => [
    robe("main", 46), ["white", "M22 46q10 8 20 0l-3 12q-7 4-14 0z"],
    ["red", "M26 47q6 5 12 0l-2 4q1 5-4 6q-5-1-4-6z"], head("skin2", 30), look({ y: 30, mouth: "none", up: 0.8 }),
    moustache("black", 30, 7), ["black", "M30 41h4l-2 5z"], line("ink", 1.1, "M29.8 38q2.2 1.6 4.4 0"),
    ["black", "M20.5 30q-1-8 2-11h19q3 3 2 11q-3-7-6-9H26q-4 3-5.5 9z"],
    ["deep", "M12 19Q12 6 30 6q20-1 22 11q1 6-8 5q-13-4-24 0q-8 1-8-3z"],
    ["light", "M12 19Q12 6 30 6q-10 4-10 15q-8 2-8-2z"], line("deep", 2, "M31 6l1-4"),
    ["wood", "M44 42q14-4 17 7q1 10-9 11q-5 0-4-4q1-4-3-4q-6 0-7-4q0-5 6-6z"], disc("red", 46, 46, 2),
    disc("gold", 52, 45, 2), disc("water", 57, 49, 2), disc("green", 55, 55, 2), line("gold2", 1.8, "M40 62L50 36"),
    ["cream", "M49 37l1.5-6l2.5 1l-2 6z"], hand("skin2", 42, 57),
  ],
  // A slender crown, long hair, a rose
  queen: () => [
    ["wood2", "M32 10Q14 10 16 30q-6 16 0 30h32q6-14 0-30Q50 10 32 10z"], robe("main", 47),
    ["skin1", "M24 46q8 12 16 0z"], ["white", "M14 52q8-6 10-6q8 14 16 0q2 0 10 6l2 5q-14-4-20 3q-6-7-20-3z"],
    head("skin1", 30), look({ y: 30, mouth: "none", up: 0.5 }), ["red", "M29 37q1.5-1.5 3-.5q1.5-1 3 .5q-3 3-6 0z"],
    disc("rose", 25, 34.5, 1.8), disc("rose", 39, 34.5, 1.8),
    ["wood2", "M20 32q-1-14 12-16q13 2 12 16q-4-8-12-12q-8 4-12 12z"],
    ["gold", "M19 19l-2-9l6 4l4-8l5 6l5-6l4 8l6-4l-2 9q-13-5-26 0z"], disc("violet", 32, 13.5, 2),
    disc("red", 24, 15, 1.3), disc("red", 40, 15, 1.3), disc("gold", 27, 6, 1.5), disc("gold", 37, 6, 1.5),
    line("gold", 1.6, "M25 47q7 8 14 0"), disc("violet", 32, 52, 2.2),
    line("leaf2", 1.8, "M53 64q2-10 0-18"), ["leaf", "M53 56q6-5 8 0q-4 3-8 0z"], disc("red", 53, 42, 5),
    disc("rose", 52, 41, 3), ring("red", 52.5, 41.5, 1.5, 1), hand("skin1", 53, 61),
  ],
  // A roundlet with its tail, a stern eye, a chest of coins
  tax_collector: () => [
    robe("main", 46), ["black", "M22 46q10 8 20 0v18H22z"], line("gold", 1.6, "M22 50q10 8 20 0"), head("skin2", 30),
    look({ y: 30, mouth: "stern", brow: "stone2", up: -1 }), ["soft", "M32 29q-3 5 1 6q3 0 2-2z"],
    ring("gold2", 36.5, 29, 3.6, 1.1), line("gold2", 0.9, "M40 30.5q2 6 1 12"),
    ["deep", "M44 20q10 2 8 22q-5 2-7-2q2-10-5-18z"], ["deep", "M18 24Q16 7 33 7t15 15q-2 4-6 2q-10-4-19 0q-4 2-5 0z"],
    ["main", "M16 23q0-7 6-8q10-3 21 0q6 1 5 8q-16-7-32 0z"],
    ["stone", "M21.5 28q-1.5 4 0 8l1-5zM42.5 28q1.5 4 0 8l-1-5z"],
    rect("wood", 10, 52, 26, 12), ["wood2", "M10 52q0-7 6-7h14q6 0 6 7z"], rect("gold", 20, 50, 6, 6),
    line("gold2", 1.4, "M10 57h26"), disc("gold", 43, 59, 3.6), disc("gold", 50, 60, 3.6),
    disc("gold", 46.5, 54.5, 3.6), line("gold2", 1, "M43 57.5v3M50 58.5v3M46.5 53v3"), hand("skin2", 36, 50),
  ],
};

/** @returns {Drawing} */
function branch() {
  const all = /** @type {Drawing} */ ([]);
  for (const [x, y] of /** @type {const} */ ([[46, 54], [53, 53], [48, 47], [56, 47], [52, 41], [60, 41], [58, 36]])) {
    all.push(disc("leaf", x, y, 2.2, 3.2), disc("green", x - 0.6, y - 0.6, 1.1, 1.8));
  }
  return all;
}
