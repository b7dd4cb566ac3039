import type { Fetch } from "../adapters/fetch.ts";
import type { ReferenceServer } from "../reference-server.ts";
import { redactPath } from "./redact-path.ts";

/**
 * Makes a `fetch` that tells of each request when it is answered, in a line such as
 * `200 GET /v1/brains/brain_operations/index`. The path of a request that succeeded names what there is. That of any
 * other may hold anything, and a key in it is not told.
 */
export function logRequests(
  { fetch, snapshot }: Pick<ReferenceServer, "fetch" | "snapshot">,
  print: (line: string) => void,
): Fetch {
  const keys = new Set<string>();
  let areKeysKnown = false;
  const redact = (path: string, headers: RequestInit["headers"]) => {
    if (!areKeysKnown) for (const { key } of snapshot().apiKeys) keys.add(key);
    areKeysKnown = true;
    return redactPath(path, [...keys, new Headers(headers).get("x-api-key") ?? ""]);
  };

  return async (input, init) => {
    const { pathname } = new URL(typeof input === "object" && "url" in input ? input.url : input);
    const { method = "GET", headers } = init ?? {};
    let response: Response | undefined;
    try {
      response = await fetch(input, init);
      return response;
    } finally {
      if (pathname.includes("/_control/")) areKeysKnown = false;
      print(`${response?.status ?? "---"} ${method} ${response?.ok ? pathname : redact(pathname, headers)}`);
    }
  };
}
