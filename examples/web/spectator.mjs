// Watches a public table with what every browser has: fetch and EventSource. Serve this folder, and open
//   http://127.0.0.1:8080/spectator.html?server=http://127.0.0.1:8000&table=game_...  (without a table: a running one)

const query = new URLSearchParams(location.search);
const server = query.get("server") ?? "http://127.0.0.1:8000";
const show = (id, text) => (document.getElementById(id).textContent = text);

function draw({ view, status }) {
  show("state", `round ${view.round}, ${view.turn ? view.turn.character : view.phase}, ${status}`);
  const seats = view.seats.map((seat, number) => {
    const line = document.createElement("li");
    const city = seat.city.map((district) => district.id ?? district).join(", ");
    const hand = seat.hand.length ?? seat.hand; // of a hand that one may not see only its size is told
    line.textContent = `${number === view.crown ? "crown, " : ""}${seat.gold} gold, ${hand} cards: ${city || "nothing built"}`;
    return line;
  });
  document.getElementById("seats").replaceChildren(...seats);
}

function watch(table, after = "") {
  const source = new EventSource(`${server}/v1/tables/${table}/events?positions=true${after}`);
  const take = ({ type, data, lastEventId }) => {
    const { position, events, reason } = JSON.parse(data);
    if (lastEventId) after = `&after=${lastEventId}`;
    if (position) draw(position);
    const told = (events ?? []).map(({ number, kind, facts }) => `${number} ${kind} ${JSON.stringify(facts)}\n`);
    document.getElementById("log").prepend(...told.reverse());
    if (type === "end" && reason === undefined) source.close(); // the game is over; else the server comes again
  };
  for (const type of ["view", "events", "end"]) source.addEventListener(type, take);
  source.onopen = () => show("state", "live");
  source.onerror = () => {
    // a browser opens a lost connection again by itself, with Last-Event-ID; only not after an answer such as 503
    show("state", "the line is down, or there is no such table");
    if (source.readyState === EventSource.CLOSED) setTimeout(() => watch(table, after), 1000);
  };
}

const running = await (await fetch(`${server}/v1/tables?status=running&limit=1`)).json();
const table = query.get("table") ?? running.items[0]?.id;
if (table) watch(table);
