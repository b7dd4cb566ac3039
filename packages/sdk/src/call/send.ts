import { fieldsOf } from "@knowledge-base/internal";
import { Failure, throwConfigurationError, toFailure } from "../errors/failure.ts";
import { resolveApiKey } from "../options/api-key.ts";
import { mergeHeaders, writeHeaders } from "../options/headers.ts";
import type { Fetch, FetchResponse, Middleware, MiddlewareRequest } from "../options/middleware.ts";
import type { CallSecrets } from "./call-secrets.ts";
import { toNetworkFailure } from "./network-failure.ts";
import type { PreparedCall, RunningAttempt } from "./prepared-call.ts";
import { ReceivedResponse } from "./received-response.ts";

/**
 * Finds the key, sends the request of a call through the middleware and `fetch`, and returns the response when its body is read. The
 * attempt has the key and the response as soon as they're known, because it may end before.
 */
export async function send(call: PreparedCall, attempt: RunningAttempt): Promise<ReceivedResponse> {
  const { memory, request, settings, secrets } = call;
  const { controller, rejected } = attempt;
  const key = await resolveApiKey(settings.apiKey, rejected, memory);
  // The function `apiKey` may return after its attempt has timed out.
  controller.signal.throwIfAborted();
  if (rejected && key === rejected.sentKey) throw rejected.failure.withStopReason("not_retryable");
  attempt.sentKey = key;
  secrets.add(key);
  const { origin: _, headers, ...sent } = request;
  attempt.response = await sendThrough(settings.use, { ...sent, headers: { ...headers } }, call, attempt);
  return attempt.response;
}

// The first middleware is the outermost one.
async function sendThrough(
  [middleware, ...others]: readonly Middleware[],
  request: MiddlewareRequest,
  call: PreparedCall,
  attempt: RunningAttempt,
): Promise<ReceivedResponse> {
  if (!middleware) return fetchResponse(request, call, attempt);
  let isCalled = false;
  const handedOut = new Map<FetchResponse, ReceivedResponse>();
  const sendOnce = async (changed: MiddlewareRequest) => {
    if (isCalled) throwConfigurationError("a middleware must not call next twice.");
    isCalled = true;
    const received = await sendThrough(others, checkRequest(changed, call.secrets), call, attempt);
    const response = received.toResponse();
    handedOut.set(response, received);
    return response;
  };
  const next = (changed: MiddlewareRequest) => {
    const response = sendOnce(changed);
    // A middleware may have responded without awaiting it.
    response.catch(() => {});
    return response;
  };
  try {
    const { number, controller } = attempt;
    const context = { ...call.observer.ids, attempt: number, signal: controller.signal };
    const response = await middleware(request, next, context);
    // The middleware may have read the body of the response that it got.
    return handedOut.get(response) ?? (await receive(response, "a middleware", call, attempt));
  } catch (thrown) {
    throw toFailure(thrown, "a middleware");
  }
}

// A middleware may have changed the request, and values of new headers may be secrets.
function checkRequest(changed: MiddlewareRequest, secrets: CallSecrets): MiddlewareRequest {
  const { method, url, headers, body } = fieldsOf(changed);
  if (![method, url, body ?? ""].every((value) => typeof value === "string")) {
    throwConfigurationError(
      "a middleware must pass a request with a method, a URL, and a text or nothing as body, to next.",
    );
  }
  const merged = mergeHeaders((headers ?? {}) as MiddlewareRequest["headers"], {});
  secrets.addHeaders(merged);
  return { ...changed, headers: writeHeaders(merged) };
}

// The key is added here, after ky and the middleware, which never have it. A redirect would take it along.
async function fetchResponse(
  { method, url, headers, body }: MiddlewareRequest,
  call: PreparedCall,
  attempt: RunningAttempt,
): Promise<ReceivedResponse> {
  const { request, settings, observer } = call;
  const { signal } = attempt.controller;
  const fetch: Fetch | undefined = settings.fetch ?? globalThis.fetch;
  // A middleware may have changed the URL.
  if (!url.startsWith(`${request.origin}/`))
    throwConfigurationError("a request must have a URL of the same origin as baseUrl.");
  if (!fetch) throwConfigurationError("this runtime has no global fetch. Set the option fetch.");
  signal.throwIfAborted();
  observer.logDetails("debug", "sending a request", () => ({ method, url, headers, body }));
  const init = {
    ...settings.fetchOptions,
    method,
    headers: { ...headers, "x-api-key": attempt.sentKey as string },
    ...(body !== undefined && { body }),
    signal,
    redirect: "manual",
  } as const;
  let response: FetchResponse;
  try {
    response = await fetch(url, init);
  } catch (thrown) {
    signal.throwIfAborted();
    throw toNetworkFailure(thrown, url);
  }
  const received = await receive(response, "fetch", call, attempt);
  observer.logResponse(received);
  return received;
}

async function receive(
  response: FetchResponse,
  source: string,
  { request, settings }: PreparedCall,
  attempt: RunningAttempt,
): Promise<ReceivedResponse> {
  const received = new ReceivedResponse(response, source);
  const { signal } = attempt.controller;
  // `fetch` may ignore its signal, and respond or send the body after the attempt has ended.
  if (signal.aborted) received.discard();
  signal.throwIfAborted();
  attempt.response = received;
  try {
    await received.read(settings.maxResponseBytes, signal);
  } catch (thrown) {
    throw thrown instanceof Failure ? thrown : toNetworkFailure(thrown, request.url, { isLost: true });
  }
  signal.throwIfAborted();
  return received;
}
