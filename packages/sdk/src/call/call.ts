import { fieldsOf } from "@knowledge-base/internal";
import type { Input, Operation, Output } from "@knowledge-base/types";
import { isContractOperation } from "@knowledge-base/types/internal";
import type { AnyKnowledgeBaseError, CallError } from "../errors/call-error.ts";
import { Secrets } from "../errors/secrets.ts";
import { toKnowledgeBaseError } from "../errors/to-knowledge-base-error.ts";
import type { CallOptions } from "../options/client-options.ts";
import { readCallOptions } from "../options/settings.ts";
import { Attempts } from "./attempts.ts";
import { CallLimits } from "./call-limits.ts";
import { CallPromise, type CallResult } from "./call-promise.ts";
import type { Client } from "./client.ts";
import { Observer } from "./observer.ts";
import { checkOperation, describeTask } from "./operation-text.ts";
import { parseOutput, readOutput } from "./read-output.ts";
import { checkInput, createCustomRequest, createRequest } from "./write-request.ts";

/** Calls an operation. */
export type CallOperation = <AnyOperation extends Operation>(
  operation: AnyOperation,
  input: Input<AnyOperation>,
  options?: CallOptions,
) => CallPromise<Output<AnyOperation>, CallError<AnyOperation>>;

/** Creates the function that every method of a client calls. */
export function createCallFunction(client: Client): CallOperation {
  return <AnyOperation extends Operation>(operation: AnyOperation, input: unknown, options?: CallOptions) => {
    const result = runCall(client, operation, input, options);
    return new CallPromise(result as Promise<CallResult<Output<AnyOperation>, CallError<AnyOperation>>>);
  };
}

let calls = 0;

/** Runs one call. Never rejects: the result of a failed call also has the response and the attempts. */
async function runCall(
  client: Client,
  operation: Operation,
  input: unknown,
  options: CallOptions | undefined,
): Promise<CallResult<unknown, AnyKnowledgeBaseError>> {
  calls += 1;
  const event = { operation: fieldsOf(operation)["id"] as string, callId: `call_${calls}` };
  const startMs = performance.now();
  const duration = () => Math.round(performance.now() - startMs);
  const secrets = new Secrets(client.settings);
  const observer = new Observer(event, client, secrets);
  let attempts: Attempts | undefined;
  let limits: CallLimits | undefined;
  try {
    checkOperation(operation);
    const isCustom = !isContractOperation(operation);
    checkInput(operation, input);
    const settings = options === undefined ? client.settings : readCallOptions(options, client.settings);
    if (options) secrets.addHeaders(settings.headers);
    limits = new CallLimits(settings);
    limits.signal.throwIfAborted();
    const request = isCustom
      ? await limits.race(createCustomRequest(operation, input, settings))
      : createRequest(operation, input, settings);
    attempts = new Attempts({ operation, event, request, settings, limits, secrets, observer, memory: client.memory });
    const response = await attempts.sendUntilSuccess();
    let data: unknown;
    if (isCustom) data = await limits.race(parseOutput(operation, response, settings.validate));
    else {
      const { value, drift } = readOutput(operation, response, settings.validate);
      observer.notifyDrift(drift);
      data = value;
    }
    const { made } = attempts;
    observer.notify("onSuccess", () => ({
      status: response.status,
      attempts: structuredClone(made),
      duration: duration(),
      ...secrets.redactResponseHeaders(response.headers),
    }));
    return { ok: true, data, response, attempts: made };
  } catch (thrown) {
    const context = attempts?.errorContext ?? { task: describeTask(operation), operation: event.operation };
    const error = toKnowledgeBaseError(thrown, context, secrets);
    observer.notify("onError", () => ({ error, duration: duration() }));
    return { ok: false, error, response: attempts?.response, attempts: error.attempts };
  } finally {
    limits?.release();
  }
}
