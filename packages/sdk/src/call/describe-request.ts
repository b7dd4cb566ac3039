import { contract, type Operation, type OperationId } from "@knowledge-base/types";
import {
  formatProblems,
  redactionPlaceholder,
  redactJson,
  showName,
  suggestName,
} from "@knowledge-base/types/internal";
import { throwConfigurationError, withErrorContext } from "../errors/deferred-error.ts";
import type { CallOptions } from "../options/client-options.ts";
import { type ClientSettings, readCallOptions } from "../options/settings.ts";
import { type CallableOperation, checkOperation, operationContext } from "./callable-operation.ts";
import { type CallRequest, createCallRequest } from "./create-call-request.ts";
import { createRequestRedactor } from "./create-request-redactor.ts";
import { parseInput } from "./parse-input.ts";

/** The request that a call would send. */
export interface RequestDescription {
  /** HTTP method. */
  readonly method: string;
  /** URL. */
  readonly url: string;
  /**
   * Headers. The key is redacted. In headers whose names contain `auth`, `cookie`, `key`, `secret` or `token`, values of 8 characters
   * or more are redacted too.
   */
  readonly headers: Readonly<Record<string, string>>;
  /** JSON body; undefined if there is none. */
  readonly body: string | undefined;
  /** Returns the request as a curl command, which reads the key from the environment variable `KNOWLEDGE_BASE_API_KEY`. */
  readonly toCurl: () => string;
}

/**
 * Describes the request that a call would send.
 *
 * @param described - An operation, or the id of one of the contract.
 * @throws {@link ConfigurationError} or {@link InputError}
 */
export function describeRequest(
  described: OperationId | Operation,
  input: unknown,
  options: CallOptions | undefined,
  settings: ClientSettings,
): RequestDescription {
  const { operation, url, headers, body } = createRequest(described, input, options, settings);
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

function createRequest(
  described: OperationId | Operation,
  input: unknown,
  options: CallOptions | undefined,
  settings: ClientSettings,
): CallRequest {
  const isKnown = typeof described === "string" && Object.hasOwn(contract, described);
  const operation = (isKnown ? contract[described] : described) as CallableOperation;
  return withErrorContext(operationContext(operation, "describe"), () => {
    if (typeof operation === "string") throwUnknownOperation(operation);
    checkOperation(operation);
    const parsed = parseInput(operation, input);
    return createCallRequest(operation, parsed, readCallOptions(options, settings));
  });
}

function throwUnknownOperation(id: string): never {
  const advice = suggestName(id, Object.keys(contract), "operation");
  throwConfigurationError(formatProblems([`there is no operation ${showName(id)}; ${advice}`]));
}

/** Quotes a text as one word of a POSIX shell. */
function quote(text: string): string {
  return `'${text.replaceAll("'", `'\\''`)}'`;
}
