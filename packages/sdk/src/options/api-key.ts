import { throwConfigurationError } from "../errors/problem.ts";
import type { ClientOptions } from "./client-options.ts";
import { readEnvironment } from "./environment.ts";

export const apiKeyVariable = "KNOWLEDGE_BASE_API_KEY";
const validKey = "one or more visible ASCII characters without spaces";

/** Checks the option `apiKey`. The platform rejects any other key as a header too, but with a message that shows it. */
export function readApiKeyOption(value: unknown): unknown {
  if (typeof value === "function" || isApiKey(value)) return value;
  return throwConfigurationError(`apiKey ${findKeyProblem(value, ", or a function that returns them")}.`);
}

/** Returns what is wrong with a value that is no key, to be read after its name. */
function findKeyProblem(value: unknown, alternative = ""): string {
  if (value === "") return "is empty";
  if (typeof value === "string" && isApiKey(value.replace(/[\r\n]+$/, ""))) return "ends in a line break: trim it";
  return `must be ${validKey}${alternative}`;
}

function isApiKey(value: unknown): value is string {
  return typeof value === "string" && /^[!-~]+$/.test(value);
}

/** A key, or the promise of one, that replaces a key that the service has rejected. */
interface Renewal {
  readonly rejectedKey: string;
  readonly key: Promise<unknown>;
}

/** The last renewal of each key function: it serves all calls, of all clients, whose requests had the rejected key. */
const renewals = new WeakMap<KeyFunction, Renewal>();

type KeyFunction = Exclude<ClientOptions["apiKey"], string | undefined>;

/**
 * Returns the key of the options, or else that of the environment. Rejects with any error of the function `apiKey`.
 *
 * @param rejectedKey - The key that the service has rejected, if there is one: the function is asked for another one.
 */
export async function resolveApiKey(
  { apiKey }: Pick<ClientOptions, "apiKey">,
  rejectedKey: string | undefined,
  signal: AbortSignal,
): Promise<string> {
  const key = typeof apiKey === "function" ? await callKeyFunction(apiKey, rejectedKey, signal) : apiKey;
  if (isApiKey(key)) return key;
  if (typeof apiKey === "function")
    throwConfigurationError(`the result of the function apiKey ${findKeyProblem(key)}.`);
  const fromEnvironment = readEnvironment(apiKeyVariable);
  if (isApiKey(fromEnvironment)) return fromEnvironment;
  if (fromEnvironment !== undefined) throwConfigurationError(`${apiKeyVariable} ${findKeyProblem(fromEnvironment)}.`);
  throwConfigurationError(`there is no API key. Set apiKey or ${apiKeyVariable}.`);
}

async function callKeyFunction(
  apiKey: KeyFunction,
  rejectedKey: string | undefined,
  signal: AbortSignal,
): Promise<unknown> {
  if (rejectedKey === undefined) return apiKey({ wasRejected: false });
  const known = renewals.get(apiKey);
  if (known?.rejectedKey === rejectedKey) return known.key;
  const key = (async () => apiKey({ wasRejected: true }))();
  renewals.set(apiKey, { rejectedKey, key });
  const forget = () => {
    if (renewals.get(apiKey)?.key === key) renewals.delete(apiKey);
  };
  // A renewal that hangs, or that fails, must not serve later calls.
  signal.addEventListener("abort", forget);
  void key.then((renewed) => {
    if (!isApiKey(renewed) || renewed === rejectedKey) forget();
  }, forget);
  return key;
}

/** Forgets the last renewal of a key function, whose key the service has rejected, too. */
export function forgetRenewal(apiKey: ClientOptions["apiKey"]): void {
  if (typeof apiKey === "function") renewals.delete(apiKey);
}
