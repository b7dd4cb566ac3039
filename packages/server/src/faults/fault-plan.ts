import type { OperationId } from "@knowledge-base/types";
import type { Random } from "../random.ts";
import type { Fault, LatencyFault, PlannedFault } from "./fault.ts";

/** What a request meets: any number of latencies, and at most one other fault. */
export interface MatchedFaults {
  readonly latencies: readonly LatencyFault[];
  readonly fault: Exclude<PlannedFault, LatencyFault> | undefined;
}

type Plan = PlannedFault & { uses: number };

const none: MatchedFaults = { latencies: [], fault: undefined };

/** The faults that are planned, in the order in which they were. One that has happened often enough is forgotten. */
export class FaultPlan {
  readonly #random: Random;
  #plans: Plan[] = [];
  #count = 0;

  constructor(random: Random) {
    this.#random = random;
  }

  add(fault: Fault): PlannedFault {
    this.#count += 1;
    const plan: Plan = { ...fault, id: `fault_${this.#count}`, uses: 0 };
    this.#plans.push(plan);
    return plan;
  }

  remove(id: string): boolean {
    const before = this.#plans.length;
    this.#plans = this.#plans.filter((plan) => plan.id !== id);
    return this.#plans.length < before;
  }

  clear(): void {
    this.#plans = [];
  }

  list(): readonly PlannedFault[] {
    return this.#plans;
  }

  /** The faults that have yet to happen, and the likely ones that never did. */
  pending(): PlannedFault[] {
    return this.#plans.filter(({ probability, uses }) => probability === undefined || uses === 0);
  }

  /** Uses the faults that a request for an operation meets, besides those that it has met before. */
  match(operation: OperationId, before: MatchedFaults = none): MatchedFaults {
    if (this.#plans.length === 0) return before;
    const latencies = [...before.latencies];
    let { fault } = before;
    for (const plan of this.#plans) {
      if ((plan.kind !== "latency" && fault) || !this.#happens(plan, operation)) continue;
      plan.uses += 1;
      if (plan.kind === "latency") latencies.push(plan);
      else fault = plan;
    }
    this.#plans = this.#plans.filter(({ probability, times = 1, uses }) => probability !== undefined || uses < times);
    return { latencies, fault };
  }

  #happens({ operation: target, probability }: Plan, operation: OperationId): boolean {
    if (target !== undefined && target !== operation) return false;
    return probability === undefined || this.#random.next() < probability * 2 ** 32;
  }
}
