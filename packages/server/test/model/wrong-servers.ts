import type { ReferenceServer } from "@knowledge-base/server";
import type { Fetch } from "../../src/adapters/fetch.ts";

/** A server whose index does not put pinned pages first. */
export function withoutPins(server: ReferenceServer): ReferenceServer {
  const fetch: Fetch = async (input, init) => {
    const response = await server.fetch(input, init);
    const body: unknown = await response.json();
    const isIndex = Array.isArray(body) && body.every((entry) => "pinned" in entry);
    const shown = isIndex ? body.toSorted((left, right) => Number(left.pinned) - Number(right.pinned)) : body;
    return Response.json(shown, { status: response.status });
  };
  return { ...server, fetch };
}

/** A server that responds with 403 if a key is missing. */
export function withForbidden(server: ReferenceServer): ReferenceServer {
  const fetch: Fetch = async (input, init) => {
    const response = await server.fetch(input, init);
    const hasKey = new Headers(init?.headers).has("x-api-key");
    return hasKey ? response : Response.json(await response.json(), { status: 403 });
  };
  return { ...server, fetch };
}
