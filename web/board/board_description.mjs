// The board in sentences, for those who read it or have it read. Pure: it is given the words.
import { around, built, cast, completed, count, facedown, goal, list, marked, signs, size } from "./board_model.mjs";

/** @typedef {import("./board_model.mjs").View} View */
/** @typedef {import("./board_model.mjs").Titles} Titles */
/**
 * @typedef {object} Wording
 * @property {(key: string, params?: Record<string, unknown>) => string} t a text of the area `board`
 * @property {Titles} cards
 * @property {readonly string[]} names of the seats
 * @property {number | null} viewer
 * @property {string} [joint] how the things of a list are joined
 * @property {{ totals?: readonly number[], places?: readonly (readonly number[])[] } | null} [result]
 */
/**
 * A part of the board: `city` are the districts, which belong to the last line.
 * @typedef {{ key: string, title: string, lines: string[], city: string[] }} Part
 */

/**
 * A district in words: name, type, cost, and what is special about it.
 * @param {import("./board_model.mjs").Built} one
 * @param {Wording} wording
 */
export function tellDistrict(one, { t, cards }) {
  const card = cards.district(one.id);
  const cost = card.cost + (one.beautified ? 1 : 0);
  const extras = [
    one.beautified ? t("beautified") : "",
    one.tucked ? t("tucked", { n: one.tucked }) : "",
    one.under?.length ? t("under", { cards: one.under.map((id) => cards.district(id).name).join(", ") }) : "",
  ].filter(Boolean);
  const all = [t(`type_${card.type}`), t("cost", { n: cost }), ...extras].join(", ");
  return t("district", { name: card.name, facts: all });
}

/**
 * What is going on, in one sentence.
 * @param {View} view
 * @param {Wording} wording
 */
export function tellPhase(view, { t, cards, names, viewer }) {
  const decision = view.decision;
  if (view.phase === "over") return t("phase_over");
  if (view.phase === "pick") {
    if (!decision) return t("phase_pick_nobody");
    return decision.seat === viewer ? t("phase_pick_you") : t("phase_pick", { name: names[decision.seat] });
  }
  const turn = view.turn;
  if (!turn) return t("phase_turns");
  const character = cards.character(turn.character).name;
  const by = turn.resumed
    ? marked(view.bewitched)?.by
    : view.seats.findIndex((seat) => seat.revealed.includes(turn.character));
  if (by === undefined || by === null || by < 0) return t("phase_called", { character });
  if (turn.resumed)
    return by === viewer ? t("phase_resumed_you", { character }) : t("phase_resumed", { character, name: names[by] });
  return by === viewer ? t("phase_turn_you", { character }) : t("phase_turn", { character, name: names[by] });
}

/**
 * Who has to decide; an empty text where nobody has.
 * @param {View} view
 * @param {Wording} wording
 */
export function tellAwaited(view, { t, names, viewer }) {
  const decision = view.decision;
  if (!decision || view.phase === "over") return "";
  return decision.seat === viewer ? t("awaited_you") : t("awaited", { name: names[decision.seat] });
}

/**
 * A marker in words.
 * @param {import("./board_model.mjs").Marked} mark
 * @param {Wording} wording
 */
export function tellMark(mark, { t, names, viewer }) {
  const key =
    mark.blank && (mark.sign === "warrant" || mark.sign === "threat") ? `mark_${mark.sign}_blank` : `mark_${mark.sign}`;
  if (mark.by === null) return t(key);
  return t("mark_by", { mark: t(key), name: mark.by === viewer ? t("you") : names[mark.by] });
}

/**
 * What lies in the middle.
 * @param {View} view
 * @param {Wording} wording
 * @returns {string[]}
 */
function middle(view, wording) {
  const { t, cards, names, viewer } = wording;
  const name = (/** @type {string} */ id) => cards.character(id).name;
  const down = facedown(view);
  const known = down.filter((id) => id !== null).map(name);
  const pool = list(view.pool);
  const lines = [
    t("line_crown", { name: view.crown === viewer ? t("you") : names[view.crown] }),
    t("line_deck", { n: count(view.deck) }),
    view.faceup.length ? t("line_faceup", { characters: view.faceup.map(name).join(", ") }) : "",
    down.length ? t("line_facedown", { n: down.length }) : "",
    known.length ? t("line_facedown_known", { characters: known.join(", ") }) : "",
    view.phase === "pick" && pool ? t("line_pool", { characters: pool.map(name).join(", ") }) : "",
    view.phase === "pick" && !pool && count(view.pool) ? t("line_pool_hidden", { n: count(view.pool) }) : "",
    view.tax || view.cast.includes("tax_collector") ? t("line_tax", { n: view.tax ?? 0 }) : "",
    t("line_goal", { n: goal(view) }),
  ];
  for (const [id, marks] of signs(view)) {
    for (const mark of marks) lines.push(t("line_mark", { character: name(id), mark: tellMark(mark, wording) }));
  }
  for (const role of cast(view, cards)) {
    if (role.state === "absent") lines.push(t("line_absent", { character: name(role.id) }));
  }
  return lines.filter(Boolean);
}

/**
 * What is seen of a seat.
 * @param {View} view
 * @param {number} at
 * @param {Wording} wording
 * @returns {string[]}
 */
function seatLines(view, at, wording) {
  const { t, cards, viewer, result } = wording;
  const seat = view.seats[at];
  if (!seat) return [];
  const shown = seat.revealed.map((id) => cards.character(id).name);
  const own = seat.characters
    .filter((id) => id !== null && !seat.revealed.includes(id))
    .map((id) => cards.character(String(id)).name);
  const hidden = seat.characters.filter((id) => id === null).length;
  const hand = list(seat.hand);
  const total = result?.totals?.[at];
  const lines = [
    total !== undefined ? t("line_score", { n: total }) : "",
    t("line_gold", { n: seat.gold }),
    hand?.length
      ? t("line_hand", { n: hand.length, cards: hand.map((id) => cards.district(id).name).join(", ") })
      : t("line_hand_hidden", { n: count(seat.hand) }),
    shown.length ? t("line_shown", { characters: shown.join(", ") }) : "",
    own.length ? t(at === viewer ? "line_own" : "line_held", { characters: own.join(", ") }) : "",
    hidden ? t("line_hidden", { n: hidden }) : "",
    completed(view, at) ? t("line_completed", { n: completed(view, at) }) : "",
    seat.city.length
      ? t("line_city", { n: seat.city.length, of: goal(view), size: size(view, at) })
      : t("line_city_empty"),
  ];
  return lines.filter(Boolean);
}

/**
 * The whole board in words: the middle, then each seat, the viewer's own first.
 * @param {View} view
 * @param {Wording} wording
 * @returns {Part[]}
 */
export function tellBoard(view, wording) {
  const { t, names, viewer } = wording;
  const seats = around(view.seats.length, viewer);
  if (viewer !== null) seats.unshift(seats.pop() ?? 0);
  const first = [tellPhase(view, wording), tellAwaited(view, wording)].filter(Boolean);
  const looks = (view.looks ?? []).map((look) =>
    t("line_look", {
      name: names[look.of],
      cards: look.hand.map((id) => wording.cards.district(id).name).join(", ") || t("nothing"),
    }),
  );
  return [
    {
      key: "middle",
      title: t("round", { n: view.round }),
      lines: [...first, ...middle(view, wording), ...looks],
      city: [],
    },
    ...seats.map((at) => {
      const name = at === viewer ? t("seat_you", { name: names[at] }) : (names[at] ?? t("seat", { n: at + 1 }));
      const title = view.crown === at ? t("seat_crown", { name }) : name;
      const city = (view.seats[at]?.city ?? []).map((card) => tellDistrict(built(card), wording));
      return { key: `seat-${at}`, title, lines: seatLines(view, at, wording), city };
    }),
  ];
}
