/** The part of the notation's view that this example draws (docs/NOTATION.md, section 3). */

/** A district of a city: its id, `+` when beautified; an object where cards lie under it. */
export type Built = string | { id: string; tucked: number | string[] };

export interface SeatView {
  gold: number;
  /** The cards, or how many they are. */
  hand: string[] | number;
  city: Built[];
  /** null for each character that the viewer does not know. */
  characters: (string | null)[];
  revealed: string[];
}

export interface View {
  seats: SeatView[];
  crown: number;
  round: number;
  phase: "pick" | "turns" | "over";
  deck: string[] | number;
  turn: { character: string } | null;
}

/** One line for each seat. */
export function lines(view: View): string[] {
  return view.seats.map((seat, number) => {
    const hand = typeof seat.hand === "number" ? seat.hand : seat.hand.length;
    const city = seat.city.map((one) => (typeof one === "string" ? one : one.id)).join(" ");
    return `${number === view.crown ? "*" : " "}${number}  ${seat.gold} gold  ${hand} cards  ${city}`;
  });
}
