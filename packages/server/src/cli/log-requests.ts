import type { Writable } from "node:stream";
import { createRedactor, redactionPlaceholder } from "@knowledge-base/types";
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
  const keys = createKeyDetector(() => snapshot().apiKeys.map(({ key }) => key));
  const log = ({ method, path, apiKey, status }: RequestLogEntry) => {
    const isSuccess = status !== undefined && status >= 200 && status < 300;
    writeLine(`${status ?? "---"} ${method} ${isSuccess ? path : redactPath(path, keys.findIn(apiKey))}`);
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

/** Detects API keys in texts: every key that the server has had, and the key of a request. */
function createKeyDetector(currentKeys: () => readonly string[]) {
  const known = new Set<string>();
  let redactKnown: ReturnType<typeof createRedactor> | undefined;
  return {
    /** Reads the keys of the server again before the next search. */
    refresh() {
      redactKnown = undefined;
    },
    findIn(requestKey: string | null): (text: string) => boolean {
      if (!redactKnown) {
        for (const key of currentKeys()) known.add(key);
        redactKnown = createRedactor([...known]);
      }
      const redactors = [redactKnown, createRedactor([requestKey ?? ""])];
      return (text) =>
        [text, decodeRepeatedly(text)].some((spelling) => redactors.some((redact) => redact(spelling) !== spelling));
    },
  };
}

/** Replaces the segments of a path that contain a key, or the whole path if a key spans several. */
function redactPath(path: string, containsKey: (text: string) => boolean): string {
  if (!containsKey(path)) return path;
  const segments = path.split("/").map((segment) => (containsKey(segment) ? redactionPlaceholder : segment));
  const redacted = segments.join("/");
  return containsKey(redacted) ? redactionPlaceholder : redacted;
}

/** Decodes percent-encoding, also if it was applied several times. Keys are ASCII, so byte by byte is enough. */
function decodeRepeatedly(text: string): string {
  const decoded = text.replace(/%([0-9a-f]{2})/gi, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)));
  return decoded === text ? text : decodeRepeatedly(decoded);
}
