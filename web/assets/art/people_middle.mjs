// The characters of rank 4 to 6.
import { beard, hand, head, look, moustache, robe } from "./figure.mjs";
import { disc, line, rect, ring } from "./shapes.mjs";

/** @typedef {import("./shapes.mjs").Drawing} Drawing */

/** @type {Record<string, () => Drawing>} */
export const MIDDLE = {
  // A closed crown under a cross, an orb
  emperor: () => [
    ["red", "M4 64q2-20 14-22h28q12 2 14 22z"], robe("main", 46), ["white", "M16 47q16 14 32 0l4 5q-20 16-40 0z"],
    disc("ink", 22, 53, 0.9), disc("ink", 32, 57, 0.9), disc("ink", 42, 53, 0.9), head("skin1", 30),
    look({ y: 30, mouth: "none", brow: "stone2" }), beard("stone", 8, 30), moustache("white", 30, 7),
    ["red", "M20 20q-2-12 12-13t12 13z"], line("gold", 3, "M20 20q-2-12 12-13t12 13M32 7v12"),
    ["gold", "M18 18h28v6q-14 4-28 0z"], disc("red", 32, 21.5, 2), disc("water", 24, 21, 1.6),
    disc("water", 40, 21, 1.6), line("gold", 2, "M32 7V0M29 3h6"),
    disc("gold", 52, 52, 7), line("gold2", 1.6, "M45 52h14M52 45q4 7 0 14"), line("gold", 1.8, "M52 45v-6M49.5 41h5"),
    hand("skin1", 51, 60),
  ],
  // Five points, a full beard, ermine
  king: () => [
    robe("main", 45), ["white", "M14 49q18 16 36 0l5 7q-23 16-46 0z"], disc("ink", 19, 56, 1),
    disc("ink", 27, 59.5, 1), disc("ink", 37, 59.5, 1), disc("ink", 45, 56, 1),
    ["wood2", "M20 24q-3 10 0 18h24q3-8 0-18z"], head("skin2", 30), look({ y: 30, mouth: "none" }),
    beard("wood2", 12, 30), moustache("wood2", 30, 7),
    ["gold", "M17 24L14 8l8 7l4-11l6 9l6-9l4 11l8-7l-3 16q-15 4-30 0z"],
    ["shade", "M32 13l6-9l4 11l8-7l-3 16q-7 2-13 2z"], disc("red", 32, 20, 2.4), disc("water", 23, 19.5, 1.6),
    disc("water", 41, 19.5, 1.6), disc("gold", 14, 8, 2), disc("gold", 50, 8, 2), disc("gold", 26, 4, 2),
    disc("gold", 38, 4, 2),
  ],
  // A laurel, a toga, a roll of cards' names
  patrician: () => [
    robe("white", 45), ["main", "M18 48q16 4 28-4l8 8q-14 12-40 12q-3-8 4-16z"],
    ["shade", "M46 44l8 8q-14 12-40 12q22-4 32-20z"], head("skin2", 29),
    look({ y: 29, mouth: "flat", brow: "stone2" }),
    ["stone2", "M21 24q-1-11 11-12t11 12q-2-4-5-5q-3 2-6 1q-3 1-6 0q-3 1-5 4z"],
    line("leaf", 2, "M20 25q2-11 12-12M44 25q-2-11-12-12"), ...leaves(), ["gold", "M45 40h12l-2 9q-1 4-4 4t-4-4z"],
    rect("gold", 49.5, 52, 3, 7), rect("gold2", 46, 58, 10, 3), ["red", "M46 41h10l-.5 3h-9z"], hand("skin2", 47, 53),
  ],
  // A tonsure and a candle
  abbot: () => [
    robe("main", 46), ["deep", "M14 50q4-10 18-6q14-4 18 6q-18 12-36 0z"], head("skin1", 29),
    look({ y: 29, closed: true, mouth: "smile" }),
    ["wood", "M20 28q-2-8 2-12q10-5 20 0q4 4 2 12q-3-9-7-10q-5-2-10 0q-4 1-7 10z"],
    ["skin1", "M22.5 17q1-7 9.5-7t9.5 7q-9.5-3.5-19 0z"], line("wood", 1.6, "M22 50q10 9 20 0"),
    line("gold", 2, "M32 54v9M29 57h6"),
    rect("white", 51, 38, 6, 18), ["gold", "M54 26q5 6 0 11q-5-5 0-11z"], ["white", "M54 31q2 3 0 5q-2-2 0-5z"],
    rect("gold2", 48, 55, 12, 3), hand("skin1", 54, 60),
  ],
  // A mitre and a crozier
  bishop: () => [
    robe("main", 46), ["white", "M28 46h8v18h-8z"], line("gold", 1.6, "M28 46v18M36 46v18M32 52v7M29.5 54.5h5"),
    ["stone", "M20 26q-2 9 1 14h22q3-5 1-14z"], head("skin3", 31), look({ y: 31, mouth: "smile", brow: "stone" }),
    ["white", "M19 26Q18 10 32-2q14 12 13 28q-13-5-26 0z"], ["shade", "M32-2q14 12 13 28q-6-2-13-2.5z"],
    ["main", "M18.5 27q13.5-6 27 0v-5q-13.5-6-27 0z"], line("gold", 2.4, "M32 4v14M27 10h10"),
    line("gold", 2.8, "M53 64V24q0-8-6-8q-5 0-5 5q0 4 4 4q3 0 3-3"), hand("skin3", 53, 50),
  ],
  // A broad hat with tassels, a cross on the breast
  cardinal: () => [
    robe("main", 45), ["deep", "M18 46q14 9 28 0l6 16q-20 6-40 0z"], head("skin1", 30),
    look({ y: 30, mouth: "stern", brow: "stone2", up: -0.5 }), ["stone", "M21 26q-2 4-.5 8l2-6zM43 26q2 4 .5 8l-2-6z"],
    ["red", "M5 22q27-11 54 0q-2 5-8 4q-19-5-38 0q-6 1-8-4z"], ["red", "M19 20q1-11 13-11t13 11q-13-4-26 0z"],
    ["shade", "M32 9q12 0 13 11q-6-2-13-2z"], line("gold", 1.4, "M19 19.5q13-4 26 0"),
    line("red", 1.6, "M11 26q-2 12 1 18M53 26q2 12-1 18"), ["red", "M9.5 44h5l1 7h-7zM49.5 44h5l1 7h-7z"],
    line("gold", 1.4, "M24 48q8 7 16 0"), line("gold", 2.6, "M32 52v10M28 55.5h8"),
  ],
  // Goggles, wild hair, a flask that glows
  alchemist: () => [
    robe("main", 46), ["wood", "M20 46h24l2 18H18z"], line("wood2", 1.4, "M24 46v18M40 46v18"),
    ["cream", "M18 34Q8 26 14 18q-2-8 6-9q4-7 12-4q8-3 12 4q8 1 6 9q6 8-4 16z"], head("skin2", 30),
    look({ y: 31, mouth: "smile", brow: "stone2", up: 1 }), line("black", 2.4, "M20 22h24"),
    disc("gold2", 26.5, 21.5, 5), disc("gold2", 37.5, 21.5, 5), disc("glass", 26.5, 21.5, 3.4),
    disc("glass", 37.5, 21.5, 3.4), disc("white", 25.5, 20.5, 1), disc("white", 36.5, 20.5, 1),
    moustache("cream", 31, 6),
    ["glass", "M46 34h8v9l6 11q2 7-5 7H45q-7 0-5-7l6-11z"], ["green", "M43 49h14l3 5q2 7-5 7H45q-7 0-5-7z"],
    disc("glass", 47, 54, 1.8), disc("glass", 53, 51.5, 1.4), disc("green", 50, 30, 1.8), disc("green", 53, 25, 1.3),
    rect("wood", 45, 32, 10, 3), hand("skin2", 40, 58),
  ],
  // A cap with a feather, a pair of scales
  merchant: () => [
    ["wood", "M19 20q-6 16-1 30h28q5-14-1-30z"], robe("main", 46), ["white", "M24 45q8 7 16 0l2 4q-10 8-20 0z"],
    head("skin1", 30), look({ y: 30, mouth: "smile" }), ["wood", "M20 28q0-9 6-12q8 4 18 6v6q-2-6-8-6q-12-2-16 6z"],
    ["deep", "M16 22Q14 8 32 7q20-1 18 11q-4 5-14 2q-12-2-20 2z"],
    ["main", "M16 22Q14 8 32 7q6 0 10 1q-18 0-20 12q-3 0-6 2z"], line("white", 2.5, "M46 14q8-12 14-8"),
    line("cream", 1, "M46 14q7-8 13-8"),
    line("gold2", 2, "M52 58V34M42 36h20"), line("gold", 1.2, "M44 36l-4 10M44 36l4 10M60 36l-4 10M60 36l4 10"),
    ["gold", "M38.5 46h11q-1 5-5.5 5t-5.5-5zM54.5 46h11q-1 5-5.5 5t-5.5-5z"], hand("skin1", 52, 59),
  ],
  // A fur cap, a moustache, a roll of cloth
  trader: () => [
    robe("main", 45), ["wood", "M16 49q16 12 32 0l6 7q-22 14-44 0z"],
    line("wood2", 1.2, "M16 54l2 4M24 58l1 4M40 58l-1 4M48 54l-2 4"), head("skin4", 29),
    look({ y: 29, mouth: "none", brow: "black" }), moustache("black", 28, 9),
    ["black", "M28 40q4-1.5 8 0q-1 5-4 5t-4-5z"], line("ink", 1.1, "M30 37.5h4"),
    ["main", "M20 18q2-11 12-11t12 11z"], ["wood", "M16 24q0-8 5-8q11-4 22 0q5 0 5 8q-16-5-32 0z"],
    line("wood2", 1.2, "M20 17v5M25 16v4M32 15v4M39 16v4M44 17v5"), disc("gold", 32, 12, 2),
    ["red", "M37 48l22-10l4 9l-22 10z"], ["gold", "M41.5 46l3-1.4l4 9l-3 1.4zM50 42l3-1.4l4 9l-3 1.4z"],
    disc("rose", 39, 52.5, 4.9), ring("red", 39, 52.5, 2.2, 1.4), hand("skin4", 48, 56),
  ],
};

/** @returns {Drawing} */
function leaves() {
  const all = /** @type {Drawing} */ ([]);
  for (const side of [-1, 1]) {
    for (const [x, y] of /** @type {const} */ ([[12.5, 24], [11.5, 19.5], [9, 15.5], [5, 13]])) {
      all.push(disc("leaf", 32 + side * x, y, 2.8, 1.7), disc("green", 32 + side * (x - 1.5), y + 2.2, 1.9, 1.2));
    }
  }
  return all;
}
