// The shapes of docs/NOTATION.md, section 3, as a viewer gets them.

export type SeatNumber = number;
/** A card in a city: `castle`, `castle+` (beautified), or one with cards tucked under it (how many, where they are hidden). */
export type CityCard = string | { id: string; tucked: string[] | number; beautified?: boolean };

export interface SeatView {
  gold: number;
  /** The cards, or how many. */
  hand: string[] | number;
  city: CityCard[];
  /** The characters; null for each that the viewer does not know. */
  characters: Array<string | null>;
  revealed: string[];
  /** Classic: the districts built this round. */
  built?: string[];
}

export interface Turn {
  character: string;
  gathered?: boolean;
  built?: number;
  used?: string[];
  spent?: number;
  resumed?: boolean;
}

/** A marker, or the character alone. */
export type Mark = string | { character: string; by?: SeatNumber };

export interface Warrants {
  signed?: string;
  blank?: Array<string | null>;
  on?: string[];
  shown?: string[];
  by?: SeatNumber;
}

export interface Threats {
  flowered?: string | null;
  blank?: string | null;
  on?: string[];
  shown?: string[];
  by?: SeatNumber;
}

export interface Look {
  by: SeatNumber;
  of: SeatNumber;
  hand: string[];
}

export interface AwaitedDecision {
  seat: SeatNumber;
  kind: string;
  n?: number;
  actions?: string[];
  cards?: string[] | number;
  from?: "draw" | "study" | SeatNumber;
  left?: number;
  count?: number;
  do?: string;
  paid?: number;
  lent?: number;
  to?: SeatNumber[];
  district?: string;
  gold?: number;
  under?: number;
}

/** A position as one seat or a spectator may know it; with everything open it is a whole position. */
export interface View {
  format?: string;
  edition: "modern" | "classic";
  options: Record<string, unknown>;
  cast: string[];
  uniques: string[];
  seats: SeatView[];
  crown: SeatNumber;
  round: number;
  n: number;
  phase: "pick" | "turns" | "over";
  deck: string[] | number;
  faceup: string[];
  facedown: Array<string | null | { character: string; seen_by: SeatNumber[] }>;
  pool?: string[] | number;
  turn?: Turn | null;
  killed?: Mark | null;
  bewitched?: Mark | null;
  robbed?: Mark | null;
  warrants?: Warrants | null;
  threats?: Threats | null;
  tax?: number;
  completed?: Array<SeatNumber | SeatNumber[]>;
  looks?: Look[];
  announced?: boolean;
  decision?: AwaitedDecision | null;
}

/** Something that happened, as a viewer knows it; `facts` has what belongs to its kind. */
export interface Event {
  number: number;
  kind: string;
  seat: SeatNumber | null;
  facts: { json: Record<string, any> } & Record<string, any>;
}
