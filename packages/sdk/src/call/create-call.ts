import type { InputOf, Operation, OutputOf } from "@knowledge-base/types";
import { nameOperation, requireOperation } from "../define-operation.ts";
import type { CallError } from "../errors/call-error.ts";
import { ConfigurationError } from "../errors/configuration-error.ts";
import { DeferredError } from "../errors/deferred-error.ts";
import type { KnowledgeBaseError } from "../errors/knowledge-base-error.ts";
import type { CallOptions } from "../options/client-options.ts";
import type { ClientSettings } from "../options/settings.ts";
import { CallAttempts } from "./call-attempts.ts";
import { CallPromise, type CallResult, type ReadResponse } from "./call-promise.ts";
import { createCallRequest } from "./create-call-request.ts";
import { createObserver, type Observer } from "./observer.ts";
import { getOperationMetadata } from "./operation-metadata.ts";

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

async function runCall(
  operation: Operation,
  input: unknown,
  options: CallOptions | undefined,
  settings: ClientSettings,
  observer: Observer,
): Promise<CallResult<unknown, KnowledgeBaseError>> {
  let isValid = false;
  let call: CallAttempts | undefined;
  let response: ReadResponse | undefined;
  try {
    requireOperation(operation);
    isValid = true;
    call = new CallAttempts(createCallRequest(operation, input, options, settings), settings, observer);
    response = await call.fetchResponse();
    return { ok: true, data: call.readOutput(response), response, attempts: call.attempts };
  } catch (thrown) {
    const error = isValid ? createError(thrown, operation, call) : createOperationError(thrown, operation);
    observer.error(() => ({ operation: String(operation?.id), error }));
    return { ok: false, error, response };
  }
}

/** The operation is no object, or a part of it is invalid. */
function createOperationError(thrown: unknown, operation: unknown): KnowledgeBaseError {
  const context = { task: `call ${nameOperation(operation)}` };
  if (thrown instanceof DeferredError) return thrown.createError(context);
  return new ConfigurationError("a part of it could not be read.", context, { cause: thrown });
}

/** The only place that knows the whole context of an error. */
function createError(thrown: unknown, operation: Operation, call: CallAttempts | undefined): KnowledgeBaseError {
  const { id } = operation;
  if (thrown instanceof DeferredError) {
    return thrown.createError({ task: getOperationMetadata(operation).task, operation: id, ...call?.errorContext });
  }
  // The clock, the random function or a getter of the input has thrown.
  const problem = "a function that the caller gave failed.";
  return new ConfigurationError(problem, { task: `call ${id}`, operation: id }, { cause: thrown });
}
