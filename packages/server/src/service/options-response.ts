import type { HttpResponse } from "./http-message.ts";

/** Creates the response to an OPTIONS request for a path with methods, as Express does. */
export function createOptionsResponse(methods: readonly string[]): HttpResponse {
  const allowed = new Set(methods.includes("GET") ? [...methods, "HEAD"] : methods);
  const allow = Array.from(allowed).toSorted().join(", ");
  const headers = { allow, "content-type": "text/plain; charset=utf-8", "x-content-type-options": "nosniff" };
  return { status: 200, headers, body: allow };
}
