import type { InputOf, Operation, OutputOf } from "@knowledge-base/types";
import { nameOperation } from "../define-operation.ts";
import type { CallError } from "../errors/call-error.ts";
import { ConfigurationError } from "../errors/configuration-error.ts";
import { DeferredError } from "../errors/deferred-error.ts";
import type { ErrorFields, KnowledgeBaseError } from "../errors/knowledge-base-error.ts";
import { resolveBaseUrl } from "../options/base-url.ts";
import type { CallOptions } from "../options/client-options.ts";
import { type ClientSettings, readCallOptions } from "../options/settings.ts";
import { CallAttempts } from "./call-attempts.ts";
import { CallDeadline } from "./call-deadline.ts";
import { CallPromise, type CallResult } from "./call-promise.ts";
import { createCallRequest } from "./create-call-request.ts";
import { createObserver, type Observer } from "./observer.ts";
import { getOperationMetadata } from "./operation-metadata.ts";
import { parseInput, parseInputAsync } from "./parse-input.ts";

/** Calls an operation. */
export type Call = <AnyOperation extends Operation>(
  operation: AnyOperation,
  input: InputOf<AnyOperation>,
  options?: CallOptions,
) => CallPromise<OutputOf<AnyOperation>, CallError<AnyOperation>>;

/** Creates the function that every method of a client calls. Only it has access to the settings and to the key. */
export function createCall(settings: ClientSettings): Call {
  const observer = createObserver(settings.hooks, settings.logger);
  return <AnyOperation extends Operation>(operation: AnyOperation, input: unknown, options?: CallOptions) => {
    const result = runCall(operation, input, options, settings, observer);
    return new CallPromise(result as Promise<CallResult<OutputOf<AnyOperation>, CallError<AnyOperation>>>);
  };
}

let calls = 0;

async function runCall(
  operation: Operation,
  input: unknown,
  options: CallOptions | undefined,
  settings: ClientSettings,
  observer: Observer,
): Promise<CallResult<unknown, KnowledgeBaseError>> {
  calls += 1;
  const callId = `call_${calls}`;
  let deadline: CallDeadline | undefined;
  let call: CallAttempts | undefined;
  try {
    const { isParsed } = getOperationMetadata(operation);
    const callSettings = readCallOptions(options, settings);
    const baseUrl = resolveBaseUrl(settings);
    deadline = new CallDeadline(callSettings, settings.clock);
    const parsed = isParsed
      ? await deadline.run(() => parseInputAsync(operation, input))
      : parseInput(operation, input);
    const request = createCallRequest(operation, baseUrl, parsed, callSettings);
    call = new CallAttempts(callId, request, settings, deadline, observer);
    const response = await call.fetchResponse();
    const data = await call.readOutput(response);
    const { attempts } = call;
    const { status } = response.response;
    observer.success(() => ({ operation: operation.id, callId, status, attempts, duration: readDuration(deadline) }));
    return { ok: true, data, response, attempts };
  } catch (thrown) {
    const error = createError(thrown, operation, call?.errorContext);
    observer.error(() => ({ operation: operation.id, callId, error, duration: readDuration(deadline) }));
    return { ok: false, error, response: call?.lastResponse, attempts: error.attempts };
  }
}

/** The only place that knows the whole context of an error. */
function createError(
  thrown: unknown,
  operation: Operation,
  context: Omit<ErrorFields, "message"> | undefined,
): KnowledgeBaseError {
  const { id = undefined } = Object(operation) as Partial<Operation>;
  if (thrown instanceof DeferredError) {
    return thrown.createError({ task: describeTask(operation), operation: id, ...context });
  }
  // The clock, the random function, a schema or a getter of the input has thrown.
  const message = `Failed to ${describeTask(operation)}: a function that the caller gave failed.`;
  return new ConfigurationError({ message, operation: id, ...context, cause: thrown });
}

function describeTask(operation: Operation): string {
  try {
    return getOperationMetadata(operation).task;
  } catch {
    return `call ${nameOperation(operation)}`;
  }
}

/** Events must not make a call fail, even if the clock does. */
function readDuration(deadline: CallDeadline | undefined): number {
  try {
    return deadline?.elapsedMs() ?? 0;
  } catch {
    return 0;
  }
}
