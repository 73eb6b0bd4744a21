// The small drawings: marks of the types, crown, coin, card, and the markers of a round.
import { drawn, star } from "./shapes.mjs";

/**
 * The shape of each type: a crown's points, a cross, a coin, a shield, a star. Shape and colour say the same.
 * @type {Readonly<Record<string, string>>}
 */
export const MARKS = {
  noble: "M3 18L2 6l5.5 4.5L12 3l4.5 7.5L22 6l-1 12z",
  religious: "M9.5 2h5v6H21v5h-6.5v9h-5v-9H3V8h6.5z",
  trade: "M12 2a10 10 0 1 0 0 20a10 10 0 1 0 0-20zm0 5.5l4.5 4.5l-4.5 4.5L7.5 12z",
  military: "M3 3.5q5 0 9-2q4 2 9 2V12q0 7.5-9 11q-9-3.5-9-11z",
  unique: star("gold", 12, 12.5, 11.5)[1],
};

/** A hood with nobody known under it. */
export const SOMEBODY = drawn([
  ["main", "M6 64C7 52 17 45 32 45S57 52 58 64z"],
  ["deep", "M32 8C20 8 16 18 17 32q1 13 15 16q14-3 15-16C48 18 44 8 32 8z"],
  ["night", "M32 14q-11 1-11 16q1 11 11 14q10-3 11-14q0-15-11-16z"],
  ["lit", "M27.5 26q0-6 5-6q5.5 0 5.5 5q0 3-3 5q-1.5 1-1.5 3h-3q0-3.5 2.5-5.2q2-1.3 2-2.6q0-2-2.5-2q-2 0-2 2.8z"],
  ["lit", "M30.3 34.8h3.4v3.4h-3.4z"],
]);

/** The crown. */
export const CROWN = drawn([
  ["gold", "M4 20L2 7l6.5 4.5L12 4l3.5 7.5L22 7l-2 13z"],
  ["shade", "M12 4l3.5 7.5L22 7l-2 13h-8z"],
  ["gold2", "M4 20l-.5-3h17l-.5 3z"],
  ["red", "M12 13l1.5 1.5L12 16l-1.5-1.5z"],
  ["gold", "M.5 7a1.5 1.5 0 1 0 3 0a1.5 1.5 0 1 0-3 0zM20.5 7a1.5 1.5 0 1 0 3 0a1.5 1.5 0 1 0-3 0z"],
  ["gold", "M10.4 4a1.6 1.6 0 1 0 3.2 0a1.6 1.6 0 1 0-3.2 0z"],
]);

/** A coin. */
export const COIN = drawn([
  ["gold2", "M2 12a10 10 0 1 0 20 0a10 10 0 1 0-20 0z"],
  ["gold", "M2 11a10 9.5 0 1 0 20 0a10 9.5 0 1 0-20 0z"],
  ["gold2", "M5.5 11a6.5 6 0 1 0 13 0a6.5 6 0 1 0-13 0z", 1.2],
  ["gold2", "M9 14V9h1.3v1h1V9h1.4v1h1V9H15v5h-2v-1.5a1 1 0 0 0-2 0V14z"],
]);

/** A card from behind. */
export const BACK = drawn([
  ["night", "M4 1.5h12q2 0 2 2v17q0 2-2 2H4q-2 0-2-2v-17q0-2 2-2z"],
  ["gold2", "M5 3.5h10q1 0 1 1v15q0 1-1 1H5q-1 0-1-1v-15q0-1 1-1z", 0.9],
  ["gold", "M6.5 16V9.5h1.5V8h1.2v1.5h1.6V8H12v1.5h1.5V16h-2.5v-2a1 1 0 0 0-2 0v2z"],
]);

/**
 * The markers of a round, and what lies on a district.
 * @type {Readonly<Record<string, string>>}
 */
export const SIGNS = {
  killed: drawn([
    ["steel", "M12 1l2.5 5v9h-5V6z"], ["steel2", "M12 1l2.5 5v9H12z"], ["gold", "M6 15h12v2H6z"],
    ["wood", "M10.8 17h2.4v4h-2.4z"],
    ["red", "M12 24a1.8 1.8 0 0 1 0-3.6a1.8 1.8 0 0 1 0 3.6z"],
  ]),
  robbed: drawn([
    ["wood", "M9 7q-7 7-5 13q8 4 16 0q2-6-5-13z"], ["wood2", "M8 3h8l-1.5 4h-5z"],
    ["gold", "M8 14.5a4 4 0 1 0 8 0a4 4 0 1 0-8 0z"], ["gold2", "M12 12v5", 1.4],
  ]),
  bewitched: drawn([
    ["violet", "M12 1C12 8 8 9 5 10q6 1 7 9q1-8 7-9q-3-1-7-9z"],
    ["lit", "M18 15q0 3-2.5 3.5Q18 19 18 22q.5-3 3-3.5q-2.5-.5-3-3.5z"],
    ["lit", "M5 14q0 2-2 2.5q2 .5 2 2.5q0-2 2-2.5q-2-.5-2-2.5z"],
  ]),
  warrant: drawn([
    ["paper", "M4 2h13q3 0 3 3v2h-3v15H7q-3 0-3-3z"], ["wood", "M7.5 7h6M7.5 10.5h6M7.5 14h3.5", 1.4],
    ["gold2", "M17 7V5q0-2 1.5-2t1.5 2v2z"],
  ]),
  signed: drawn([
    ["paper", "M4 2h13q3 0 3 3v2h-3v15H7q-3 0-3-3z"], ["wood", "M7.5 7h6M7.5 10.5h6", 1.4],
    ["red", "M10 16a3.8 3.8 0 1 0 7.6 0a3.8 3.8 0 1 0-7.6 0z"],
    ["light", "M12 15a1.5 1.5 0 1 0 3 0a1.5 1.5 0 1 0-3 0z"],
  ]),
  threat: drawn([["paper", "M2 6h20v13H2z"], ["wood", "M2 6l10 8l10-8", 1.5], ["wood", "M2 19l7-7M22 19l-7-7", 1.2]]),
  flowered: drawn([
    ["paper", "M2 7h20v13H2z"], ["wood", "M2 7l10 8l10-8", 1.5],
    ["rose", "M9 6a3 3 0 1 0 6 0a3 3 0 1 0-6 0zM6 9a3 3 0 1 0 6 0a3 3 0 1 0-6 0zM12 9a3 3 0 1 0 6 0a3 3 0 1 0-6 0z"],
    ["rose", "M9 12a3 3 0 1 0 6 0a3 3 0 1 0-6 0z"], ["gold", "M10 9a2 2 0 1 0 4 0a2 2 0 1 0-4 0z"],
  ]),
  tucked: drawn([["night", "M4 4h10v14H4z"], ["gold2", "M8 7h10v14H8z"], ["night", "M9.2 8.2h7.6v11.6H9.2z"]]),
  beautified: drawn([star("gold", 12, 12, 11), ["shade", "M12 1v22l-1-6z"]]),
  pool: drawn([
    ["night", "M3 5l9-3l5 14l-9 3z"], ["gold2", "M3 5l9-3l5 14l-9 3z", 1.3], ["night", "M9 6h11v15H9z"],
    ["gold2", "M9 6h11v15H9z", 1.3], ["gold", "M12 13h5M15 10.5l2.5 2.5l-2.5 2.5", 1.6],
  ]),
  aside: drawn([["night", "M5 3h14v18H5z"], ["gold2", "M6.5 4.5h11v15h-11z", 1], ["gold", "M9 9l6 6M15 9l-6 6", 1.6]]),
};
