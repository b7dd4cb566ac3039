import type { HttpRequest, HttpResponse, RequestHandler } from "./http-message.ts";

/** The origins whose pages may read responses: `"*"` for every origin. */
export type AllowedOrigins = "*" | ReadonlySet<string>;

/** Seconds for which a browser need not repeat a preflight request. */
const preflightMaxAge = 600;

const allMethods = "GET, HEAD, POST, PUT, PATCH, DELETE";

/** Returns the headers with which a browser lets a page of an origin read a response. */
function createOriginHeaders(origin: string | null, allowed: AllowedOrigins): Record<string, string> {
  // A cache must not reuse a response for another origin, if they differ by origin.
  const vary = allowed === "*" ? {} : { vary: "Origin" };
  if (!isAllowed(origin, allowed)) return vary;
  // The wildcard includes the headers of planned faults, such as retry-after.
  const exposed = { "access-control-expose-headers": "*" };
  return { ...vary, "access-control-allow-origin": allowed === "*" ? "*" : origin, ...exposed };
}

function isAllowed(origin: string | null, allowed: AllowedOrigins): origin is string {
  return origin !== null && (allowed === "*" || allowed.has(origin));
}

/**
 * Adds the headers with which a browser lets pages of other origins read the responses (CORS), and responds to preflight
 * requests. A request of any other origin is handled without them.
 */
export function allowOrigins(handle: RequestHandler, allowed: AllowedOrigins): RequestHandler {
  return async (request) => {
    const origin = request.header("origin");
    const { "access-control-expose-headers": exposed, ...headers } = createOriginHeaders(origin, allowed);
    if (isAllowed(origin, allowed) && isPreflight(request)) {
      return withHeaders(createPreflightResponse(request), headers);
    }
    return withHeaders(await handle(request), {
      ...headers,
      ...(exposed !== undefined && { "access-control-expose-headers": exposed }),
    });
  };
}

function isPreflight(request: HttpRequest): boolean {
  const isOptions = request.method === "OPTIONS" && !request.rejection;
  return isOptions && request.header("access-control-request-method") !== null;
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

function withHeaders(response: HttpResponse, headers: Readonly<Record<string, string>>): HttpResponse {
  return { ...response, headers: { ...response.headers, ...headers } };
}
