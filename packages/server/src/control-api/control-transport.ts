import type { Fetch } from "../adapters/fetch.ts";
import { ControlError } from "../control/control-error.ts";
import { controlHeader, deserializeError } from "./control-response.ts";

/** A call of a control. */
export interface TransportCall {
  /** Path after `/_control/`. */
  readonly path: string;
  readonly input: unknown;
  readonly organizationId?: string | undefined;
  readonly signal?: AbortSignal | undefined;
  /** Milliseconds that the control itself may take, in addition to the timeout. */
  readonly waitMs?: number | undefined;
}

/** Sends a call to a server and returns the body of the response. */
export type ControlTransport = (call: TransportCall) => Promise<unknown>;

/** Longest delay of a timer. Timers with a longer delay fire at once. */
const longestTimerMs = 2 ** 31 - 1;

interface ReadResponse {
  readonly response: Response;
  readonly text: string;
}

/** Creates the transport of a connected server. */
export function createControlTransport(baseUrl: string, fetch: Fetch, timeoutMs: number): ControlTransport {
  const createUnreachableError = (cause: string) =>
    new ControlError(
      "unreachable",
      `Failed to reach the control of a reference server at ${baseUrl}: ${cause}. Start one with knowledge-base-server, ` +
        "or listen with the fetch of withControl(server), and connect to its URL.",
    );

  async function send({ path, input, organizationId, signal, waitMs = 0 }: TransportCall): Promise<ReadResponse> {
    const query = organizationId === undefined ? "" : `?${new URLSearchParams({ organization: organizationId })}`;
    const totalTimeoutMs = Math.min(Math.ceil(timeoutMs + waitMs), longestTimerMs);
    const timeout = AbortSignal.timeout(totalTimeoutMs);
    const body = JSON.stringify(input) ?? "null";
    try {
      const response = await fetch(`${baseUrl}/_control/${path}${query}`, {
        method: "POST",
        headers: { "content-type": "application/json" },
        body,
        redirect: "manual",
        signal: signal ? AbortSignal.any([signal, timeout]) : timeout,
      });
      if (response.headers.has(controlHeader)) return { response, text: await response.text() };
      await response.body?.cancel();
      return { response, text: "" };
    } catch (error) {
      signal?.throwIfAborted();
      throw createUnreachableError(timeout.aborted ? `no answer came within ${totalTimeoutMs} ms` : causeOf(error));
    }
  }

  return async (call) => {
    const { response, text } = await send(call);
    if (!response.headers.has(controlHeader)) {
      throw createUnreachableError(`what answers there has no controls (${response.status})`);
    }
    if (response.status === 204) return undefined;
    const body = parseJson(text);
    if (response.ok && body !== undefined) return body;
    throw deserializeError(body) ?? createUnreachableError(`its answer, with ${response.status}, cannot be read`);
  };
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Prefers the code of the cause, such as ECONNREFUSED: the message of `fetch` is only "fetch failed". */
function causeOf(error: unknown): string {
  const thrown = error as
    | { readonly message?: unknown; readonly cause?: { readonly code?: unknown } }
    | null
    | undefined;
  return String(thrown?.cause?.code ?? thrown?.message ?? error);
}
