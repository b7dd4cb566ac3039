import type { Operation } from "@knowledge-base/types";
import type { ErrorContext } from "../errors/knowledge-base-error.ts";
import type { CallOptions } from "../options/client-options.ts";
import { refuse } from "../options/refuse.ts";
import { type CallSettings, readCallSettings, type Settings } from "../options/settings.ts";
import { findBaseUrl } from "./credentials.ts";
import { factsOf } from "./operation-facts.ts";
import { planRequest } from "./plan-request.ts";

/** What a call is going to send, but for the key, and the limits that it keeps. */
export interface CallPlan extends Omit<CallSettings, "headers"> {
  readonly operation: Operation;
  readonly url: string;
  /** Headers without the key. */
  readonly headers: Readonly<Record<string, string>>;
  /** JSON, where the operation takes a body. */
  readonly body: string | undefined;
  readonly signal: AbortSignal | undefined;
}

/**
 * Plans a call.
 *
 * @throws {@link ConfigurationError} where an option is missing, not known, or not usable
 * @throws {@link InputError} where the input is not what the operation takes
 */
export function planCall(
  operation: Operation,
  input: unknown,
  { signal, ...options }: CallOptions = {},
  settings: Settings,
): CallPlan {
  const context: ErrorContext = { task: factsOf(operation).task, operation: operation.id };
  if (signal !== undefined && typeof signal?.addEventListener !== "function")
    refuse("signal must be an AbortSignal.", context);
  const limits = readCallSettings(options, settings, context);
  const baseUrl = findBaseUrl(settings, context);
  const { target, body } = planRequest(operation, input, context);
  const headers: Record<string, string> = { accept: "application/json" };
  if (body !== undefined) headers["content-type"] = "application/json";
  for (const [name, value] of Object.entries(limits.headers)) {
    if (value === null) delete headers[name];
    else headers[name] = value;
  }
  return { ...limits, operation, url: baseUrl + target, headers, body, signal };
}
