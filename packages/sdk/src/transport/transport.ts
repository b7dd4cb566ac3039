import type { InputOf, Operation, OutputOf } from "@knowledge-base/types";
import type { CallOptions, ClientOptions } from "../client-options.ts";
import { ConfigurationError } from "../errors/configuration-error.ts";
import { ConnectionError } from "../errors/connection-error.ts";
import { planRequest } from "./plan-request.ts";
import { readAnswer } from "./read-answer.ts";
import { send } from "./send.ts";
import { taskOf } from "./task-of.ts";

/** Carries out an operation. */
export type Call = <AnyOperation extends Operation>(
  operation: AnyOperation,
  input: InputOf<AnyOperation>,
  options?: CallOptions,
) => Promise<OutputOf<AnyOperation>>;

/** Makes the function through which every method of a client calls. It alone holds the key. */
export function createCall(options: ClientOptions): Call {
  const baseUrl = readBaseUrl(options.baseUrl);
  const apiKey = readApiKey(options.apiKey);
  const { fetch } = options;

  return async (operation, input, { signal } = {}) => {
    const { method, target, body } = planRequest(operation, input);
    const headers = {
      accept: "application/json",
      "x-api-key": apiKey,
      ...(body && { "content-type": "application/json" }),
    };
    signal?.throwIfAborted();
    const exchange = async () => {
      const response = await send({ method, url: baseUrl + target, headers, body, signal }, fetch);
      return { status: response.status, text: await response.text() };
    };
    const { status, text } = await untilAborted(exchange(), signal).catch((error: unknown) => {
      throw signal?.aborted ? signal.reason : new ConnectionError(taskOf(operation), error);
    });
    return readAnswer(operation, status, text);
  };
}

/** Waits for a promise, but no longer than until a signal aborts: a `fetch` need not heed its signal. */
async function untilAborted<Value>(promise: Promise<Value>, signal: AbortSignal | undefined): Promise<Value> {
  if (!signal) return promise;
  const { promise: aborted, reject } = Promise.withResolvers<never>();
  const abort = () => reject(signal.reason);
  signal.addEventListener("abort", abort, { once: true });
  try {
    return await Promise.race([promise, aborted]);
  } finally {
    signal.removeEventListener("abort", abort);
  }
}

function readBaseUrl(text: string): string {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (url?.protocol !== "https:" && url?.protocol !== "http:") {
    throw new ConfigurationError(
      "Failed to create a client: baseUrl is not an HTTP URL. Give one such as https://kb.example.com.",
    );
  }
  return url.origin + url.pathname.replace(/\/+$/, "");
}

/** A header refuses other characters with a message that holds them, and so would print the key. */
function readApiKey(key: string): string {
  if (typeof key === "string" && /^[\x21-\x7e]+$/.test(key)) return key;
  throw new ConfigurationError(
    "Failed to create a client: apiKey must be visible ASCII characters. Look for a line break in it.",
  );
}
