import type { HttpRequest, HttpResponse } from "./message.ts";

/** The origins whose pages may read responses: `"*"` for every origin. */
export type AllowedOrigins = "*" | ReadonlySet<string>;

// Seconds for which a browser need not repeat a preflight request.
const preflightMaxAgeSeconds = 600;

const allMethods = "GET, HEAD, POST, PUT, PATCH, DELETE";

/** Adds the headers with which a browser lets a page of another origin read a response (CORS), if the page may. */
export function addOriginHeaders(request: HttpRequest, response: HttpResponse, allowed: AllowedOrigins): HttpResponse {
  const grants = createGrants(request, allowed);
  // All headers, also those of planned faults, such as retry-after.
  const names = allowed === "*" ? allowed : Object.keys(response.headers).join(", ");
  const exposed = "access-control-allow-origin" in grants && { "access-control-expose-headers": names };
  // A planned fault may have set some of them.
  return { ...response, headers: { ...grants, ...exposed, ...response.headers } };
}

/** Responds to a request with which a browser asks for permission; returns undefined for all others, and for other pages. */
export function handlePreflight(request: HttpRequest, allowed: AllowedOrigins): HttpResponse | undefined {
  const { method, headers, rejection } = request;
  const requestedHeaders = headers["access-control-request-headers"];
  const isPreflight = method === "OPTIONS" && headers["access-control-request-method"] !== undefined;
  if (!isPreflight || rejection || !isAllowed(headers["origin"], allowed)) return undefined;
  return {
    status: 204,
    headers: {
      "access-control-allow-methods": allMethods,
      ...(requestedHeaders !== undefined && { "access-control-allow-headers": requestedHeaders }),
      "access-control-max-age": String(preflightMaxAgeSeconds),
      ...createGrants(request, allowed),
    },
    body: "",
  };
}

function createGrants({ headers }: HttpRequest, allowed: AllowedOrigins): Readonly<Record<string, string>> {
  const { origin } = headers;
  if (allowed === "*") return origin === undefined ? {} : { "access-control-allow-origin": allowed };
  // Responses differ by origin, and a cache must keep them apart.
  const vary = { vary: "Origin" };
  if (!isAllowed(origin, allowed)) return vary;
  // Applications often send credentials to every server. A browser then ignores what the wildcard grants.
  return { ...vary, "access-control-allow-origin": origin, "access-control-allow-credentials": "true" };
}

function isAllowed(origin: string | undefined, allowed: AllowedOrigins): origin is string {
  return origin !== undefined && (allowed === "*" || allowed.has(origin));
}
