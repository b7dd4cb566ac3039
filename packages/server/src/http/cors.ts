import type { HttpRequest, HttpResponse } from "./message.ts";

/** The origins whose pages may read responses: `"*"` for every origin. */
export type AllowedOrigins = "*" | ReadonlySet<string>;

/** Seconds for which a browser need not repeat a preflight request. */
const preflightMaxAge = 600;

const allMethods = "GET, HEAD, POST, PUT, PATCH, DELETE";

/** Adds the headers with which a browser lets a page of another origin read a response (CORS), if the page may. */
export function addOriginHeaders(request: HttpRequest, response: HttpResponse, allowed: AllowedOrigins): HttpResponse {
  const grants = createGrants(request, allowed);
  // The wildcard includes the headers of planned faults, such as retry-after.
  const exposed = "access-control-allow-origin" in grants && { "access-control-expose-headers": "*" };
  return { ...response, headers: { ...response.headers, ...grants, ...exposed } };
}

/** Responds to a request with which a browser asks for permission; returns undefined for all others, and for other pages. */
export function handlePreflight(request: HttpRequest, allowed: AllowedOrigins): HttpResponse | undefined {
  const requestedHeaders = request.header("access-control-request-headers");
  const isPreflight = request.method === "OPTIONS" && request.header("access-control-request-method") !== null;
  if (!isPreflight || request.rejection || !isAllowed(request.header("origin"), allowed)) return undefined;
  return {
    status: 204,
    headers: {
      "access-control-allow-methods": allMethods,
      ...(requestedHeaders !== null && { "access-control-allow-headers": requestedHeaders }),
      "access-control-max-age": String(preflightMaxAge),
      ...createGrants(request, allowed),
    },
    body: "",
  };
}

function createGrants(request: HttpRequest, allowed: AllowedOrigins): Readonly<Record<string, string>> {
  const origin = request.header("origin");
  const grant = isAllowed(origin, allowed) && { "access-control-allow-origin": allowed === "*" ? "*" : origin };
  // A cache must not reuse a response for another origin, if they differ by origin.
  return { ...(allowed !== "*" && { vary: "Origin" }), ...grant };
}

function isAllowed(origin: string | null, allowed: AllowedOrigins): origin is string {
  return origin !== null && (allowed === "*" || allowed.has(origin));
}
