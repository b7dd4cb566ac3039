import type { Writable } from "node:stream";
import { createRedactor, type Redact, redactionPlaceholder } from "@knowledge-base/types/internal";
import { edgeBehind, withEdge } from "../adapters/edge-behind.ts";
import type { Fetch } from "../adapters/fetch.ts";
import { toRequest } from "../adapters/to-request.ts";
import type { ReferenceServer } from "../reference-server.ts";

/** A request whose response was sent, or that never gets one. */
interface RequestLogEntry {
  readonly method: string;
  readonly path: string;
  readonly apiKey: string | null;
  /** Status of the response; undefined if there is none. */
  readonly status: number | undefined;
}

/**
 * Wraps the `fetch` of a server so that each request is logged when its response is ready, in a line such as
 * `200 GET /v1/brains/brain_operations/index`. API keys are redacted in the paths of requests without success: a user may
 * have put one there by mistake.
 */
export function logRequests({ fetch, snapshot }: Pick<ReferenceServer, "fetch" | "snapshot">, output: Writable): Fetch {
  const writeLine = createLossyLineWriter(output);
  const keys = createKeyCollector(() => snapshot().apiKeys.map(({ key }) => key));
  const redact = (path: string, apiKey: string | null) =>
    redactPath(path, createRedactor([...keys.all(), apiKey ?? ""]));
  const log = ({ method, path, apiKey, status }: RequestLogEntry) => {
    const isSuccess = status !== undefined && status >= 200 && status < 300;
    writeLine(`${status ?? "---"} ${method} ${isSuccess ? path : redact(path, apiKey)}`);
  };

  const loggingFetch: Fetch = async (input, init) => {
    const request = toRequest(input, init);
    const { pathname: path } = new URL(request.url);
    let status: number | undefined;
    try {
      const response = await fetch(request);
      status = response.status;
      return response;
    } finally {
      if (path.includes("/_control/")) keys.refresh();
      log({ method: request.method, path, apiKey: request.headers.get("x-api-key"), status });
    }
  };
  return withEdge(loggingFetch, (sentTo) => {
    const edge = edgeBehind(fetch, sentTo);
    return (
      edge &&
      (async (request) => {
        const answer = await edge(request);
        const isLost = answer.breakdown === "hang" || answer.breakdown === "reset";
        const { method, path } = request;
        log({ method, path, apiKey: request.header("x-api-key"), status: isLost ? undefined : answer.status });
        return answer;
      })
    );
  });
}

/** Writes lines for as long as they are read. Later ones are dropped and counted, so that they do not fill the memory. */
function createLossyLineWriter(output: Writable): (line: string) => void {
  let dropped = 0;
  return (line) => {
    if (output.writableNeedDrain) {
      dropped += 1;
      return;
    }
    output.write(dropped === 0 ? `${line}\n` : `(${dropped} lines left out, which nobody read)\n${line}\n`);
    dropped = 0;
  };
}

/** Collects the keys that a server has had, because a path may contain one that is revoked by now. */
function createKeyCollector(currentKeys: () => readonly string[]) {
  const keys = new Set<string>();
  let isCurrent = false;
  return {
    /** Reads the keys of the server again before the next use. */
    refresh() {
      isCurrent = false;
    },
    all(): Iterable<string> {
      if (!isCurrent) for (const key of currentKeys()) keys.add(key);
      isCurrent = true;
      return keys;
    },
  };
}

/** Redacts the segments of a path that contain a key, or the whole path if a key contains a slash. */
function redactPath(path: string, redact: Redact): string {
  const segments = path.split("/").map((segment) => (redact(segment) === segment ? segment : redactionPlaceholder));
  const redacted = segments.join("/");
  return redact(redacted) === redacted ? redacted : redactionPlaceholder;
}
