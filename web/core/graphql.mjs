// Queries and mutations: trusted documents, named by their hash, sent as anybody could send them.
import { OPERATIONS } from "./operations.mjs";
import { credential, refused } from "./session.mjs";

/** @typedef {import("./api").Operations} Operations */

/** Why something was not done: an expected failure, or a fault on the way (`offline`). */
export class Problem extends Error {
  /**
   * @param {string} code the lower-case code of the service, or `offline`
   * @param {string} message
   * @param {Record<string, any>} [details] the whole problem
   */
  constructor(code, message, details = {}) {
    super(message);
    this.name = "Problem";
    this.code = code;
    this.details = details;
    /** @type {number | null} in seconds */
    this.retryAfter = details.retryAfter ?? null;
  }
}

const AGAIN = new Set(["offline", "unavailable", "unknown_outcome"]);
const TRIES = 5;

/** @param {number} ms */
const pause = (ms) => new Promise((done) => setTimeout(done, ms));

/**
 * What an error entry of an answer says.
 * @param {any} error
 */
export function problemOf(error) {
  const told = error?.extensions ?? {};
  return new Problem(told.code ?? "internal", error?.message ?? "", { ...told, retryAfter: told.retryAfter ?? told.retry_after });
}

/**
 * The answer to an operation. A problem in place of a payload is thrown. Reads, and writes that may be sent twice, are sent again
 * while the service is away.
 * @template {keyof Operations} N
 * @param {N} name
 * @param {Operations[N]["variables"]} [variables]
 * @param {{ signal?: AbortSignal, again?: boolean }} [options] `again`: whether it may be sent twice; else reads only
 * @returns {Promise<Operations[N]["data"]>}
 */
export async function ask(name, variables, options = {}) {
  const operation = OPERATIONS[name];
  const again = options.again ?? operation.kind === "query";
  for (let tried = 1; ; tried++) {
    try {
      return await once(name, variables, options.signal);
    } catch (error) {
      if (!(error instanceof Problem) || !again || tried >= TRIES || options.signal?.aborted) throw error;
      if (error.code === "rate_limited" && (error.retryAfter ?? 9) <= 3) await pause((error.retryAfter ?? 1) * 1000);
      else if (AGAIN.has(error.code)) await pause(Math.min(2000, 100 * 2 ** tried) * (0.5 + Math.random() / 2));
      else throw error;
    }
  }
}

/**
 * @param {keyof Operations} name
 * @param {object | undefined} variables
 * @param {AbortSignal | undefined} signal
 * @returns {Promise<any>}
 */
async function once(name, variables, signal) {
  /** @type {Record<string, string>} */
  const headers = { "Content-Type": "application/json", Accept: "application/graphql-response+json, application/json" };
  const secret = credential.peek();
  if (secret) headers.Authorization = `Bearer ${secret}`;
  const body = JSON.stringify({ documentId: `sha256:${OPERATIONS[name].hash}`, operationName: name, variables: variables ?? {} });
  let answer;
  let told;
  try {
    answer = await fetch("/graphql", { method: "POST", headers, body, signal: signal ?? null });
    told = await answer.json();
  } catch (error) {
    if (signal?.aborted) throw error;
    throw new Problem("offline", "the service cannot be reached");
  }
  const fault = told.errors?.[0];
  if (fault && told.data == null) throw refusedAs(problemOf(fault), secret);
  if (!told.data) throw refusedAs(new Problem(told.code ?? "unavailable", told.detail ?? answer.statusText, told), secret);
  const field = Object.keys(told.data)[0];
  if (fault && told.data[field] == null) throw refusedAs(problemOf(fault), secret);
  const payload = told.data[field];
  if (OPERATIONS[name].kind === "mutation" && payload?.code !== undefined && /Problem$/.test(payload.__typename ?? "")) {
    throw refusedAs(new Problem(String(payload.code).toLowerCase(), payload.message, payload), secret);
  }
  return told.data;
}

/**
 * The problem; where it is that the credential is no longer good, the session hears of it.
 * @param {Problem} problem
 * @param {string | null} secret
 */
function refusedAs(problem, secret) {
  problem.code = problem.code.toLowerCase();
  if (secret && (problem.code === "expired" || problem.code === "unauthenticated")) refused(secret);
  return problem;
}
