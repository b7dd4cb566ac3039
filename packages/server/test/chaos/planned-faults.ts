import type { Fault } from "@knowledge-base/server";
import type { OperationId } from "@knowledge-base/types";
import type { RandomNumbers } from "../random-numbers.ts";

/** What a fault does to a request. */
export interface FaultEffect {
  /** Whether the operation is executed. */
  readonly isExecuted: boolean;
  /** Status of the response; undefined if the response of the operation, or a part of it, is sent, or none at all. */
  readonly status?: number;
  /** Whether the server sends a complete response. */
  readonly sendsResponse: boolean;
}

interface Kind {
  readonly fault: Fault;
  readonly effect: FaultEffect;
}

const kinds: readonly [Kind, ...Kind[]] = [
  {
    fault: { kind: "status", status: 503, retryAfter: 0 },
    effect: { isExecuted: false, status: 503, sendsResponse: true },
  },
  {
    fault: { kind: "status", status: 429, retryAfter: 0 },
    effect: { isExecuted: false, status: 429, sendsResponse: true },
  },
  {
    fault: { kind: "status", status: 500, afterCommit: true },
    effect: { isExecuted: true, status: 500, sendsResponse: true },
  },
  {
    fault: { kind: "gateway_html", afterCommit: true },
    effect: { isExecuted: true, status: 502, sendsResponse: true },
  },
  { fault: { kind: "connection_reset" }, effect: { isExecuted: false, sendsResponse: false } },
  { fault: { kind: "connection_reset", afterCommit: true }, effect: { isExecuted: true, sendsResponse: false } },
  { fault: { kind: "hang" }, effect: { isExecuted: false, sendsResponse: false } },
  { fault: { kind: "stalled_body" }, effect: { isExecuted: true, sendsResponse: false } },
];

/** The faults that are planned for an organization. The server applies the first one that matches a request, once. */
export class PlannedFaults {
  readonly #planned: { readonly operation: OperationId; readonly effect: FaultEffect }[] = [];

  /** Chooses a fault and returns it, to be planned on the server too. */
  plan(operation: OperationId, random: RandomNumbers): Fault {
    const { fault, effect } = random.pick(kinds);
    this.#planned.push({ operation, effect });
    return { ...fault, operation };
  }

  /** Removes and returns the effect of the fault that applies to a request. */
  take(operation: OperationId): FaultEffect | undefined {
    const index = this.#planned.findIndex((planned) => planned.operation === operation);
    return index === -1 ? undefined : this.#planned.splice(index, 1)[0]?.effect;
  }

  clear(): void {
    this.#planned.length = 0;
  }
}
