import type { Writable } from "node:stream";
import { shortestSecretLength } from "@knowledge-base/types/internal";
import { attachDirectHandler, findDirectHandler } from "../adapters/direct-handler.ts";
import { type Fetch, toRequest } from "../adapters/fetch.ts";
import { redactPath } from "../redaction.ts";
import { coreOf, type ReferenceServer } from "../reference-server.ts";
import { isResponseLost } from "../service/http-message.ts";

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
 * `200 GET /v1/brains/brain_operations/index`. API keys are redacted in paths: a user may have put one there by mistake. Keys
 * shorter than 8 characters are redacted only in the paths of requests without success: they may occur in ordinary names.
 */
export function logRequests(server: ReferenceServer, output: Writable): Fetch {
  const { fetch } = server;
  const writeLine = createLossyLineWriter(output);
  // Keys are never removed: a path may contain one that is revoked by now.
  const keys = new LoggedKeys();
  let areKeysCurrent = false;
  const redact = (path: string, apiKey: string | null, isSuccess: boolean) => {
    if (!areKeysCurrent) for (const key of coreOf(server).getApiKeys().keys()) keys.add(key);
    areKeysCurrent = true;
    return redactPath(path, keys, apiKey, isSuccess ? shortestSecretLength : 1);
  };
  const log = ({ method, path, apiKey, status }: RequestLogEntry) => {
    const isSuccess = status !== undefined && status >= 200 && status < 300;
    writeLine(`${status ?? "---"} ${method} ${redact(path, apiKey, isSuccess)}`);
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
      if (path.includes("/_control/")) areKeysCurrent = false;
      if (!isOfInspector(request, path))
        log({ method: request.method, path, apiKey: request.headers.get("x-api-key"), status });
    }
  };
  return attachDirectHandler(loggingFetch, (sentTo) => {
    const handle = findDirectHandler(fetch, sentTo);
    return (
      handle &&
      (async (request) => {
        const response = await handle(request);
        const { method, path } = request;
        const status = isResponseLost(response) ? undefined : response.status;
        log({ method, path, apiKey: request.header("x-api-key"), status });
        return response;
      })
    );
  });
}

/** The page of the inspector sends many requests by itself, which would hide those of the user's programs. */
function isOfInspector({ headers }: Request, path: string): boolean {
  const isFromPage = headers.get("sec-fetch-site") === "same-origin";
  return path.includes("/_inspector/") || (isFromPage && path.includes("/_control/"));
}

/** Keys, and their lengths, so that redacting a path costs no more the more keys there are. */
class LoggedKeys extends Set<string> {
  readonly lengths = new Set<number>();

  override add(key: string): this {
    this.lengths.add(key.length);
    return super.add(key);
  }
}

/** Writes lines while the output is read. Otherwise lines are dropped and counted, so that they do not fill the memory. */
function createLossyLineWriter(output: Writable): (line: string) => void {
  let dropped = 0;
  return (line) => {
    if (output.writableNeedDrain) {
      dropped += 1;
      return;
    }
    output.write(
      dropped === 0 ? `${line}\n` : `(${dropped} lines omitted, because the output was not read)\n${line}\n`,
    );
    dropped = 0;
  };
}
