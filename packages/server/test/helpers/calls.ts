import type { ReferenceServer } from "@knowledge-base/server";

/** Ids of the records of `buildState()` to which these tests send requests. */
export const paths = {
  index: "/v1/brains/brain_tides/index",
  archive: "/v1/brains/brain_tides/pages/spring-tide/archive",
  binding: "/v1/brains/brain_tides/messaging/bindings/binding_deck",
} as const;

type AnyServer = Pick<ReferenceServer, "baseUrl" | "fetch">;

/** Sends a request with a key of the north organization. */
export function call(server: AnyServer, path: string, init: RequestInit = {}): Promise<Response> {
  return server.fetch(server.baseUrl + path, { headers: { "x-api-key": "key_north" }, ...init });
}

/** Reads the prompt index. */
export function getIndex(server: AnyServer, init: RequestInit = {}): Promise<Response> {
  return call(server, paths.index, init);
}

/** Archives the page. */
export function archive(server: AnyServer, init: RequestInit = {}): Promise<Response> {
  return call(server, paths.archive, { method: "POST", ...init });
}

/** Returns whether the page is archived. */
export function isArchived(server: Pick<ReferenceServer, "snapshot">): boolean {
  return server.snapshot().pages.some(({ slug, archived }) => slug === "spring-tide" && archived);
}

/** The statuses that a number of requests for the prompt index get, one after another. */
export async function statusesOf(server: AnyServer, count: number, init?: RequestInit): Promise<number[]> {
  const statuses: number[] = [];
  for (let request = 0; request < count; request += 1) statuses.push((await getIndex(server, init)).status);
  return statuses;
}
