import type { Fetch } from "../adapters/fetch.ts";
import { ControlError } from "../control/control-error.ts";
import { controlHeader } from "./control-header.ts";
import { fromRemoteError } from "./remote-error.ts";

/** What is sent. */
export interface Sending {
  /** What follows `/_control/`. */
  readonly path: string;
  readonly input: unknown;
  readonly organizationId?: string | undefined;
  readonly signal?: AbortSignal | undefined;
  /** How long the control itself may take. */
  readonly waitMs?: number | undefined;
}

/** Sends a call of a control and reads the answer. */
export type Send = (sending: Sending) => Promise<unknown>;

/** Timers of a longer time run out at once. */
const longestTimerMs = 2 ** 31 - 1;

interface Answer {
  readonly response: Response;
  readonly text: string;
}

/** Makes the function that sends calls to a server. */
export function createSend(baseUrl: string, fetch: Fetch, timeoutMs: number): Send {
  const unreachable = (cause: string) =>
    new ControlError(
      "unreachable",
      `Failed to reach the control of a reference server at ${baseUrl}: ${cause}. Start one with knowledge-base-server, ` +
        "or listen with the fetch of withControl(server), and connect to its URL.",
    );

  async function exchange({ path, input, organizationId, signal, waitMs = 0 }: Sending): Promise<Answer> {
    const query = organizationId === undefined ? "" : `?${new URLSearchParams({ organization: organizationId })}`;
    const limitMs = Math.min(Math.ceil(timeoutMs + waitMs), longestTimerMs);
    const limit = AbortSignal.timeout(limitMs);
    const body = JSON.stringify(input) ?? "null";
    try {
      const response = await fetch(`${baseUrl}/_control/${path}${query}`, {
        method: "POST",
        headers: { "content-type": "application/json" },
        body,
        redirect: "manual",
        signal: signal ? AbortSignal.any([signal, limit]) : limit,
      });
      if (response.headers.has(controlHeader)) return { response, text: await response.text() };
      await response.body?.cancel();
      return { response, text: "" };
    } catch (error) {
      signal?.throwIfAborted();
      throw unreachable(limit.aborted ? `no answer came within ${limitMs} ms` : reasonOf(error));
    }
  }

  return async (sending) => {
    const { response, text } = await exchange(sending);
    if (!response.headers.has(controlHeader)) {
      throw unreachable(`what answers there has no controls (${response.status})`);
    }
    if (response.status === 204) return undefined;
    const body = parse(text);
    if (response.ok && body !== undefined) return body;
    throw fromRemoteError(body) ?? unreachable(`its answer, with ${response.status}, cannot be read`);
  };
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** What an error of `fetch` says went wrong: the code of its cause is more telling than its message. */
function reasonOf(error: unknown): string {
  const thrown = error as
    | { readonly message?: unknown; readonly cause?: { readonly code?: unknown } }
    | null
    | undefined;
  return String(thrown?.cause?.code ?? thrown?.message ?? error);
}
