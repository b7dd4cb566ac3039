import { writeCurlCommand } from "@knowledge-base/internal/curl-command";
import { asTask, describeOperation } from "@knowledge-base/internal/operation-texts";
import { redactionPlaceholder } from "@knowledge-base/internal/secrets";
import { contract, type Operation, type OperationId, type Output } from "@knowledge-base/types";
import { isOperation, parse, parseSync } from "@knowledge-base/types/internal";
import type { CallError } from "../errors/error-table.ts";
import { throwConfigurationError, toFailure, toKnowledgeBaseError } from "../errors/failure.ts";
import type { CallOptions } from "../options/client-options.ts";
import { type ClientState, readCallOptions } from "../options/settings.ts";
import { Secrets } from "../secrets.ts";
import { Attempts } from "./attempts.ts";
import type { CallResult } from "./call-promise.ts";
import { readOutput } from "./read-output.ts";
import { Reporter } from "./reporter.ts";
import { divideInput, writeRequest } from "./write-request.ts";

let callCount = 0;

/** Never rejects: the result of a failed call also has the response and the attempts. */
export async function runCall<AnyOperation extends Operation>(
  client: ClientState,
  operation: AnyOperation,
  input: unknown,
  options: CallOptions | undefined,
): Promise<CallResult<Output<AnyOperation>, CallError<AnyOperation>>> {
  callCount += 1;
  const context = contextOf(operation);
  const startMs = performance.now();
  const secrets = new Secrets(client.settings);
  const reporter = new Reporter({ operation: context.operation, callId: `call_${callCount}` }, client, secrets);
  let attempts: Attempts | undefined;
  try {
    const { divided, settings } = readArguments(client, operation, input, options, secrets);
    const query = divided.query && (await parse(divided.query.schema, divided.query.value).catch(throwSchemaFailure));
    const body = divided.body && (await parse(divided.body.schema, divided.body.value).catch(throwSchemaFailure));
    const request = writeRequest(divided, { query, body }, settings);
    const { apiKey } = client;
    attempts = new Attempts({ operation, context, startMs, request, settings, secrets, reporter, apiKey });
    const response = await attempts.sendUntilSuccess();
    const { value, drift } = await readOutput(operation, response, settings.validate);
    reporter.reportDrift(drift);
    reporter.reportSuccess(response, attempts.made);
    return { ok: true, data: value as Output<AnyOperation>, response, attempts: attempts.made };
  } catch (thrown) {
    const failure = toFailure(thrown, "the client");
    const error = toKnowledgeBaseError(failure, attempts?.errorContext ?? context, secrets) as CallError<AnyOperation>;
    reporter.reportError(error);
    return { ok: false, error, response: attempts?.response, attempts: error.attempts };
  }
}

function throwSchemaFailure(thrown: unknown): never {
  throw toFailure(thrown, "a schema of the input");
}

// A program may call something else than an operation, such as its API key by mistake. Events, which aren't redacted, then name the
// operation unknown. Only the task shows what was called, in messages, which are redacted.
function contextOf(operation: unknown): { readonly task: string; readonly operation: string } {
  return isOperation(operation)
    ? { task: asTask(operation.summary), operation: operation.id }
    : { task: `call ${describeOperation(operation)}`, operation: "unknown" };
}

// Reads what a call was given, before schemas of its input parse it, which may take time.
function readArguments(
  client: ClientState,
  operation: Operation,
  input: unknown,
  options: CallOptions | undefined,
  secrets: Secrets,
) {
  try {
    checkOperation(operation);
    const divided = divideInput(operation, input);
    const settings = readCallOptions(options, client.settings);
    secrets.addHeaders(settings.headers);
    return { divided, settings };
  } catch (thrown) {
    throw toFailure(thrown, "a getter of the input or the options");
  }
}

function checkOperation(operation: unknown): void {
  if (isOperation(operation)) return;
  if (typeof operation === "string" && Object.hasOwn(contract, operation))
    throwConfigurationError(`call takes an operation, not an id: use kb.${operation}(input).`);
  throwConfigurationError(
    "it is neither an operation of the service, nor one that defineOperation has returned. " +
      "Pass the object that defineOperation returned, not a copy.",
  );
}

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

export function describeRequest(
  client: ClientState,
  described: OperationId | Operation,
  input: unknown,
  options: CallOptions | undefined,
): RequestDescription {
  const isId = typeof described === "string" && Object.hasOwn(contract, described);
  const operation = (isId ? contract[described] : described) as Operation;
  const secrets = new Secrets(client.settings);
  try {
    const { divided, settings } = readArguments(client, operation, input, options, secrets);
    const query = divided.query && parseSync(divided.query.schema, divided.query.value);
    const body = divided.body && parseSync(divided.body.schema, divided.body.value);
    const request = writeRequest(divided, { query, body }, settings);
    const { origin: _, ...shown } = secrets.redactJson(request, Number.POSITIVE_INFINITY);
    const headers = { ...shown.headers, "x-api-key": redactionPlaceholder };
    return { ...shown, headers, toCurl: () => writeCurlCommand(shown) };
  } catch (thrown) {
    throw toKnowledgeBaseError(toFailure(thrown, "a schema of the input"), contextOf(operation), secrets);
  }
}
