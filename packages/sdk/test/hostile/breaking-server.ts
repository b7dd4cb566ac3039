import type { OutgoingHttpHeaders, ServerResponse } from "node:http";
import type { ClientOptions, KnowledgeBase } from "@knowledge-base/sdk";
import { createClientAt } from "./create-client.ts";
import { createFastClock } from "./fast-clock.ts";
import { startHttp } from "./hostile-server.ts";

/** Ways in which a body breaks after the client has received status and headers. */
export const bodyBreaks = {
  "is reset": (response: ServerResponse) => response.socket?.resetAndDestroy(),
  "ends early": (response: ServerResponse) => response.socket?.end(),
  stalls: () => {},
  "drips byte by byte": (response: ServerResponse) => {
    const drip = setInterval(() => response.write(" "), 5);
    response.on("close", () => clearInterval(drip));
  },
} as const;

/** The status, the headers and the first part of a body of 5,000 bytes that breaks. */
export interface BreakingResponse {
  readonly status: number;
  readonly headers?: OutgoingHttpHeaders;
  readonly begin?: string;
}

/**
 * Starts a server whose first responses break, and whose later ones are the given success. Returns a client of it on whose clock
 * time passes faster, and the number of requests.
 */
export async function startBreaking(
  breakBody: (response: ServerResponse) => unknown,
  broken: readonly BreakingResponse[],
  options: ClientOptions = {},
  success: unknown = [],
): Promise<{ readonly kb: KnowledgeBase; readonly seen: { requests: number } }> {
  const seen = { requests: 0 };
  let interrupt = () => {};
  const url = await startHttp((request, response) => {
    const next = broken[seen.requests];
    seen.requests += 1;
    request.resume();
    if (!next) {
      response.end(JSON.stringify(success));
      return;
    }
    response.writeHead(next.status, { "content-length": 5000, ...next.headers });
    response.write(next.begin ?? "{");
    interrupt = () => breakBody(response);
  });
  const fetch: typeof globalThis.fetch = async (input, init) => {
    const response = await globalThis.fetch(input, init);
    interrupt();
    interrupt = () => {};
    return response;
  };
  return {
    seen,
    kb: createClientAt(url, { fetch, clock: createFastClock(), random: () => 0, ...options }),
  };
}
