import type { InputOf, Operation, OutputOf } from "@knowledge-base/types";
import type { CallError } from "../errors/call-error.ts";
import { ConfigurationError } from "../errors/configuration-error.ts";
import { KnowledgeBaseError } from "../errors/knowledge-base-error.ts";
import type { CallOptions } from "../options/client-options.ts";
import type { Settings } from "../options/settings.ts";
import { planCall } from "./call-plan.ts";
import { type Answer, CallPromise, type Outcome } from "./call-promise.ts";
import { createObserver, type Observer } from "./observer.ts";
import { OperationCall } from "./operation-call.ts";

/** Carries out an operation. */
export type Call = <AnyOperation extends Operation>(
  operation: AnyOperation,
  input: InputOf<AnyOperation>,
  options?: CallOptions,
) => CallPromise<OutputOf<AnyOperation>, CallError<AnyOperation>>;

/** Makes the function through which every method of a client calls. It alone holds the settings, and so the key. */
export function createCall(settings: Settings): Call {
  const observer = createObserver(settings.hooks, settings.logger);
  return <AnyOperation extends Operation>(operation: AnyOperation, input: unknown, options?: CallOptions) => {
    const outcome = run(operation, input, options, settings, observer);
    return new CallPromise(outcome as Promise<Outcome<OutputOf<AnyOperation>, CallError<AnyOperation>>>);
  };
}

async function run(
  operation: Operation,
  input: unknown,
  options: CallOptions | undefined,
  settings: Settings,
  observer: Observer,
): Promise<Outcome<unknown, KnowledgeBaseError>> {
  let answer: Answer | undefined;
  try {
    const call = new OperationCall(planCall(operation, input, options, settings), settings, observer);
    answer = await call.answer();
    return { ok: true, data: call.output(answer), answer, attempts: call.attempts };
  } catch (thrown) {
    const error = thrown instanceof KnowledgeBaseError ? thrown : faultOf(operation, thrown);
    observer.error(() => ({ operation: operation.id, error }));
    return { ok: false, error, answer };
  }
}

/** The clock, the randomness, a getter of the input or whatever else the caller gave has thrown. */
function faultOf({ id }: Operation, cause: unknown): ConfigurationError {
  return new ConfigurationError(
    "a function that the caller gave failed.",
    { task: `call ${id}`, operation: id },
    { cause },
  );
}
