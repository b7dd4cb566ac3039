import { isVisibleAscii } from "@knowledge-base/internal";
import { throwConfigurationError } from "../errors/failure.ts";
import type { ClientOptions } from "./client-options.ts";
import { readEnvironment } from "./environment.ts";

export const apiKeyVariable = "KNOWLEDGE_BASE_API_KEY";
const validKey = "one or more visible ASCII characters without spaces";

/** Checks the option `apiKey`. The platform rejects any other key as a header too, but with a message that shows it. */
export function readApiKeyOption(value: unknown): unknown {
  if (typeof value === "function" || isVisibleAscii(value)) return value;
  return throwConfigurationError(`apiKey ${findKeyProblem(value, ", or a function that returns them")}.`);
}

/** Returns what is wrong with a value that is no key, to be read after its name. */
function findKeyProblem(value: unknown, alternative = ""): string {
  if (value === "") return "is empty";
  if (typeof value === "string" && isVisibleAscii(value.replace(/[\r\n]+$/, "")))
    return "ends in a line break: trim it";
  return `must be ${validKey}${alternative}`;
}

type KeyFunction = Exclude<ClientOptions["apiKey"], string | undefined>;

/** The key that replaces one that the service has rejected. All calls of a client whose requests had the rejected key share it. */
export interface KeyRenewal {
  readonly apiKey: KeyFunction;
  readonly rejectedKey: string;
  readonly key: Promise<unknown>;
}

/** Holds the last renewal of a client. */
export interface KeyMemory {
  renewal: KeyRenewal | undefined;
}

/**
 * Returns the key of the options, or else that of the environment. Rejects with any error of the function `apiKey`.
 *
 * @param rejectedKey - The key that the service has rejected: the function is asked for another one.
 */
export async function resolveApiKey(
  apiKey: ClientOptions["apiKey"],
  rejectedKey: string | undefined,
  memory: KeyMemory,
): Promise<string> {
  if (typeof apiKey === "function") {
    const key = await (rejectedKey === undefined
      ? apiKey({ wasRejected: false })
      : renewKey(apiKey, rejectedKey, memory));
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

function renewKey(apiKey: KeyFunction, rejectedKey: string, memory: KeyMemory): Promise<unknown> {
  const { renewal } = memory;
  if (renewal?.apiKey === apiKey && renewal.rejectedKey === rejectedKey) return renewal.key;
  const key = (async () => apiKey({ wasRejected: true }))();
  memory.renewal = { apiKey, rejectedKey, key };
  return key;
}
