import type { JsonValue } from "./json-value.ts";
import type { AnyOperationId } from "./operation-id.ts";

/**
 * A failure to plan for requests. `Extract<Fault, { kind: "status" }>` is the type of one kind.
 *
 * - `status`: the service responds with an error status and the documented error body.
 * - `latency`: the response is correct but late. Another fault may apply to the same request.
 * - `hang`: the request never gets a response. It ends when its caller aborts it; until then the process does not exit, as if it
 *   waited for a socket.
 * - `connection_reset`: the connection is lost before the response: `fetch` rejects, a socket is reset.
 * - `gateway_html`: a gateway in front of the service responds with an HTML page.
 * - `stalled_body`: the operation is executed. The headers and half of the body arrive, the rest never does.
 * - `truncated_json`: the operation is executed. The response is complete HTTP, but its JSON is cut in half.
 * - `response`: the service responds with any response, such as an empty 200 or a redirect, which `server.fetch` does not follow.
 *   With `merge`, the operation is executed, and its response is changed, also that of an error.
 */
export type Fault = {
  /**
   * Operation of the requests.
   *
   * @default every operation
   */
  readonly operation?: AnyOperationId | undefined;
  /**
   * Fields that the input of a request must have as they were sent, such as `{ brainId, slug }`, whether the request is valid or
   * not.
   *
   * @default any input
   */
  readonly input?: Readonly<Record<string, unknown>> | undefined;
  /**
   * Number of matching requests that pass before the fault applies to one, 0 or more. A request to which another fault applies
   * does not count, unless the fault is a latency.
   *
   * @default 0
   */
  readonly skip?: number | undefined;
  /**
   * Number of requests that the fault applies to, 1 or more. It cannot be combined with `probability`.
   *
   * @default 1
   */
  readonly times?: number | undefined;
  /**
   * Probability that the fault applies to a request, more than 0 and at most 1. The fault stays until it is removed.
   *
   * @default the fault applies to the next `times` requests
   */
  readonly probability?: number | undefined;
} & (
  | {
      /** Kind of the failure. */
      readonly kind: "stalled_body" | "truncated_json";
    }
  | ({
      /**
       * Whether the operation is executed before the fault, so that only its response is lost.
       *
       * @default false
       */
      readonly afterCommit?: boolean | undefined;
    } & (
      | {
          /** Kind of the failure. */
          readonly kind: "status";
          /** Status from 400 to 599. */
          readonly status: number;
          /** Value of the `Retry-After` header: whole seconds, or an HTTP date. By default there is no such header. */
          readonly retryAfter?: number | string | undefined;
        }
      | {
          /** Kind of the failure. */
          readonly kind: "latency";
          /** Milliseconds of real time, from 0 to 120,000. */
          readonly latency: number;
        }
      | {
          /** Kind of the failure. */
          readonly kind: "hang" | "connection_reset";
        }
      | {
          /** Kind of the failure. */
          readonly kind: "gateway_html";
          /**
           * Status from 400 to 599.
           *
           * @default 502
           */
          readonly status?: number | undefined;
        }
      | {
          /** Kind of the failure. */
          readonly kind: "response";
          /** Status from 200 to 599. It may be omitted together with `merge`. */
          readonly status: number;
          /**
           * Headers by name. Values are printable Latin-1 text. Headers that frame or encode the body are not allowed:
           * `content-length`, `content-encoding`, `transfer-encoding`, and those of the connection.
           *
           * @default the `content-type` of the body: `text/plain; charset=utf-8` for text, `application/json; charset=utf-8` for JSON
           */
          readonly headers?: Readonly<Record<string, string>> | undefined;
          /**
           * Body of the response: text that is sent as it is, or any other value, which is sent as JSON. A status of 204, 205 or
           * 304 has none.
           *
           * @default an empty body
           */
          readonly body?: JsonValue | undefined;
          readonly merge?: undefined;
        }
    ))
  | {
      /** Kind of the failure. */
      readonly kind: "response";
      readonly status?: number | undefined;
      readonly headers?: Readonly<Record<string, string>> | undefined;
      /**
       * Changes of the JSON body: its fields are added or replaced, and those that are null are removed. A value that is no object,
       * such as a list, replaces the whole body or field.
       *
       * @see RFC 7396
       */
      readonly merge: JsonValue;
      readonly body?: undefined;
    }
);

/** A fault after it was planned. */
export type PlannedFault = Fault & {
  /** Id of the fault, such as `fault_1`. */
  readonly id: string;
  /** Number of requests that the fault was applied to. */
  readonly uses: number;
  /** Number of requests that have passed because of `skip`; only if the fault has a `skip`. */
  readonly skipped?: number;
};
