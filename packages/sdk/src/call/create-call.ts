import type { Input, Operation, Output } from "@knowledge-base/types";
import type { AnyKnowledgeBaseError } from "../errors/any-knowledge-base-error.ts";
import type { CallError } from "../errors/call-error.ts";
import { toPublicError } from "../errors/deferred-error.ts";
import type { CallOptions } from "../options/client-options.ts";
import { type ClientSettings, readCallOptions } from "../options/settings.ts";
import { CallAttempts } from "./call-attempts.ts";
import { CallDeadline } from "./call-deadline.ts";
import { CallPromise, type CallResult } from "./call-promise.ts";
import { type CallableOperation, checkOperation, operationContext, parsingKey } from "./callable-operation.ts";
import { createCallRequest } from "./create-call-request.ts";
import { createObserver, type Notify } from "./observer.ts";
import { parseInput, parseInputAsync } from "./parse-input.ts";
import type { ResponseHeaders } from "./read-response-headers.ts";

/** Calls an operation. */
export type Call = <AnyOperation extends Operation>(
  operation: AnyOperation,
  input: Input<AnyOperation>,
  options?: CallOptions,
) => CallPromise<Output<AnyOperation>, CallError<AnyOperation>>;

/** Creates the function that every method of a client calls. Only it has access to the settings and to the key. */
export function createCall(settings: ClientSettings): Call {
  const observe = createObserver(settings);
  return <AnyOperation extends Operation>(operation: AnyOperation, input: unknown, options?: CallOptions) => {
    calls += 1;
    const { id } = Object(operation) as Operation;
    const notify = observe({ operation: id, callId: `call_${calls}` });
    const result = runCall(operation, input, options, settings, notify);
    return new CallPromise(result as Promise<CallResult<Output<AnyOperation>, CallError<AnyOperation>>>);
  };
}

let calls = 0;

async function runCall(
  operation: CallableOperation,
  input: unknown,
  options: CallOptions | undefined,
  clientSettings: ClientSettings,
  notify: Notify,
): Promise<CallResult<unknown, AnyKnowledgeBaseError>> {
  let deadline: CallDeadline | undefined;
  let call: CallAttempts | undefined;
  try {
    checkOperation(operation);
    const settings = readCallOptions(options, clientSettings);
    deadline = new CallDeadline(settings);
    const parsed = operation[parsingKey]
      ? await deadline.run(() => parseInputAsync(operation, input))
      : parseInput(operation, input);
    const request = createCallRequest(operation, parsed, settings);
    const made = new CallAttempts(request, settings, deadline, notify);
    call = made;
    const response = await made.fetchResponse();
    const data = await made.readOutput(response);
    const { attempts } = made;
    notify("onSuccess", () => ({
      status: response.response.status,
      attempts: structuredClone(attempts),
      duration: readDuration(deadline),
      ...(made.responseHeaders as ResponseHeaders),
    }));
    return { ok: true, data, response, attempts };
  } catch (thrown) {
    call?.discardRejection();
    const error = toPublicError(thrown, { ...operationContext(operation), ...call?.errorContext });
    notify("onError", () => ({ error, duration: readDuration(deadline) }));
    return { ok: false, error, response: call?.lastResponse, attempts: error.attempts };
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
