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
    let status: number;
    let text: string;
    try {
      const response = await send({ method, url: baseUrl + target, headers, body, signal }, fetch);
      status = response.status;
      text = await response.text();
    } catch (error) {
      if (signal?.aborted) throw signal.reason;
      throw new ConnectionError(taskOf(operation), error);
    }
    return readAnswer(operation, status, text);
  };
}

function readBaseUrl(text: string): string {
  if (!URL.canParse(text)) {
    throw new ConfigurationError(
      `Failed to create a client: baseUrl is not a URL. Give one such as https://kb.example.com.`,
    );
  }
  const { origin, pathname } = new URL(text);
  return origin + pathname.replace(/\/+$/, "");
}

/** A header refuses other characters with a message that holds them, and so would print the key. */
function readApiKey(key: string): string {
  if (/^[\x21-\x7e]+$/.test(key)) return key;
  throw new ConfigurationError(
    "Failed to create a client: apiKey must be visible ASCII characters. Look for a line break in it.",
  );
}
