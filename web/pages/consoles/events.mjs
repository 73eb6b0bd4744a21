// Results of a subscription out of a stream of server-sent events.

/**
 * The events of a stream, an object each.
 * @param {AsyncIterable<string>} pieces
 * @returns {AsyncGenerator<{ event: string, data: string }>}
 */
export async function* events(pieces) {
  let rest = "";
  for await (const piece of pieces) {
    const blocks = (rest + piece).split("\n\n");
    rest = /** @type {string} */ (blocks.pop());
    for (const block of blocks) {
      const found = { event: "message", data: "" };
      for (const line of block.split("\n")) {
        const [, name, value] = /^(event|data): ?(.*)$/.exec(line) ?? [];
        if (name === "event") found.event = value;
        else if (name === "data") found.data += value;
      }
      if (found.event !== "message" || found.data) yield found;
    }
  }
}

/** @param {ReadableStream<Uint8Array>} body @returns {AsyncGenerator<string>} */
async function* texts(body) {
  const reader = body.getReader();
  const decoder = new TextDecoder();
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return;
    yield decoder.decode(value, { stream: true });
  }
}

/**
 * The results of a subscription until it is over, or nobody wants more.
 * @param {ReadableStream<Uint8Array>} body
 * @param {AbortController} stop ends the request
 * @returns {AsyncGenerator<any>}
 */
export async function* results(body, stop) {
  try {
    for await (const { event, data } of events(texts(body))) {
      if (event === "complete") return;
      if (event === "next") yield JSON.parse(data);
    }
  } finally {
    stop.abort();
  }
}
