import { attachDirectHandler, findDirectHandler } from "../adapters/direct-handler.ts";
import type { Fetch } from "../adapters/fetch.ts";
import { toRequest } from "../adapters/fetch.ts";
import { redactPath } from "../redaction.ts";
import type { ReferenceServer } from "../reference-server.ts";

/** A request that was answered, or will never be. */
interface Told {
  readonly method: string;
  readonly path: string;
  /** The key that it carries. */
  readonly key: string | null;
  /** Status of its answer; undefined where it has none. */
  readonly status: number | undefined;
}

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
  const redact = (path: string, key: string | null) => {
    if (!areKeysKnown) for (const { key: known } of snapshot().apiKeys) keys.add(known);
    areKeysKnown = true;
    return redactPath(path, keys, key);
  };
  const tell = ({ method, path, key, status }: Told) => {
    const isSuccess = status !== undefined && status >= 200 && status < 300;
    print(`${status ?? "---"} ${method} ${isSuccess ? path : redact(path, key)}`);
  };

  const logged: Fetch = async (input, init) => {
    const request = toRequest(input, init);
    const { pathname: path } = new URL(request.url);
    let status: number | undefined;
    try {
      const response = await fetch(request);
      status = response.status;
      return response;
    } finally {
      if (path.includes("/_control/")) areKeysKnown = false;
      tell({ method: request.method, path, key: request.headers.get("x-api-key"), status });
    }
  };
  return attachDirectHandler(logged, (sentTo) => {
    const edge = findDirectHandler(fetch, sentTo);
    return (
      edge &&
      (async (request) => {
        const answer = await edge(request);
        const isLost = answer.transportFailure === "hang" || answer.transportFailure === "reset";
        const { method, path } = request;
        tell({ method, path, key: request.header("x-api-key"), status: isLost ? undefined : answer.status });
        return answer;
      })
    );
  });
}
