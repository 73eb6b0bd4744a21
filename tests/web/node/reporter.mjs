// What a file of unit tests has found, one line of JSON a test: its name, whether it passed, was skipped, and the words of its failure.
import { inspect } from "node:util";

/** The words of an error: its stack, which begins with its message. */
const wordsOf = (error) => {
  const cause = error?.cause ?? error;
  return cause?.stack ?? inspect(cause);
};

export default async function* report(events) {
  for await (const { type, data } of events) {
    if (type !== "test:pass" && type !== "test:fail") continue;
    const { name, nesting, skip, todo, details } = data;
    const passed = type === "test:pass";
    yield `${JSON.stringify({ name, nesting, passed, left_out: Boolean(skip ?? todo), why: passed ? "" : wordsOf(details.error) })}\n`;
  }
}
