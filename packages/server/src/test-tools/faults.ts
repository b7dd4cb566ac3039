import { copyJson } from "@knowledge-base/internal";
import type { OperationId } from "@knowledge-base/types";
import type { Random } from "../state/random.ts";
import { containsJson, type JsonValue } from "./json-value.ts";

/** Id of an operation of the service, or of a custom one. Editors suggest the ids of the service. */
export type AnyOperationId = OperationId | (string & Record<never, never>);

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
 * - `response`: the service responds with any response, such as an empty 200 or a redirect.
 *   With `merge`, the operation is executed, and its response is changed, even if it is an error.
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
           * `content-length`, `content-encoding`, `transfer-encoding`, and headers of the connection.
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

/** The faults that apply to a request: any number of latencies, and at most one other fault. */
export interface MatchedFaults {
  readonly latencies: readonly Extract<Fault, { readonly kind: "latency" }>[];
  readonly fault: ResponseFault | undefined;
}

/** A fault other than a latency. */
export type ResponseFault = Exclude<Fault, { readonly kind: "latency" }>;

type CountedFault = PlannedFault & { uses: number; skipped?: number };

/** No fault. */
export const noFaults: MatchedFaults = { latencies: [], fault: undefined };

/** The planned faults, in the order of planning. A fault is removed after it was applied as often as planned. */
export class FaultPlan {
  readonly #random: Random;
  readonly #onChange: () => void;
  #faults: readonly CountedFault[] = [];
  #count = 0;

  /** @param onChange - called after each change of the plan */
  constructor(random: Random, onChange: () => void) {
    this.#random = random;
    this.#onChange = onChange;
  }

  add(fault: Fault): PlannedFault {
    this.#count += 1;
    const counters = { uses: 0, ...(fault.skip !== undefined && { skipped: 0 }) };
    const planned: CountedFault = { ...copyJson(fault), id: `fault_${this.#count}`, ...counters };
    this.#set([...this.#faults, planned]);
    return planned;
  }

  remove(id: string): boolean {
    const kept = this.#faults.filter((fault) => fault.id !== id);
    const isPlanned = kept.length < this.#faults.length;
    this.#set(kept);
    return isPlanned;
  }

  clear(): void {
    this.#set([]);
  }

  list(): readonly PlannedFault[] {
    return this.#faults;
  }

  /** Returns the faults that were applied less often than planned, and those with a probability that were never applied. */
  pending(): readonly PlannedFault[] {
    return this.#faults.filter(({ probability, uses }) => probability === undefined || uses === 0);
  }

  /**
   * Returns the faults that apply to a request, and counts them as used.
   *
   * @param input - the input as it was sent
   * @param matched - faults that apply already and take precedence
   */
  match(operation: string, input: object, matched: MatchedFaults): MatchedFaults {
    if (this.#faults.length === 0) return matched;
    const latencies = [...matched.latencies];
    let { fault: applied } = matched;
    let isMatched = false;
    for (const fault of this.#faults) {
      const isMatching = (fault.operation ?? operation) === operation && containsJson(input, fault.input ?? {});
      if (!isMatching || (fault.kind !== "latency" && applied)) continue;
      isMatched = true;
      if ((fault.skipped ?? 0) < (fault.skip ?? 0)) fault.skipped = (fault.skipped ?? 0) + 1;
      else if (this.#happens(fault)) {
        fault.uses += 1;
        if (fault.kind === "latency") latencies.push(fault);
        else applied = fault;
      }
    }
    if (!isMatched) return matched;
    this.#set(this.#faults.filter(({ probability, uses, times = 1 }) => probability !== undefined || uses < times));
    return { latencies, fault: applied };
  }

  #happens({ probability }: CountedFault): boolean {
    return probability === undefined || this.#random.next() < probability * 2 ** 32;
  }

  #set(faults: readonly CountedFault[]): void {
    this.#faults = faults;
    this.#onChange();
  }
}
