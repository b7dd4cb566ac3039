import type { Operation } from "@knowledge-base/types";
import { throwConfigurationError } from "../errors/deferred-error.ts";
import { isBrowser } from "../options/environment.ts";
import type { CallSettings } from "../options/settings.ts";
import { version } from "../version.ts";
import type { ParsedInput } from "./parse-input.ts";

/** The request of a call without the API key, and the limits of the call. */
export interface CallRequest extends Omit<CallSettings, "headers"> {
  readonly operation: Operation;
  readonly baseUrl: string;
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  /** JSON, if the operation takes a body. */
  readonly body: string | undefined;
}

/**
 * Builds the request of a call.
 *
 * @throws {@link DeferredError} that becomes a {@link ConfigurationError} if the URL has another origin than the base URL, to which
 * the key must not be sent
 */
export function createCallRequest(
  operation: Operation,
  baseUrl: string,
  { target, body }: ParsedInput,
  { headers: headerOverrides, ...limits }: CallSettings,
): CallRequest {
  const url = baseUrl + target;
  if (new URL(url).origin !== new URL(baseUrl).origin) {
    throwConfigurationError("the path of the operation leads to another origin than baseUrl.");
  }
  const headers: Record<string, string> = { accept: "application/json" };
  // A browser has a user agent of its own, and would ask the service first whether another one is allowed.
  if (!isBrowser()) headers["user-agent"] = `knowledge-base-sdk/${version}`;
  if (body !== undefined) headers["content-type"] = "application/json";
  for (const [name, value] of Object.entries(headerOverrides)) {
    if (value === null) delete headers[name];
    else headers[name] = value;
  }
  return { ...limits, operation, baseUrl, url, headers, body };
}
