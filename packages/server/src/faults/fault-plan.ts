import type { OperationId } from "@knowledge-base/types";
import type { Random } from "../random.ts";
import type { Fault, LatencyFault, PlannedFault } from "./fault.ts";

/** The faults that apply to a request: any number of latencies, and at most one other fault. */
export interface MatchedFaults {
  readonly latencies: readonly LatencyFault[];
  readonly fault: Exclude<PlannedFault, LatencyFault> | undefined;
}

type CountedFault = PlannedFault & { uses: number };

const none: MatchedFaults = { latencies: [], fault: undefined };

/** The planned faults, in the order of planning. A fault is removed after it was applied as often as planned. */
export class FaultPlan {
  readonly #random: Random;
  #faults: CountedFault[] = [];
  #count = 0;

  constructor(random: Random) {
    this.#random = random;
  }

  add(fault: Fault): PlannedFault {
    this.#count += 1;
    const planned: CountedFault = { ...fault, id: `fault_${this.#count}`, uses: 0 };
    this.#faults.push(planned);
    return planned;
  }

  remove(id: string): boolean {
    const before = this.#faults.length;
    this.#faults = this.#faults.filter((fault) => fault.id !== id);
    return this.#faults.length < before;
  }

  clear(): void {
    this.#faults = [];
  }

  list(): readonly PlannedFault[] {
    return this.#faults;
  }

  /** Returns the faults that were applied less often than planned, and those with a probability that were never applied. */
  pending(): PlannedFault[] {
    return this.#faults.filter(({ probability, uses }) => probability === undefined || uses === 0);
  }

  /**
   * Returns the faults that apply to a request, and counts them as used.
   *
   * @param matched - faults that apply already and take precedence
   */
  match(operation: OperationId, matched: MatchedFaults = none): MatchedFaults {
    if (this.#faults.length === 0) return matched;
    const latencies = [...matched.latencies];
    let { fault } = matched;
    for (const planned of this.#faults) {
      if ((planned.kind !== "latency" && fault) || !this.#applies(planned, operation)) continue;
      planned.uses += 1;
      if (planned.kind === "latency") latencies.push(planned);
      else fault = planned;
    }
    this.#faults = this.#faults.filter(({ probability, times = 1, uses }) => probability !== undefined || uses < times);
    return { latencies, fault };
  }

  #applies({ operation: target, probability }: CountedFault, operation: OperationId): boolean {
    if (target !== undefined && target !== operation) return false;
    return probability === undefined || this.#random.next() < probability * 2 ** 32;
  }
}
