type Fetch = typeof globalThis.fetch;

/** A request as it left the client. */
export interface SentRequest {
  readonly method: string;
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  /** The body as text, or null if the request has none. */
  readonly body: string | null;
}

/** Headers that the platform's `fetch` adds before msw intercepts the request. */
const addedByPlatform = new Set([
  "accept-encoding",
  "accept-language",
  "connection",
  "content-length",
  "host",
  "sec-fetch-mode",
  "user-agent",
]);

/** Creates a `fetch` that records each request and forwards it. */
export function recordRequests(
  forward: Fetch,
  { onTheWire = false } = {},
): { readonly requests: readonly SentRequest[]; readonly fetch: Fetch } {
  const requests: SentRequest[] = [];
  return {
    requests,
    fetch: async (input, init) => {
      const request = new Request(input, init);
      const { method, url } = request;
      const body = request.body === null ? null : await request.clone().text();
      const headers = [...request.headers].filter(([name]) => !onTheWire || !addedByPlatform.has(name));
      requests.push({
        method,
        url,
        headers: Object.fromEntries(headers),
        body: onTheWire && body === "" ? null : body,
      });
      return forward(request);
    },
  };
}
