import { Problem, throwConfigurationError, toProblem } from "../errors/problem.ts";
import type { Secrets } from "../errors/secrets.ts";
import { mergeHeaders, writeHeaders } from "../options/headers.ts";
import type { Middleware, MiddlewareRequest } from "../options/middleware.ts";
import { readResponse } from "./send-request.ts";

/**
 * Sends a request through the functions of the option `use`, the first one outermost.
 *
 * @throws {@link Problem} of the function that sends the request, or that names the middleware that has failed
 */
export async function runMiddleware(
  [middleware, ...others]: readonly Middleware[],
  request: MiddlewareRequest,
  context: Parameters<Middleware>[2],
  secrets: Secrets,
  send: (request: MiddlewareRequest) => Promise<Response>,
): Promise<Response> {
  if (!middleware) return send(request);
  let isCalled = false;
  const sendOnce = async (changed: MiddlewareRequest) => {
    if (isCalled) throw new Problem("configuration", "a middleware must not call next twice.");
    isCalled = true;
    context.signal.throwIfAborted();
    return runMiddleware(others, checkRequest(changed, secrets), context, secrets, send);
  };
  const next = (changed: MiddlewareRequest) => {
    const response = sendOnce(changed);
    // A middleware may have responded without awaiting it.
    response.catch(() => {});
    return response;
  };
  try {
    return readResponse(await middleware(request, next, context), "a middleware");
  } catch (thrown) {
    throw toProblem(thrown, "a middleware");
  }
}

/** Checks a request that a middleware may have changed, and whose new headers may be secrets. */
function checkRequest(changed: MiddlewareRequest, secrets: Secrets): MiddlewareRequest {
  const { method, url, headers, body }: MiddlewareRequest = Object(changed);
  if (![method, url, body ?? ""].every((value) => typeof value === "string")) {
    throwConfigurationError(
      "a middleware must pass a request with a method, a URL, and a text or nothing as body, to next.",
    );
  }
  const fields = mergeHeaders(Object(headers) as MiddlewareRequest["headers"], new Map());
  secrets.addHeaders(fields);
  return { method, url, headers: writeHeaders(fields), body };
}
