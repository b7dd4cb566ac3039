import type { Operation } from "@knowledge-base/types";
import { redactionPlaceholder, redactJson } from "@knowledge-base/types/internal";
import { withErrorContext } from "../errors/deferred-error.ts";
import type { CallOptions } from "../options/client-options.ts";
import { type ClientSettings, readCallOptions } from "../options/settings.ts";
import { createCallRequest } from "./create-call-request.ts";
import { createRequestRedactor } from "./create-request-redactor.ts";
import { describeTask, getOperationMetadata } from "./operation-metadata.ts";
import { parseInput } from "./parse-input.ts";

/** The request that a call would send. */
export interface RequestDescription {
  /** HTTP method. */
  readonly method: string;
  /** URL. */
  readonly url: string;
  /**
   * Headers. The key is redacted, and so are values of 8 characters or more of headers whose names contain `auth`, `cookie`,
   * `key`, `secret` or `token`.
   */
  readonly headers: Readonly<Record<string, string>>;
  /** JSON body; undefined if there is none. */
  readonly body: string | undefined;
  /** Returns the request as a shell command, which reads the key from `KNOWLEDGE_BASE_API_KEY`. */
  readonly toCurl: () => string;
}

/**
 * Describes the request that a call would send.
 *
 * @throws {@link ConfigurationError} or {@link InputError}
 */
export function describeRequest(
  operation: Operation,
  input: unknown,
  options: CallOptions | undefined,
  settings: ClientSettings,
): RequestDescription {
  const { id } = Object(operation) as Operation;
  const { url, headers, body } = withErrorContext({ task: describeTask(operation, "describe"), operation: id }, () => {
    getOperationMetadata(operation);
    return createCallRequest(operation, parseInput(operation, input), readCallOptions(options, settings));
  });
  const shownHeaders = redactJson(headers, createRequestRedactor([], headers));
  const { method } = operation;
  return {
    method,
    url,
    headers: { ...shownHeaders, "x-api-key": redactionPlaceholder },
    body,
    toCurl: () =>
      [
        `curl --globoff -X ${method} ${quote(url)}`,
        `-H "x-api-key: $KNOWLEDGE_BASE_API_KEY"`,
        ...Object.entries(shownHeaders).map(([name, value]) => `-H ${quote(name + (value ? `: ${value}` : ";"))}`),
        ...(body === undefined ? [] : [`--data-raw ${quote(body)}`]),
      ].join(" \\\n  "),
  };
}

/** Quotes a text as one word of a POSIX shell. */
function quote(text: string): string {
  return `'${text.replaceAll("'", `'\\''`)}'`;
}
