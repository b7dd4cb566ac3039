import { throwConfigurationError } from "../errors/deferred-error.ts";
import { resolveBaseUrl } from "../options/base-url.ts";
import { isBrowser } from "../options/environment.ts";
import type { CallSettings } from "../options/settings.ts";
import { version } from "../version.ts";
import { type CallableOperation, parsingKey } from "./callable-operation.ts";
import type { ParsedInput } from "./parse-input.ts";

/** The request of a call without the API key. */
export interface CallRequest {
  readonly operation: CallableOperation;
  readonly url: string;
  /** Path and query below the base URL, which the URL ends with. */
  readonly target: string;
  readonly headers: Readonly<Record<string, string>>;
  /** JSON, if the operation takes a body. */
  readonly body: string | undefined;
}

/**
 * Builds the request of a call.
 *
 * @throws {@link DeferredError} that becomes a {@link ConfigurationError} if there is no base URL, or if the URL has another origin,
 * to which the key must not be sent
 */
export function createCallRequest(
  operation: CallableOperation,
  { target, body }: ParsedInput,
  settings: CallSettings,
): CallRequest {
  const baseUrl = resolveBaseUrl(settings);
  const url = baseUrl + target;
  // The paths of the contract are known, and ids in them are encoded.
  if (operation[parsingKey] && new URL(url).origin !== new URL(baseUrl).origin) {
    throwConfigurationError("the path of the operation leads to another origin than baseUrl.");
  }
  const headers: Record<string, string> = { accept: "application/json" };
  // A browser has a user agent of its own, and would ask the service first whether another one is allowed.
  if (!isBrowser()) headers["user-agent"] = `knowledge-base-sdk/${version}`;
  if (body !== undefined) headers["content-type"] = "application/json";
  for (const [name, value] of Object.entries(settings.headers)) {
    if (value === null) delete headers[name];
    else headers[name] = value;
  }
  return { operation, url, target, headers, body };
}
