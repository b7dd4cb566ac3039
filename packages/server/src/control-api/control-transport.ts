import type { Fetch } from "../adapters/fetch.ts";
import { readChunks } from "../adapters/read-chunks.ts";
import { choices } from "../choices.ts";
import { ControlError } from "../control/control-error.ts";
import { formatBytes } from "../format-bytes.ts";
import { parseState } from "../store/parse-state.ts";
import { serializeState } from "../store/serialize-state.ts";
import { StateTextError } from "../store/state-text-error.ts";
import { controlHeader, deserializeError } from "./control-response.ts";
import { createTokenHeader } from "./control-token.ts";
import { RestartingTimeout } from "./restarting-timeout.ts";

/** A call of a control. */
export interface TransportCall {
  /** Path after `/_control/`. */
  readonly path: string;
  readonly input: unknown;
  readonly organizationId?: string | undefined;
  /** Other parameters of the query. */
  readonly parameters?: Readonly<Record<string, string>>;
  readonly signal?: AbortSignal | undefined;
  /** Milliseconds that the control itself may take, in addition to the timeout. */
  readonly waitMs?: number | undefined;
  /** Whether the input is a state. */
  readonly sendsState?: true;
  /** Whether the response is a state. */
  readonly returnsState?: true;
}

/** Sends a call to a server and returns the body of the response. */
export type ControlTransport = (call: TransportCall) => Promise<unknown>;

interface ReadResponse {
  readonly response: Response;
  /** The parsed body; undefined if there is none, or if it is not JSON. */
  readonly body: unknown;
}

/** Longest delay of a timer. Timers with a longer delay fire at once. */
const longestTimerMs = 2 ** 31 - 1;

/** Bytes of a state for which the timeout of a request is extended by a millisecond. */
const stateBytesPerMs = 10_000;

/** Options of {@link createControlTransport}. */
export interface TransportOptions {
  readonly baseUrl: string;
  readonly fetch: Fetch;
  readonly timeoutMs: number;
  /** Token of the controls. */
  readonly token: string | undefined;
}

/** Creates the transport of a connected server. */
export function createControlTransport({ baseUrl, fetch, timeoutMs, token }: TransportOptions): ControlTransport {
  const createUnreachableError = (cause: string) =>
    new ControlError(
      "unreachable",
      `Failed to reach the controls of a reference server at ${baseUrl}: ${cause}. Start one with knowledge-base-server, ` +
        "or call listen({ ...server, fetch: withControl(server) }), and connect to its URL.",
    );

  async function send(call: TransportCall): Promise<ReadResponse> {
    const { path, input, organizationId, parameters, signal, waitMs = 0 } = call;
    const scope = organizationId === undefined ? {} : { organization: organizationId };
    const query = new URLSearchParams({ ...scope, ...parameters });
    const body = call.sendsState ? createStateBody(input) : (JSON.stringify(input) ?? "null");
    const transferMs = typeof body === "string" ? 0 : body.size / stateBytesPerMs;
    const totalTimeoutMs = Math.min(Math.ceil(timeoutMs + waitMs + transferMs), longestTimerMs);
    const timeout = call.returnsState ? new RestartingTimeout(totalTimeoutMs) : undefined;
    const timeoutSignal = timeout?.signal ?? AbortSignal.timeout(totalTimeoutMs);
    try {
      const response = await fetch(`${baseUrl}/_control/${path}${query.size === 0 ? "" : `?${query}`}`, {
        method: "POST",
        headers: { "content-type": "application/json", ...createTokenHeader(token) },
        body,
        redirect: "manual",
        signal: signal ? AbortSignal.any([signal, timeoutSignal]) : timeoutSignal,
      });
      if (!response.headers.has(controlHeader)) {
        await response.body?.cancel();
        return { response, body: undefined };
      }
      const isState = timeout && response.status === 200;
      return { response, body: isState ? await readState(response, timeout) : parseJson(await response.text()) };
    } catch (error) {
      signal?.throwIfAborted();
      if (error instanceof ControlError) throw error;
      const isTimeout = timeoutSignal.aborted;
      throw createUnreachableError(isTimeout ? `no response came within ${totalTimeoutMs} ms` : causeOf(error));
    } finally {
      timeout?.stop();
    }
  }

  return async (call) => {
    const { response, body } = await send(call);
    if (!response.headers.has(controlHeader)) {
      const reason = response.status === 413 ? "the server rejects large bodies and" : "the server there";
      throw createUnreachableError(`${reason} has no controls (${response.status})`);
    }
    if (response.status === 204) return undefined;
    if (response.ok && body !== undefined) return body;
    throw (
      deserializeError(body) ?? createUnreachableError(`its response with status ${response.status} cannot be read`)
    );
  };
}

/** Length of the texts that are collected before they are moved to a `Blob`, which is outside of the JavaScript heap. */
const collectedLength = 16 * 1024 * 1024;

/**
 * Serializes a state, which may be longer than the longest string.
 *
 * @throws {@link ControlError} `too_large`
 */
function createStateBody(state: unknown): string | Blob {
  const limit = choices.stateLimitBytes;
  const parts: Blob[] = [];
  let collected = "";
  let size = 0;
  for (const chunk of serializeState(state)) {
    collected += chunk;
    if (collected.length < collectedLength) continue;
    const part = new Blob([collected]);
    parts.push(part);
    size += part.size;
    if (size > limit) break;
    collected = "";
  }
  if (parts.length === 0) return collected;
  const body = new Blob([...parts, collected]);
  if (body.size <= limit) return body;
  throw new ControlError("too_large", `Failed to send a state: it is larger than ${formatBytes(limit)}.`);
}

/** Reads a state. The timeout applies to each part of it. */
async function readState(response: Response, timeout: RestartingTimeout): Promise<unknown> {
  async function* readParts() {
    for await (const chunk of readChunks(response)) {
      timeout.restart();
      yield chunk;
    }
  }
  try {
    return await parseState(readParts(), choices.stateLimitBytes);
  } catch (error) {
    if (!(error instanceof StateTextError)) throw error;
    if (error.problem !== "size") return undefined;
    throw new ControlError("too_large", `Failed to receive a state: it ${error.message}.`);
  }
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
