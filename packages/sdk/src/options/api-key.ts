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

/** The key that replaces one that the service has rejected. Calls that had the rejected key before share it. */
export interface KeyRenewal {
  readonly apiKey: KeyFunction;
  readonly rejectedKey: string | undefined;
  readonly key: Promise<unknown>;
}

export interface KeyMemory {
  renewal?: KeyRenewal | undefined;
  /** The last renewal that is over. */
  settled?: KeyRenewal;
}

/** A key that the service has rejected. */
interface RejectedKey {
  readonly key?: string;
  /** The last renewal that was over when the key was asked for, so that it cannot replace the key. */
  readonly settledRenewal: KeyRenewal | undefined;
}

/**
 * Returns the key of the options, or else that of the environment. Rejects with any error of the function `apiKey`.
 *
 * @param rejected - The key that the service has rejected: the function is asked for another one.
 */
export async function resolveApiKey(
  apiKey: ClientOptions["apiKey"],
  rejected: RejectedKey | undefined,
  memory: KeyMemory,
): Promise<string> {
  if (typeof apiKey === "function") {
    const key = await (rejected ? renewKey(apiKey, rejected, memory) : apiKey({ wasRejected: false }));
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

function renewKey(apiKey: KeyFunction, { key: rejectedKey, settledRenewal }: RejectedKey, memory: KeyMemory) {
  const { renewal } = memory;
  const isShared = renewal?.apiKey === apiKey && renewal.rejectedKey === rejectedKey && renewal !== settledRenewal;
  if (isShared) return renewal.key;
  const key = (async () => apiKey({ wasRejected: true }))();
  const started = { apiKey, rejectedKey, key };
  const settle = () => {
    memory.settled = started;
  };
  void key.then(settle, settle);
  memory.renewal = started;
  return key;
}

/** Forgets a renewal that has failed or never ends. */
export function forgetRenewal(memory: KeyMemory, rejectedKey: string | undefined): void {
  if (memory.renewal?.rejectedKey === rejectedKey) memory.renewal = undefined;
}
