import { fieldsOf, quoteForShell, redactionPlaceholder } from "@knowledge-base/internal";
import { contract, type Operation, type OperationId } from "@knowledge-base/types";
import { isContractOperation, type ObjectSchema, parseSync, type Validation } from "@knowledge-base/types/internal";
import { toFailure } from "../errors/failure.ts";
import { Secrets } from "../errors/secrets.ts";
import { toKnowledgeBaseError } from "../errors/to-knowledge-base-error.ts";
import type { CallOptions } from "../options/client-options.ts";
import { type ClientSettings, readCallOptions } from "../options/settings.ts";
import { checkOperation, describeTask } from "./operation-text.ts";
import { type CallRequest, checkInput, createRequest } from "./write-request.ts";

/**
 * The request that a call would send.
 *
 * @inline
 */
export type RequestDescription = {
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
};

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
  const isId = typeof described === "string" && Object.hasOwn(contract, described);
  const operation = (isId ? contract[described] : described) as Operation;
  const secrets = new Secrets(settings);
  let request: CallRequest;
  try {
    checkOperation(operation);
    const parse = isContractOperation(operation) ? undefined : parseNow;
    checkInput(operation, input);
    const callSettings = options === undefined ? settings : readCallOptions(options, settings);
    secrets.addHeaders(callSettings.headers);
    request = createRequest(operation, input, callSettings, parse);
  } catch (thrown) {
    const context = { task: describeTask(operation, "describe"), operation: fieldsOf(operation)["id"] as string };
    throw toKnowledgeBaseError(thrown, context, secrets);
  }
  const { url, headers, body } = request;
  const shownHeaders = secrets.redactJson(headers, maxHeaderLength);
  const { method } = operation;
  return {
    method,
    url,
    headers: { ...shownHeaders, "x-api-key": redactionPlaceholder },
    body,
    toCurl: () =>
      [
        `curl --globoff -X ${method} ${quoteForShell(url)}`,
        `-H "x-api-key: $KNOWLEDGE_BASE_API_KEY"`,
        // A semicolon makes curl send an empty header.
        ...Object.entries(shownHeaders).map(
          ([name, value]) => `-H ${quoteForShell(name + (value ? `: ${value}` : ";"))}`,
        ),
        ...(body === undefined ? [] : [`--data-raw ${quoteForShell(body)}`]),
      ].join(" \\\n  "),
  };
}

/** Servers accept no longer ones. */
const maxHeaderLength = 65_536;

function parseNow(schema: ObjectSchema, value: unknown): Validation<unknown> {
  try {
    return parseSync(schema, value);
  } catch (thrown) {
    throw toFailure(thrown, "a schema of the input");
  }
}
