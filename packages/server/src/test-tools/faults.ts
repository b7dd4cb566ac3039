import { copyJson } from "@knowledge-base/internal";
import type { OperationId } from "@knowledge-base/types";
import type { Random } from "../state/random.ts";
import { containsJson, type JsonValue } from "./json-value.ts";
import { type LatencyRange, pickLatency } from "./latency.ts";

/** Id of an operation of the service, or of a custom one. Editors suggest the ids of the service. */
export type AnyOperationId = OperationId | (string & Record<never, never>);

/**
 * A failure to plan for requests. `Extract<Fault, { kind: "status" }>` is the type of one kind.
 *
 * - `status`: the service responds with an error status and the documented error body.
 * - `latency`: the response is correct but late. Another fault may apply to the same request.
 * - `rate_limit`: each API key may send so many requests in a window, and gets 429 with `Retry-After` for more. The limit stays until
 *   it is removed, and is never pending.
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
  | {
      /** Kind of the failure. */
      readonly kind: "rate_limit";
      /** Number of requests that a key may send in a window, 0 or more. */
      readonly limit: number;
      /** Length of a window in milliseconds of the server's clock, 1 or more. It begins with the first request of a key. */
      readonly windowMs: number;
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
          /** Milliseconds of real time, from 0 to 120,000, or a range of them. */
          readonly latency: number | LatencyRange;
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

/** A request that faults may apply to. */
export interface FaultTarget {
  readonly operation: string;
  /** The input as it was sent. */
  readonly input: object;
  /** The API key, if it is valid. */
  readonly key: string | undefined;
  /** Time of arrival in milliseconds since 1970. */
  readonly at: number;
}

/** A latency that applies to a request. */
interface AppliedLatency {
  /** Milliseconds of real time. */
  readonly latency: number;
  readonly afterCommit: boolean;
}

/** The faults that apply to a request: any number of latencies, and at most one other fault. */
export interface MatchedFaults {
  readonly latencies: readonly AppliedLatency[];
  readonly fault: AppliedFault | undefined;
}

/** A fault other than a latency. */
type ResponseFault = Exclude<Fault, { readonly kind: "latency" }>;

/** A fault that replaces or changes a response. */
export type AppliedFault =
  | Exclude<ResponseFault, { readonly kind: "rate_limit" }>
  | { readonly kind: "rate_limit"; readonly retryAfter: number };

/** The requests of a key since the beginning of a window. */
interface RateWindow {
  readonly endsAt: number;
  readonly requests: number;
}

type CountedFault = PlannedFault & { uses: number; skipped?: number };

/** No fault. */
export const noFaults: MatchedFaults = { latencies: [], fault: undefined };

/** The planned faults, in the order of planning. A fault is removed after it was applied as often as planned. */
export class FaultPlan {
  readonly #random: Random;
  readonly #onChange: () => void;
  /** The windows of each rate limit, by its id and the key. */
  readonly #windows = new Map<string, Map<string, RateWindow>>();
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
    this.#windows.delete(id);
    const isPlanned = kept.length < this.#faults.length;
    this.#set(kept);
    return isPlanned;
  }

  clear(): void {
    this.#windows.clear();
    this.#set([]);
  }

  list(): readonly PlannedFault[] {
    return this.#faults;
  }

  /** Returns the faults that were applied less often than planned, and those with a probability that were never applied. */
  pending(): readonly PlannedFault[] {
    return this.#faults.filter(
      ({ kind, probability, uses }) => kind !== "rate_limit" && (probability === undefined || uses === 0),
    );
  }

  /** Returns a latency in milliseconds. */
  pickLatency(latency: number | LatencyRange): number {
    return pickLatency(latency, this.#random);
  }

  /**
   * Returns the faults that apply to a request, and counts them as used.
   *
   * @param matched - faults that apply already and take precedence
   */
  match(target: FaultTarget, matched: MatchedFaults): MatchedFaults {
    if (this.#faults.length === 0) return matched;
    const latencies = [...matched.latencies];
    let { fault: applied } = matched;
    let isMatched = false;
    for (const fault of this.#faults) {
      const isMatching =
        (fault.operation ?? target.operation) === target.operation && containsJson(target.input, fault.input ?? {});
      if (!isMatching || (fault.kind !== "latency" && applied)) continue;
      isMatched = true;
      if ((fault.skipped ?? 0) < (fault.skip ?? 0)) fault.skipped = (fault.skipped ?? 0) + 1;
      else if (fault.kind === "rate_limit") {
        const retryAfter = this.#limit(fault, target);
        if (retryAfter === undefined) continue;
        fault.uses += 1;
        applied = { kind: fault.kind, retryAfter };
      } else if (this.#happens(fault)) {
        fault.uses += 1;
        if (fault.kind === "latency") {
          latencies.push({ latency: this.pickLatency(fault.latency), afterCommit: fault.afterCommit === true });
        } else applied = fault;
      }
    }
    if (!isMatched) return matched;
    const isKept = ({ kind, probability, uses, times = 1 }: CountedFault) =>
      kind === "rate_limit" || probability !== undefined || uses < times;
    this.#set(this.#faults.filter(isKept));
    return { latencies, fault: applied };
  }

  /** Counts a request. Returns the seconds until its key may send the next one, if there were too many. */
  #limit({ id, limit, windowMs }: Extract<CountedFault, { readonly kind: "rate_limit" }>, { key, at }: FaultTarget) {
    // A request without a valid key fails anyway, and there may be any number of wrong keys.
    if (key === undefined) return undefined;
    const windows = this.#windows.get(id) ?? new Map<string, RateWindow>();
    this.#windows.set(id, windows);
    let { endsAt, requests } = windows.get(key) ?? { endsAt: at, requests: 0 };
    // A clock that was set back begins a window, too.
    if (at >= endsAt || at < endsAt - windowMs) [endsAt, requests] = [at + windowMs, 0];
    windows.set(key, { endsAt, requests: requests + 1 });
    return requests < limit ? undefined : Math.ceil((endsAt - at) / 1000);
  }

  #happens({ probability }: CountedFault): boolean {
    return probability === undefined || this.#random.next() < probability * 2 ** 32;
  }

  #set(faults: readonly CountedFault[]): void {
    this.#faults = faults;
    this.#onChange();
  }
}
