// A service that says what a test has it say: answers by the name of the operation, and one socket.
import { readFileSync } from "node:fs";

/** What was asked for, in order: the name of the operation and its variables. */
export const asked = [];
/** Answers by operation: data, or what makes data of the variables. A `Problem` of the service is `{ fault: code }`. */
export const answers = {};

/** The catalogue of an edition, as far as recorded decisions tell it. */
function catalogue({ edition, language }) {
  const read = (name) => JSON.parse(readFileSync(new URL(name, import.meta.url), "utf8"));
  const cards = read("play_decisions.json").cards[edition.toLowerCase()];
  const titles = read("told_events.json").titles[edition.toLowerCase()][language.toLowerCase()];
  const ranks = { assassin: 1, witch: 1, magistrate: 1, thief: 2, spy: 2, blackmailer: 2, magician: 3, wizard: 3, seer: 3, king: 4, emperor: 4, patrician: 4, bishop: 5, abbot: 5,
    cardinal: 5, merchant: 6, alchemist: 6, trader: 6, architect: 7, navigator: 7, scholar: 7, warlord: 8, diplomat: 8, marshal: 8, queen: 9, artist: 9, tax_collector: 9 };
  return {
    catalogue: {
      characters: Object.entries(ranks).map(([character, rank]) => ({ character, rank, name: titles[character] ?? character, minPlayers: character === "queen" ? 5 : 2, text: "" })),
      districts: Object.entries(cards).map(([district, one]) => ({ district, name: titles[district] ?? district, type: one.type.toUpperCase(), cost: one.cost, copies: one.unique ? 1 : 3, unique: one.unique, bonus: 0, text: one.unique ? `What ${district} does.` : "" })),
      scenarios: [], options: [],
    },
  };
}

/** Have the page ask here. */
export function serve() {
  asked.length = 0;
  for (const name of Object.keys(answers)) delete answers[name];
  answers.Cards = catalogue;
  globalThis.fetch = async (to, { body } = {}) => {
    if (String(to).startsWith("file:")) return { ok: true, json: async () => JSON.parse(readFileSync(new URL(to), "utf8")) };
    const { operationName, variables } = JSON.parse(body);
    asked.push([operationName, variables]);
    const given = answers[operationName];
    if (given === undefined) throw new Error(`nobody has said what ${operationName} answers`);
    const data = typeof given === "function" ? await given(variables) : given;
    const told = data.fault ? { errors: [{ message: data.message ?? data.fault, extensions: { code: data.fault, ...data.details } }], data: null } : { data };
    return { ok: true, statusText: "", json: async () => told };
  };
  globalThis.WebSocket = Socket;
  Socket.opened = [];
}

/** A socket that greets at once. */
export class Socket {
  static opened = [];
  sent = [];
  constructor() {
    Socket.opened.push(this);
    setTimeout(() => {
      this.onopen?.();
      this.say({ type: "connection_ack" });
    }, 0);
  }
  send(text) { this.sent.push(JSON.parse(text)); }
  close(code) { this.closed = code ?? true; }
  say(message) { this.onmessage?.({ data: JSON.stringify(message) }); }
  /** The next part of what was subscribed to last. */
  tell(data) {
    const { id } = this.sent.filter((one) => one.type === "subscribe").at(-1);
    this.say({ type: "next", id, payload: { data } });
  }
}
