import type { HttpRequest, HttpResponse, RequestHandler } from "./http-message.ts";

/** The origins whose pages may read responses: `"*"` for every origin. */
export type AllowedOrigins = "*" | ReadonlySet<string>;

/** Seconds for which a browser need not repeat a preflight request. */
const preflightMaxAge = 600;

const allMethods = "GET, HEAD, POST, PUT, PATCH, DELETE";

/**
 * Adds the headers with which a browser lets pages of other origins read the responses (CORS), and responds to preflight
 * requests. A request of any other origin is handled without them.
 */
export function allowOrigins(handle: RequestHandler, allowed: AllowedOrigins): RequestHandler {
  const createHeaders = (request: HttpRequest): Record<string, string> | undefined => {
    const origin = request.header("origin");
    if (origin === null || !(allowed === "*" || allowed.has(origin))) return undefined;
    return { "access-control-allow-origin": allowed === "*" ? "*" : origin };
  };
  return async (request) => {
    const headers = createHeaders(request);
    if (headers && isPreflight(request)) return withHeaders(createPreflightResponse(request), headers, allowed);
    // The wildcard includes the headers of planned faults, such as retry-after.
    return withHeaders(
      await handle(request),
      { ...headers, ...(headers && { "access-control-expose-headers": "*" }) },
      allowed,
    );
  };
}

function isPreflight(request: HttpRequest): boolean {
  return request.method === "OPTIONS" && request.header("access-control-request-method") !== null;
}

function createPreflightResponse(request: HttpRequest): HttpResponse {
  const requestedHeaders = request.header("access-control-request-headers");
  return {
    status: 204,
    headers: {
      "access-control-allow-methods": allMethods,
      ...(requestedHeaders !== null && { "access-control-allow-headers": requestedHeaders }),
      "access-control-max-age": String(preflightMaxAge),
    },
    body: "",
  };
}

/** Adds headers to a response. A cache must not reuse a response for another origin, if they differ by origin. */
function withHeaders(
  response: HttpResponse,
  headers: Readonly<Record<string, string>>,
  allowed: AllowedOrigins,
): HttpResponse {
  const vary = allowed === "*" ? {} : { vary: "Origin" };
  return { ...response, headers: { ...response.headers, ...vary, ...headers } };
}
