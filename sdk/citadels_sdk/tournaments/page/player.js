// The list of games, and the games to step through. What the page carries is unpacked where it is first needed.
"use strict";
(() => {
  const $ = (id) => document.getElementById(id);
  const make = (tag, style, ...inside) => {
    const made = document.createElement(tag);
    if (style) made.className = style;
    made.append(...inside);
    return made;
  };
  const ORDINALS = ["", "1st", "2nd", "3rd", "4th", "5th", "6th", "7th", "8th"];
  const PAGE = 24;

  // --- what the page carries --------------------------------------------------------------------------------------

  const unpacked = new Map();
  const unpack = (id) => {
    if (!unpacked.has(id)) {
      unpacked.set(id, (async () => {
        const bytes = Uint8Array.from(atob($(id).textContent.trim()), (letter) => letter.charCodeAt(0));
        const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("deflate-raw"));
        return JSON.parse(await new Response(stream).text());
      })());
    }
    return unpacked.get(id);
  };
  let art = {};
  const templates = new Map();
  const drawing = (key) => {
    if (!templates.has(key)) {
      const made = document.createElement("template");
      made.innerHTML = art[key] || "";
      templates.set(key, made);
    }
    return templates.get(key).content.cloneNode(true);
  };
  const pile = (kind, count) => make("span", "num", drawing(`${kind}:${Math.min(3, count)}`), String(count));

  // --- the list of games ------------------------------------------------------------------------------------------

  let book = { names: [], games: [], chunks: {} };
  let shown = 0;
  const filters = () => ({ who: $("who").value, round: $("round").value, inlined: $("inlined") ? $("inlined").checked : false });
  const chosen = () => {
    const { who, round, inlined } = filters();
    return book.games.filter((game) =>
      (who === "" || game[1].includes(Number(who))) &&
      (round === "" || game[0].startsWith(`${round}.`)) &&
      (!inlined || game[0] in book.chunks));
  };
  const seatsOf = (game) => {
    const row = make("ol", "players");
    game[1].forEach((who, seat) => {
      const place = game[2].length ? game[2][seat] : 0;
      const badge = make("span", place ? `place p${place}` : "place", place ? ORDINALS[place] : "–");
      const left = game[4].includes(seat) ? [make("span", "left", "forfeited")] : [];
      const score = game[3].length ? [make("span", "num soft", String(game[3][seat]))] : [];
      row.append(make("li", "", badge, make("span", "name", book.names[who]), ...score, ...left));
    });
    return row;
  };
  const list = (from) => {
    const games = chosen();
    shown = Math.max(0, Math.min(from, Math.floor(Math.max(0, games.length - 1) / PAGE) * PAGE));
    const rows = $("rows");
    rows.replaceChildren(...games.slice(shown, shown + PAGE).map((game) => {
      const [id] = game;
      let door;
      if (id in book.chunks) {
        door = make("button", "open", `Game ${id}`);
        door.type = "button";
        door.addEventListener("click", () => go(id, 0));
      } else {
        door = make("code", "", `Game ${id}`);
      }
      return make("div", "game box", make("h3", "", door), ...(game[5] ? [make("p", "soft", `Void: ${game[5]}`)] : []), seatsOf(game));
    }));
    const last = Math.min(games.length, shown + PAGE);
    $("count").textContent = games.length ? `Games ${shown + 1} to ${last} of ${games.length}` : "No game is like that.";
    $("back").disabled = shown === 0;
    $("more").disabled = last >= games.length;
  };

  // --- one game, step by step ---------------------------------------------------------------------------------------

  const open = { id: "", at: 0, game: null, moments: [], names: [], items: [], timer: 0 };
  const SEAT = /\u0002(\d)\u0003/g;
  const said = (text) => text.replace(SEAT, (_, seat) => open.names[Number(seat)]);

  const go = (id, at) => {
    const hash = `#game=${id}&step=${at}`;
    if (location.hash === hash) arrive();
    else location.hash = hash;
  };
  const asked = () => {
    const found = /^#game=([\d.]+)(?:&step=(\d+))?$/.exec(location.hash);
    return found && found[1] in book.chunks ? { id: found[1], at: Number(found[2] || 0) } : null;
  };
  const arrive = async () => {
    const wanted = asked();
    if (!wanted) {
      if ($("player").open) $("player").close();
      return;
    }
    if (open.id !== wanted.id) {
      const [chunk, drawn] = await Promise.all([unpack(`games-${book.chunks[wanted.id]}`), unpack("art")]);
      art = drawn;
      take(wanted.id, chunk[wanted.id]);
    }
    if (!$("player").open) $("player").showModal();
    show(Math.min(wanted.at, open.moments.length - 1));
  };

  const take = (id, game) => {
    const row = book.games.find((one) => one[0] === id);
    open.id = id;
    open.game = game;
    open.names = row[1].map((who) => book.names[who]);
    const again = new Set(open.names.filter((name, seat) => open.names.indexOf(name) !== seat));
    open.names = open.names.map((name, seat) => (again.has(name) ? `${name} (seat ${seat})` : name));
    open.moments = [];
    let now = {};
    for (const step of game.steps) {
      now = { ...now, ...step[0] };
      open.moments.push(now);
    }
    $("title").textContent = `Game ${id}: ${open.names.join(", ")}`;
    $("slider").max = String(open.moments.length - 1);
    open.items = [];
    const story = $("story");
    story.replaceChildren();
    let round = 0;
    game.steps.forEach((step, at) => {
      if (open.moments[at].r !== round) {
        round = open.moments[at].r;
        story.append(make("li", "rounded", `Round ${round}`));
      }
      const item = make("li", "");
      const door = make("button", "", ...told(step, at));
      door.type = "button";
      door.addEventListener("click", () => go(open.id, at));
      item.append(door);
      story.append(item);
      open.items.push(item);
    });
  };
  const told = (step, at) => {
    const lines = step[1].map((line) => make("span", "line", said(line)));
    if (step.length < 3) return lines.length ? lines : [make("span", "line", "The cards are dealt.")];
    const by = step[4] === "default" ? " (left to the default)" : step[4] ? " (a bot of the house)" : "";
    const head = make("span", "did", `${at}. ${open.names[step[2]]}${by} `, make("code", "", step[3]));
    return [head, ...lines];
  };

  const seatBox = (now, seat, over) => {
    const head = make("div", "head", make("span", "name", open.names[seat]));
    if (now.c === seat) head.append(drawing("crown"));
    head.append(pile("g", now[`g${seat}`]), pile("h", now[`h${seat}`].length));
    head.append(make("span", "num soft", `${now[`s${seat}`]} of ${now.n} built`));
    for (const [emblem, title, seen] of now[`f${seat}`]) {
      head.append(make("span", title ? "who" : "who soft", drawing(emblem), title && !seen ? `(${title})` : title));
    }
    const city = make("div", "row", ...now[`b${seat}`].map(drawing));
    if (!city.childElementCount) city.append(make("span", "none", "no district yet"));
    const box = make("div", !over && now.w && now.w[0] === seat ? "seat waits" : "seat", head, city);
    if (now[`h${seat}`].length) {
      const hand = make("details", "", make("summary", "", "hand"), make("div", "row", ...now[`h${seat}`].map(drawing)));
      hand.open = $("hands").checked;
      box.append(hand);
    }
    return box;
  };
  const sheetTable = () => {
    const [head, ...rows] = open.game.sheet;
    const top = make("tr", "", make("th", "", "Seat"), ...[...head, "Total"].map((title) => make("th", "", title)));
    top.childNodes.forEach((cell) => cell.setAttribute("scope", "col"));
    const lines = rows.map((row, seat) => {
      const name = make("th", "", open.names[seat]);
      name.setAttribute("scope", "row");
      return make("tr", "", name, ...row.map((points) => make("td", "", points ? String(points) : "")));
    });
    const table = make("table", "", make("caption", "", "The score"), make("thead", "", top), make("tbody", "", ...lines));
    return make("div", "box wide", table);
  };
  const show = (at) => {
    open.at = at;
    const now = open.moments[at];
    const over = at === open.moments.length - 1;
    const facts = [`Round ${now.r}`, `${now.k} cards in the deck`];
    if (now.t) facts.push(`${now.t} gold of taxes`);
    $("facts").textContent = facts.join(", ");
    const seats = make("div", "seats", ...open.names.map((_, seat) => seatBox(now, seat, over)));
    const beside = now.x.length ? [make("div", "box", ...now.x.map((line) => make("p", "", said(line))))] : [];
    $("board").replaceChildren(seats, ...beside, ...(over && open.game.sheet.length ? [sheetTable()] : []));
    $("slider").value = String(at);
    $("slider").setAttribute("aria-valuetext", `step ${at} of ${open.moments.length - 1}, round ${now.r}`);
    $("where").textContent = `Step ${at} of ${open.moments.length - 1}`;
    const step = open.game.steps[at];
    $("now").replaceChildren(...told(step, at));
    open.items.forEach((item, number) => item.toggleAttribute("data-now", number === at));
    const item = open.items[at];
    const box = $("story");
    const top = item.offsetTop - box.offsetTop;
    if (top < box.scrollTop + 30 || top + item.offsetHeight > box.scrollTop + box.clientHeight) box.scrollTop = top - box.clientHeight / 2;
    $("first").disabled = $("before").disabled = at === 0;
    $("next").disabled = $("last").disabled = over;
    $("roundback").disabled = at === 0;
    $("roundon").disabled = over;
    if (over) stop();
  };
  const move = (at) => {
    const to = Math.max(0, Math.min(at, open.moments.length - 1));
    history.replaceState(null, "", `#game=${open.id}&step=${to}`);
    show(to);
  };
  const roundFrom = (way) => {
    const here = open.moments[open.at].r;
    let at = open.at;
    if (way > 0) {
      while (at < open.moments.length - 1 && open.moments[at].r === here) at += 1;
      return at;
    }
    const start = open.moments.findIndex((now) => now.r === here);
    return start < open.at ? start : Math.max(0, open.moments.findIndex((now) => now.r === here - 1));
  };
  const stop = () => {
    clearInterval(open.timer);
    open.timer = 0;
    $("run").textContent = "Play";
    $("run").setAttribute("aria-pressed", "false");
  };
  const run = () => {
    if (open.timer) return stop();
    if (open.at === open.moments.length - 1) move(0);
    open.timer = setInterval(() => move(open.at + 1), 900);
    $("run").textContent = "Pause";
    $("run").setAttribute("aria-pressed", "true");
    return undefined;
  };
  const KEYS = {
    ArrowRight: () => move(open.at + 1), ArrowLeft: () => move(open.at - 1),
    PageDown: () => move(roundFrom(1)), PageUp: () => move(roundFrom(-1)),
    Home: () => move(0), End: () => move(open.moments.length - 1), " ": run,
  };

  // --- the beginning --------------------------------------------------------------------------------------------------

  const begin = async () => {
    if (!$("book")) return;
    if (typeof DecompressionStream === "undefined") {
      $("count").textContent = "This browser cannot unpack the games: take a newer one, or `citadels replay`.";
      return;
    }
    book = await unpack("book");
    for (const id of ["who", "round", "inlined"]) if ($(id)) $(id).addEventListener("change", () => list(0));
    $("back").addEventListener("click", () => list(shown - PAGE));
    $("more").addEventListener("click", () => list(shown + PAGE));
    const doors = {
      first: () => move(0), before: () => move(open.at - 1), next: () => move(open.at + 1), last: () => move(open.moments.length - 1),
      roundback: () => move(roundFrom(-1)), roundon: () => move(roundFrom(1)), run, close: () => $("player").close(),
    };
    for (const [id, act] of Object.entries(doors)) $(id).addEventListener("click", act);
    $("slider").addEventListener("input", () => move(Number($("slider").value)));
    $("hands").addEventListener("change", () => show(open.at));
    $("player").addEventListener("close", () => {
      stop();
      if (asked()) history.replaceState(null, "", "#games");
    });
    $("player").addEventListener("keydown", (event) => {
      const act = KEYS[event.key];
      const typed = event.target instanceof HTMLElement ? event.target.tagName : "";
      if (!act || event.altKey || event.ctrlKey || event.metaKey) return;
      if (event.key === " " && ["BUTTON", "SUMMARY", "INPUT"].includes(typed)) return;
      event.preventDefault();
      act();
    });
    window.addEventListener("hashchange", arrive);
    list(0);
    await arrive();
    document.documentElement.dataset.ready = "yes";
  };
  begin();
})();
