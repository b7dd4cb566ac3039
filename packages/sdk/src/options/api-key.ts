import { isVisibleAscii } from "@knowledge-base/internal";
import { Failure, joinMessages, throwConfigurationError } from "../errors/failure.ts";
import type { ClientOptions } from "./client-options.ts";
import { apiKeyVariable, readEnvironment } from "./environment.ts";

/** Checks the option `apiKey`. The platform rejects any other key as a header too, but with a message that shows it. */
export function checkApiKeyOption(value: unknown): void {
  if (typeof value === "function" || isVisibleAscii(value)) return;
  throwConfigurationError(`apiKey ${findKeyProblem(value, ", or a function that returns them")}.`);
}

function findKeyProblem(value: unknown, alternative = ""): string {
  if (value === "") return "is empty";
  if (typeof value === "string" && isVisibleAscii(value.replace(/[\r\n]+$/, "")))
    return "ends in a line break: trim it";
  return `must be one or more visible ASCII characters without spaces${alternative}`;
}

type KeyFunction = Exclude<ClientOptions["apiKey"], string | undefined>;

// The key that replaces a key that the service has rejected. Calls that had the rejected key before it arrived share it.
interface KeyRenewal {
  readonly apiKey: KeyFunction;
  readonly rejectedKey: string | undefined;
  readonly key: Promise<unknown>;
  endMs: number;
}

export interface KeyMemory {
  renewal?: KeyRenewal | undefined;
}

interface RejectedKey {
  readonly sentKey?: string;
  // The start of the attempt: a renewal that was over before can't replace the key.
  readonly startMs: number;
}

/**
 * Returns the key of the options, or else of the environment.
 *
 * @param rejected - the key that the service has rejected: the function `apiKey` is asked for another key
 */
export async function resolveApiKey(
  apiKey: ClientOptions["apiKey"],
  rejected: RejectedKey | undefined,
  memory: KeyMemory,
): Promise<string> {
  if (typeof apiKey === "function") {
    const key = await askForKey(apiKey, rejected, memory);
    return isVisibleAscii(key)
      ? key
      : throwConfigurationError(`the result of the function apiKey ${findKeyProblem(key)}.`);
  }
  if (apiKey !== undefined) return apiKey;
  const fromEnvironment = readEnvironment(apiKeyVariable);
  if (isVisibleAscii(fromEnvironment)) return fromEnvironment;
  if (fromEnvironment !== undefined) throwConfigurationError(`${apiKeyVariable} ${findKeyProblem(fromEnvironment)}.`);
  throwConfigurationError(`there is no API key. Set apiKey or ${apiKeyVariable}.`);
}

async function askForKey(apiKey: KeyFunction, rejected: RejectedKey | undefined, memory: KeyMemory): Promise<unknown> {
  try {
    return await (rejected ? renewKey(apiKey, rejected, memory) : apiKey({ wasRejected: false }));
  } catch (cause) {
    const problem = `${joinMessages(["the function apiKey failed", cause])}.`;
    // A later call of the function may succeed.
    throw new Failure("configuration", problem, { cause, unsent: "no_key" });
  }
}

function renewKey(apiKey: KeyFunction, { sentKey: rejectedKey, startMs }: RejectedKey, memory: KeyMemory) {
  const { renewal: last } = memory;
  if (last?.apiKey === apiKey && last.rejectedKey === rejectedKey && last.endMs > startMs) return last.key;
  const key = (async () => apiKey({ wasRejected: true }))();
  const renewal = { apiKey, rejectedKey, key, endMs: Number.POSITIVE_INFINITY };
  memory.renewal = renewal;
  const end = () => {
    renewal.endMs = performance.now();
  };
  void key.then(end, end);
  return key;
}

/** Forgets a renewal that has failed or never ends. */
export function forgetRenewal(memory: KeyMemory, rejectedKey: string | undefined): void {
  if (memory.renewal?.rejectedKey === rejectedKey) memory.renewal = undefined;
}
