import { fieldsOf } from "@knowledge-base/internal";
import { throwConfigurationError, toFailure } from "../errors/failure.ts";
import type { Secrets } from "../errors/secrets.ts";
import { type HeaderFields, mergeHeaders, writeHeaders } from "../options/headers.ts";
import type { Fetch, Middleware, MiddlewareRequest } from "../options/middleware.ts";
import type { CallSettings } from "../options/settings.ts";
import { readNetworkFailure } from "./network-failure.ts";
import type { Observer } from "./observer.ts";
import { ReceivedResponse } from "./received-response.ts";

/** What one attempt sends its request with. */
export interface Sender {
  readonly key: string;
  /** The only origin to which the key may be sent. */
  readonly origin: string;
  readonly settings: CallSettings;
  readonly secrets: Secrets;
  readonly observer: Observer;
  readonly context: Parameters<Middleware>[2];
  /** Called when the headers of a response have arrived. */
  readonly onResponse: (response: ReceivedResponse) => void;
}

/** Sends a request through the middleware, the first one outermost, and returns the response when its body is read. */
export async function send(
  request: MiddlewareRequest,
  sender: Sender,
  [middleware, ...others]: readonly Middleware[] = sender.settings.use,
): Promise<ReceivedResponse> {
  if (!middleware) return fetchResponse(request, sender);
  let received: ReceivedResponse | undefined;
  let handedOut: Response | undefined;
  let isCalled = false;
  const sendOnce = async (changed: MiddlewareRequest) => {
    if (isCalled) throwConfigurationError("a middleware must not call next twice.");
    isCalled = true;
    received = await send(checkRequest(changed, sender.secrets), sender, others);
    handedOut = received.toResponse();
    return handedOut;
  };
  const next = (changed: MiddlewareRequest) => {
    const response = sendOnce(changed);
    // A middleware may have responded without awaiting it.
    response.catch(() => {});
    return response;
  };
  try {
    const response = await middleware(request, next, sender.context);
    // The middleware may have read its body.
    if (received && response === handedOut) return received;
    return await receive(response, "a middleware", sender);
  } catch (thrown) {
    throw toFailure(thrown, "a middleware");
  }
}

/** Checks a request that a middleware may have changed, and whose new headers may be secrets. */
function checkRequest(changed: MiddlewareRequest, secrets: Secrets): MiddlewareRequest {
  const { method, url, headers, body } = fieldsOf(changed);
  if (![method, url, body ?? ""].every((value) => typeof value === "string")) {
    throwConfigurationError(
      "a middleware must pass a request with a method, a URL, and a text or nothing as body, to next.",
    );
  }
  const fields: HeaderFields = mergeHeaders((headers ?? {}) as MiddlewareRequest["headers"], {});
  secrets.addHeaders(fields);
  return { ...changed, headers: writeHeaders(fields) };
}

/** Adds the key, which nothing else of the client and nothing of ky ever has, and calls `fetch`. Redirects would take the key along. */
async function fetchResponse(
  { method, url, headers, body }: MiddlewareRequest,
  sender: Sender,
): Promise<ReceivedResponse> {
  const { key, origin, settings, context, observer } = sender;
  const fetch: Fetch | undefined = settings.fetch ?? globalThis.fetch;
  // A middleware may have changed the URL.
  if (!url.startsWith(`${origin}/`))
    throwConfigurationError("a request must have a URL of the same origin as baseUrl.");
  if (!fetch) throwConfigurationError("this runtime has no global fetch. Set the option fetch.");
  context.signal.throwIfAborted();
  observer.logRequest(method, url, headers, body);
  const init = {
    ...settings.fetchOptions,
    method,
    headers: { ...headers, "x-api-key": key },
    ...(body !== undefined && { body }),
    signal: context.signal,
    redirect: "manual",
  } as const;
  let response: Awaited<ReturnType<Fetch>>;
  try {
    response = await fetch(url, init);
  } catch (thrown) {
    context.signal.throwIfAborted();
    throw readNetworkFailure(thrown, url);
  }
  const received = await receive(response, "fetch", sender);
  observer.logResponse(received);
  return received;
}

async function receive(
  response: Awaited<ReturnType<Fetch>>,
  source: string,
  sender: Sender,
): Promise<ReceivedResponse> {
  const { settings, context, origin, onResponse } = sender;
  const received = new ReceivedResponse(response, source);
  const { signal } = context;
  // `fetch` may ignore its signal, and respond or send the body after the attempt has ended.
  if (signal.aborted) received.discard();
  signal.throwIfAborted();
  onResponse(received);
  await received.read(settings.maxResponseBytes, origin, signal);
  signal.throwIfAborted();
  return received;
}
