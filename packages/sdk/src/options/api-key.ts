import { isVisibleAscii } from "@knowledge-base/internal/secrets";
import { apiKeyVariable, readEnvironment } from "../environment.ts";
import { Failure, joinMessages, throwConfigurationError } from "../errors/failure.ts";
import type { ClientOptions } from "./client-options.ts";

type KeyFunction = Exclude<ClientOptions["apiKey"], string | undefined>;

/** A key that the service has rejected, and the start of the attempt that sent it. */
export interface RejectedKey {
  readonly key: string;
  readonly startMs: number;
}

// A call of the function for the key that replaces a rejected one.
interface Renewal {
  readonly rejectedKey: string;
  readonly key: Promise<string>;
  // When the key has arrived.
  endMs?: number;
}

/** The API key of a client: its option, what its function returns, or the key of the environment. */
export class ApiKey {
  readonly option: ClientOptions["apiKey"];
  // The last one, which runs or has returned a key.
  #renewal: Renewal | undefined;

  constructor(option: ClientOptions["apiKey"]) {
    this.option = option;
  }

  /**
   * Finds the key for an attempt.
   *
   * @param rejected - the key that the function has to replace. Calls that sent it before its replacement arrived share one renewal.
   * @param signal - aborted when the attempt ends
   */
  async find(rejected: RejectedKey | undefined, signal: AbortSignal): Promise<string> {
    const { option } = this;
    if (typeof option === "function") return rejected ? this.#renew(option, rejected, signal) : ask(option, false);
    const key = option ?? readEnvironment(apiKeyVariable);
    if (key === undefined) throwConfigurationError(`there is no API key. Set apiKey or ${apiKeyVariable}.`);
    return checkKey(key, apiKeyVariable);
  }

  #renew(keyFunction: KeyFunction, { key: rejectedKey, startMs }: RejectedKey, signal: AbortSignal): Promise<string> {
    const last = this.#renewal;
    // Attempts that began before the key arrived share it.
    const isShared = last?.rejectedKey === rejectedKey && startMs < (last.endMs ?? Number.POSITIVE_INFINITY);
    const renewal: Renewal = isShared ? last : { rejectedKey, key: ask(keyFunction, true) };
    this.#renewal = renewal;
    const end = () => {
      renewal.endMs ??= performance.now();
    };
    const forget = () => {
      if (this.#renewal === renewal && renewal.endMs === undefined) this.#renewal = undefined;
    };
    renewal.key.then(end, forget);
    // A renewal that never ends must not stop all calls.
    signal.addEventListener("abort", forget);
    return renewal.key;
  }
}

async function ask(keyFunction: KeyFunction, wasRejected: boolean): Promise<string> {
  let key: unknown;
  try {
    key = await keyFunction({ wasRejected });
  } catch (cause) {
    throw new Failure("api_key", `${joinMessages(["the function apiKey failed", cause])}.`, { cause });
  }
  return checkKey(key, "the result of the function apiKey");
}

export function checkApiKeyOption(value: unknown): void {
  if (typeof value !== "function") checkKey(value, "apiKey", ", or a function that returns them");
}

// The platform rejects any other key as a header too, but with a message that shows it.
function checkKey(value: unknown, name: string, alternative = ""): string {
  if (isVisibleAscii(value)) return value;
  if (value === "") throwConfigurationError(`${name} is empty.`);
  if (typeof value === "string" && isVisibleAscii(value.replace(/[\r\n]+$/, "")))
    throwConfigurationError(`${name} ends in a line break: trim it.`);
  throwConfigurationError(`${name} must be one or more visible ASCII characters without spaces${alternative}.`);
}
