import type { Input, Operation, Output } from "@knowledge-base/types";
import type { AnyKnowledgeBaseError, CallError } from "../errors/call-error.ts";
import { createError } from "../errors/create-error.ts";
import type { CallOptions } from "../options/client-options.ts";
import { type ClientSettings, readCallOptions, secretsOf } from "../options/settings.ts";
import { Attempts } from "./attempts.ts";
import { CallPromise, type CallResult } from "./call-promise.ts";
import { checkOperation, isOwnOperation, operationContext } from "./callable-operation.ts";
import { createObserver, type Notify } from "./observer.ts";
import { TimeLimits } from "./time-limits.ts";
import { checkInput, createOwnRequest, createRequest } from "./write-request.ts";

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
    const result = runCall(operation, input, options, settings, observe(id, `call_${calls}`));
    return new CallPromise(result as Promise<CallResult<Output<AnyOperation>, CallError<AnyOperation>>>);
  };
}

let calls = 0;

/** Runs one call. Never rejects: its result also has the response and the attempts of a call that has failed. */
async function runCall(
  operation: Operation,
  input: unknown,
  options: CallOptions | undefined,
  clientSettings: ClientSettings,
  notify: Notify,
): Promise<CallResult<unknown, AnyKnowledgeBaseError>> {
  const context = operationContext(operation);
  let { secrets } = notify;
  let limits: TimeLimits | undefined;
  let made: Attempts | undefined;
  const readDuration = () => limits?.elapsedMs() ?? 0;
  try {
    checkOperation(operation);
    checkInput(operation, input);
    const settings = readCallOptions(options, clientSettings);
    if (options !== undefined) {
      secrets = secretsOf(settings);
      notify.secrets = secrets;
    }
    limits = new TimeLimits(settings);
    const request = isOwnOperation(operation)
      ? await limits.run(() => createOwnRequest(operation, input, settings))
      : createRequest(operation, input, settings);
    made = new Attempts({ request, settings, limits, notify, context, secrets });
    const response = await made.fetchResponse();
    const data = await made.readOutput(response);
    const { attempts } = made;
    notify("onSuccess", () => ({
      status: response.response.status,
      attempts: structuredClone(attempts),
      duration: readDuration(),
      ...secrets.showResponseHeaders(response.response.headers),
    }));
    return { ok: true, data, response, attempts };
  } catch (thrown) {
    const error = createError(thrown, made?.errorContext ?? context, secrets);
    notify("onError", () => ({ error, duration: readDuration() }));
    return { ok: false, error, response: made?.lastResponse, attempts: error.attempts };
  }
}
