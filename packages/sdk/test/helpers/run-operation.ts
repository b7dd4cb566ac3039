import type { CallOptions, ClientOptions, KnowledgeBase } from "@knowledge-base/sdk";
import { createClient, respondJson } from "./client.ts";
import { driveCall } from "./drive-call.ts";
import { getIndex } from "./operation-calls.ts";

/** A `fetch` that always succeeds. */
export const succeed = respondJson([]);
/** Creates a `fetch` that succeeds after milliseconds. */
export const succeedAfter = (ms: number) => () =>
  new Promise<Response>((resolve) => setTimeout(() => resolve(Response.json([])), ms));
/** Creates a `fetch` that sends a status and the beginning of a body that doesn't end. */
export const hang = (status: number, cancel = () => {}) => {
  const start = (body: ReadableStreamDefaultController) => body.enqueue(Buffer.from("[]"));
  return async () => new Response(new ReadableStream({ start, cancel }), { status });
};
/** Returns one value after the other, and the last one again and again. */
export const inTurn = <Value>(...values: readonly Value[]) => {
  const left = [...values];
  return () => (left.length > 1 ? left.shift() : left[0]) as Value;
};
/** Creates a `fetch` that does one thing after the other, and the last one again and again. */
export const fetchInTurn = (...fetches: readonly (() => Promise<Response>)[]) => {
  const next = inTurn(...fetches);
  return () => next()();
};

/** One operation for each way in which it may be repeated. */
const operations = {
  safe: getIndex,
  idempotent: ({ bindings }: KnowledgeBase, options?: CallOptions) =>
    bindings.unbind({ brainId: "b", bindingId: "c" }, options),
  unsafe: ({ oauth }: KnowledgeBase, options?: CallOptions) => oauth.start({ brainId: "b" }, options),
};

/** Calls an operation with fake timers, by default with one retry after half of the longest first delay: 250 milliseconds. */
export async function runOperation(
  fetch: () => Promise<Response>,
  { signal, ...options }: ClientOptions & CallOptions = {},
  operation: keyof typeof operations = "safe",
) {
  const kb = createClient(fetch, { retries: 1, random: () => 0.5, validate: "off", ...options });
  const { error, response, attempts } = await driveCall(operations[operation](kb, { signal }).safe());
  const outcomes = attempts.map(({ number: _, started: __, ...outcome }) => outcome);
  return { error, attempts, outcomes, status: response?.status };
}
