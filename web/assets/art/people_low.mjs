// The characters of rank 1 to 3.
import { beard, hand, head, look, moustache, robe } from "./figure.mjs";
import { disc, line, rect, ring, star } from "./shapes.mjs";

/** @typedef {import("./shapes.mjs").Drawing} Drawing */

/** @type {Record<string, () => Drawing>} */
export const LOW = {
  // A hood, a mask, a blade
  assassin: () => [
    robe("main", 44), ["deep", "M32 6C18 6 14 20 15 34q1 12 17 14q16-2 17-14C50 20 46 6 32 6z"],
    ["main", "M32 6C22 8 18 20 19 34q-5-2-4-6C15 16 20 7 32 6z"],
    head("skin2", 29), ["night", "M20 20q12-10 24 0v-8q-12-8-24 0z"],
    ["black", "M21 31q11 4 22 0q0 8-4 11q-7 4-14 0q-4-3-4-11z"],
    look({ y: 28, mouth: "none", brow: "black", up: -0.8 }),
    ["steel", "M50 22l3-14l3 14v18h-6z"], ["steel2", "M53 8l3 14v18h-3z"], rect("gold2", 46, 40, 14, 3),
    rect("wood2", 51, 43, 4, 9), hand("black", 53, 50), disc("gold", 53, 54, 2),
  ],
  // A judge's wig, a cap, a warrant with its seal
  magistrate: () => [
    ["cream", "M32 8q-16 0-16 18q-3 14 0 22h8q4 2 8 2t8-2h8q3-8 0-22Q48 8 32 8z"], robe("main", 46), head("skin1", 29),
    look({ y: 29, mouth: "stern", brow: "stone2" }),
    ["white", "M20 28q-1-14 12-15q13 1 12 15q-2-7-5-9q-7 2-14 0q-3 2-5 9z"],
    line("stone", 1.2, "M17 27q4 2 4 5M17 34q4 1 4 5M47 27q-4 2-4 5M47 34q-4 1-4 5M18 41q3 0 4 3M46 41q-3 0-4 3"),
    ["black", "M20 14q12-6 24 0l-2-7q-10-4-20 0z"], ["white", "M29 45h6l2 10h-4l-1-5l-1 5h-4z"],
    ["paper", "M42 42h16v18H42z"], line("wood", 1.2, "M45 47h10M45 51h10M45 55h5"), disc("red", 55, 58, 4),
    disc("light", 54, 57, 1.6), hand("skin1", 43, 55),
  ],
  // A crooked hat, a flask that smokes
  witch: () => [
    ["leaf2", "M20 22q-8 14-4 30h10l-3-20zM44 22q8 14 4 30H38l3-20z"], robe("main", 46), head("skin1", 31),
    look({ y: 31, mouth: "smirk", brow: "leaf2", up: 0.8 }), disc("soft", 36, 36, 0.9),
    ["black", "M8 24q24-10 48 0q-24 7-48 0z"], ["black", "M19 22q4-8 6-18q8-4 16 2l-7 1q8 6 10 15q-12 5-25 0z"],
    ["main", "M18.5 20q13 5 26 0l.8 3.5q-13 5-28 0z"], rect("gold", 29, 20.5, 5, 4),
    ["glass", "M47 44h7v5l4 7q1 5-4 5h-8q-5 0-4-5l5-7z"], ["violet", "M44 54h14q2 7-3.5 7h-8q-5 0-4-5z"],
    disc("violet", 50, 40, 2), disc("violet", 54, 36, 1.5), disc("violet", 49, 34, 1.2), hand("skin1", 44, 57),
  ],
  // An eye mask and a full purse
  thief: () => [
    robe("main", 45), ["deep", "M18 46q14 10 28 0l3 6q-17 10-34 0z"], head("skin2", 29),
    ["wood2", "M20 24q0-12 12-12t12 12q-12-5-24 0z"],
    ["black", "M19 26q13-4 26 0q1 6-4 7q-5 0-7-4h-4q-2 4-7 4q-5-1-4-7z"],
    disc("white", 27, 29, 2.2), disc("white", 37, 29, 2.2), disc("ink", 27.8, 29, 1.2), disc("ink", 37.8, 29, 1.2),
    line("ink", 1.3, "M28.5 37q4 2.5 7-.5"),
    ["deep", "M17 22q2-14 15-14t15 14q-15-6-30 0z"], ["main", "M44 18q8 0 9 8q-5-1-9-4z"],
    ["wood", "M45 42q-8 8-5 16q8 6 18 0q4-10-5-16z"], ["wood2", "M44 39h10l-1 4h-8z"], disc("gold", 49, 51, 4),
    line("gold2", 1.2, "M49 48.5v5"), hand("skin2", 45, 44), disc("gold", 39, 62, 3), disc("gold", 60, 61, 2.6),
  ],
  // A broad hat with a flower, a sealed letter
  blackmailer: () => [
    ["wood2", "M19 22q-4 16 0 27h26q4-11 0-27z"], robe("main", 46), head("skin1", 30),
    look({ y: 30, mouth: "smirk", up: 0.6 }), ["deep", "M4 22q28-14 56 2q-6 5-14 3q-16-5-30-1q-8 2-12-4z"],
    ["deep", "M17 20q0-14 14-14t16 14q-15-5-30 0z"], ["black", "M17 17q15-4 30 1v3q-15-5-30-1z"],
    disc("rose", 45, 15, 3), disc("rose", 49, 12, 3), disc("rose", 50, 17, 3), disc("rose", 46, 19, 2.6),
    disc("gold", 47.5, 15.5, 2),
    ["paper", "M38 45l20-4l3 14l-20 4z"], line("wood", 1.2, "M38 45l12 6l8-10"), disc("red", 50, 50.5, 3.2),
    hand("skin1", 41, 56),
  ],
  // A collar turned up, a spyglass at the eye
  spy: () => [
    robe("main", 42), head("skin3", 28), ["black", "M19 24q0-13 13-13t13 13q-3-4-6-5q-7 2-14 0q-4 1-6 5z"],
    look({ y: 28, mouth: "none", brow: "black" }),
    ["deep", "M14 50q0-16 9-19q2 10 9 14q7-4 9-14q9 3 9 19q-18 10-36 0z"],
    ["main", "M14 50q0-16 9-19q0 14 9 24q-12 1-18-5z"],
    ["black", "M12 19q20-9 40 0q-4 4-10 2q-10-3-20 0q-6 2-10-2z"], ["black", "M20 17q1-10 12-10t12 10q-12-4-24 0z"],
    ["gold2", "M33 24l22-8l3 8l-22 8z"], ["gold", "M44 19.8l11-4l3 8l-11 4z"],
    ["steel", "M55 14.5l4-1.5l4 11l-4 1.5z"], hand("skin3", 46, 30),
  ],
  // A turban with a jewel, a wand and its star
  magician: () => [
    robe("main", 45), ["gold", "M24 46l8 8l8-8l3 2l-11 11l-11-11z"], head("skin3", 30),
    look({ y: 30, mouth: "smile", brow: "black", up: 0.6 }), ["black", "M29 40q3-1.5 6 0l-3 8z"],
    moustache("black", 30, 7),
    ["white", "M17 24Q15 8 32 7t15 17q-15-7-30 0z"], ["cream", "M20 12q12 2 26 9l1 3q-15-7-30 0q-1-8 3-12z"],
    line("stone", 1, "M19 14q13 1 27 8M24 9q12 2 21 9"), disc("gold", 32, 16, 4), disc("red", 32, 16, 2.5),
    ["rose", "M32 13q-4-8 2-12q3 6 0 12z"],
    line("wood2", 2.2, "M45 58L56 34"), star("gold", 57, 30, 7), star("white", 57, 30, 3), hand("skin3", 47, 53),
    star("gold", 10, 32, 3), star("gold", 14, 20, 2),
  ],
  // A veil, a third eye, a ball of crystal
  seer: () => [
    ["deep", "M32 6q-18 0-18 22q0 16-6 26q24 12 48 0q-6-10-6-26Q50 6 32 6z"],
    ["main", "M32 6q-18 0-18 22q0 16-6 26q6 3 12 4q-4-14 0-30q2-16 12-22z"], robe("main", 47), head("skin3", 28),
    look({ y: 28, closed: true, mouth: "flat", brow: "black" }),
    ["deep", "M20 26q0-14 12-14t12 14q-4-8-12-8t-12 8z"], line("gold", 1.6, "M20.5 21q11.5-6 23 0"),
    ["white", "M28 18.5q4-3.5 8 0q-4 3.5-8 0z"], disc("main", 32, 18.5, 1.7), disc("gold", 20, 34, 1.8),
    disc("gold", 44, 34, 1.8),
    disc("glass", 32, 54, 9), disc("violet", 33, 56, 6), disc("light", 29, 50.5, 3), star("white", 34, 54, 2.5),
    ["wood", "M24 62h16v2H24z"], hand("skin3", 21, 58), hand("skin3", 43, 58),
  ],
  // A pointed cap without a brim, a long white beard, a staff
  wizard: () => [
    robe("main", 46), head("skin1", 30), look({ y: 29, mouth: "none", brow: "white" }), beard("white", 22, 29),
    moustache("cream", 29, 7), ["main", "M18 25Q26 14 30-2q6 14 16 27q-14-6-28 0z"],
    ["shade", "M30-2q6 14 16 27q-5-2-9-2.6Q36 10 30-2z"],
    ["gold", "M17 27q15-7 30 0v-4q-15-7-30 0z"], star("gold", 29, 13, 3), star("gold", 36, 18, 2),
    line("wood2", 3, "M53 64V24"), disc("glass", 53, 18, 6), disc("water", 54, 19, 4), disc("light", 51, 16, 2),
    line("wood2", 2, "M53 26q-7-2-6-9M53 26q7-2 6-9"), hand("skin1", 53, 50),
  ],
};
