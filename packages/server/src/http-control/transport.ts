import { controlHeader, fieldsOf, parseJson, requestControl } from "@knowledge-base/internal";
import type { Fetch } from "../http/fetch.ts";
import { ControlError } from "../state/errors.ts";
import { deserializeError } from "./http-control-error.ts";

/** A call of a control. */
export interface TransportCall {
  /** Path after `/_control/`. */
  readonly path: string;
  readonly input: unknown;
  readonly organizationId?: string | undefined;
  /** Other parameters of the query. */
  readonly parameters?: Readonly<Record<string, string>>;
  /** Milliseconds that the control itself may take, in addition to the timeout. */
  readonly waitMs?: number;
}

/** Timeout of a response in milliseconds. */
const timeoutMs = 30_000;

/** Bytes of a state for which the timeout of a request is extended by a millisecond. */
const bytesPerMs = 10_000;

/** Options of {@link createTransport}. */
export interface TransportOptions {
  readonly baseUrl: string;
  readonly fetch: Fetch;
  /** Token of the controls. */
  readonly token: string | undefined;
}

/** Creates a function that sends a call to a server and returns the body of the response. */
export function createTransport({ baseUrl, fetch, token }: TransportOptions) {
  const unreachable = (cause: string) =>
    new ControlError(
      "unreachable",
      `Failed to reach the controls of a reference server at ${baseUrl}: ${cause}. Start one with knowledge-base-server, ` +
        "or call listen({ ...server, fetch: withControl(server) }), and connect to its URL.",
    );

  async function send({ path, input, organizationId, parameters, waitMs = 0 }: TransportCall) {
    const query = { organization: organizationId, ...parameters };
    const body = JSON.stringify(input) ?? "null";
    const totalMs = timeoutMs + waitMs + Math.floor(body.length / bytesPerMs);
    const signal = AbortSignal.timeout(totalMs);
    try {
      const response = await requestControl({ baseUrl, fetch, token }, path, query, { body, signal });
      if (response.headers.has(controlHeader)) return { response, text: await response.text() };
      await response.body?.cancel();
      return { response, text: "" };
    } catch (error) {
      throw unreachable(signal.aborted ? `no response came within ${totalMs} ms` : causeOf(error));
    }
  }

  return async (call: TransportCall): Promise<unknown> => {
    const { response, text } = await send(call);
    if (!response.headers.has(controlHeader)) {
      const reason = response.status === 413 ? "the server rejects large bodies and" : "the server there";
      throw unreachable(`${reason} has no controls (${response.status})`);
    }
    if (response.status === 204) return undefined;
    const body = parseJson(text);
    if (response.ok && body !== undefined) return body;
    throw deserializeError(body) ?? unreachable(`its response with status ${response.status} cannot be read`);
  };
}

/** Prefers the code of the cause, such as ECONNREFUSED: the message of `fetch` is only "fetch failed". */
function causeOf(error: unknown): string {
  const { message, cause } = fieldsOf(error);
  return String(fieldsOf(cause)["code"] ?? message ?? error);
}
