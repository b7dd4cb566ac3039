import { contract } from "@knowledge-base/types";
import { timestamp, timestampOrSystemTime } from "../clock.ts";
import { redactFailure } from "../redact-failure.ts";
import type { ServerState } from "../server-state.ts";
import { applyFaults, matchFaults } from "./apply-faults.ts";
import { toErrorResponse } from "./error-response.ts";
import { type HttpRequest, type HttpResponse, noResponse, type RequestHandler } from "./http-message.ts";
import { createOperationExecutor, type OperationExecutorOptions } from "./operation-executor.ts";
import { createOptionsResponse } from "./options-response.ts";
import { recordRequest } from "./record-request.ts";
import type { HandledRequest, RequestContext } from "./request-context.ts";
import { createRouter } from "./router.ts";

export interface RequestHandlerOptions extends OperationExecutorOptions {
  /** Returns the current state. A request that began before a reset finishes with the state before it. */
  readonly getState: () => ServerState;
}

/** Creates the handler that routes a request, lets its operation be executed, applies faults, and records the request. */
export function createRequestHandler({ getState, ...options }: RequestHandlerOptions): RequestHandler {
  const router = createRouter(Object.values(contract), options.basePath);
  const executor = createOperationExecutor(options);

  function createContext(request: HttpRequest): RequestContext {
    const serverState = getState();
    const apiKey = serverState.store.apiKeys.get(request.header("x-api-key") ?? "");
    const organization = apiKey && serverState.organization(apiKey.organizationId);
    const caller = apiKey && organization && { apiKey, organization };
    const receivedMs = (organization ?? serverState.testTools).clock.now();
    const receivedAt = timestamp(receivedMs);
    return { request, serverState, receivedAt, receivedMs, route: router.find(request.method, request.path), caller };
  }

  /** Handles an OPTIONS request to the path of an operation; returns undefined for other requests. */
  function handleOptions({ method, path }: HttpRequest): HandledRequest | undefined {
    const methods = method === "OPTIONS" ? router.methods(path) : [];
    if (methods.length === 0) return undefined;
    const response = createOptionsResponse(methods);
    return { response, reason: "success", message: null, input: null, committed: false };
  }

  return (request) => {
    let context: RequestContext;
    try {
      context = createContext(request);
    } catch (error) {
      const { store, testTools } = getState();
      const failure = new Error(redactFailure(error, store.apiKeys));
      return toErrorResponse(failure, request.requestedPath, timestampOrSystemTime(testTools.clock));
    }
    const faults = matchFaults(context, executor);
    const finish = (finished: HandledRequest): HttpResponse => {
      const handled: HandledRequest = request.isAborted()
        ? { ...finished, response: noResponse, reason: "abandoned" }
        : finished;
      recordRequest(context, handled, faults);
      return handled.response;
    };
    const handling = faults
      ? applyFaults(context, faults, executor)
      : (handleOptions(request) ?? executor.execute(context));
    return handling instanceof Promise ? handling.then(finish) : finish(handling);
  };
}
