import type { OperationId } from "@knowledge-base/types";
import { containsJson } from "../json-value.ts";
import type { Random } from "../random.ts";
import type { Fault, FaultEffect, FaultStep, LatencyEffect, PlannedFault } from "./fault.ts";
import type { FaultChange } from "./fault-change.ts";

/** A fault other than a latency that applies to a request. */
export type MatchedFault = Exclude<FaultEffect, LatencyEffect> & {
  /** Id of the planned fault. */
  readonly id: string;
  /** Plans the fault again for another request, because it could not be applied to this one. */
  readonly giveBack: (problem: string) => void;
};

/** The faults that apply to a request: any number of latencies, and at most one other fault. */
export interface MatchedFaults {
  readonly latencies: readonly LatencyEffect[];
  readonly fault: MatchedFault | undefined;
}

/** The parts of a request that faults are selected by. */
export interface FaultRequest {
  readonly operation: OperationId;
  /** Returns the fields of the input; null if the input is invalid. */
  readonly readInput: () => Readonly<Record<string, unknown>> | null;
}

type CountedFault = PlannedFault & { uses: number; skipped?: number; problem?: string };

interface PlanEntry {
  readonly fault: CountedFault;
  /** Position in the order of planning. */
  readonly order: number;
  /** Number of steps of a sequence that were taken, those that were given back included. */
  takenSteps: number;
  /** Indexes of the steps that were given back. */
  readonly returnedSteps: number[];
  isRemoved: boolean;
}

const none: MatchedFaults = { latencies: [], fault: undefined };

/** The planned faults, in the order of planning. A fault is removed after it was applied as often as planned. */
export class FaultPlan {
  /** Called after each change of the plan. */
  onChange: ((change: FaultChange) => void) | undefined;
  readonly #random: Random;
  #entries: PlanEntry[] = [];
  #count = 0;
  /** Order of the last fault that was removed with all others. */
  #clearedUntil = 0;

  constructor(random: Random) {
    this.#random = random;
  }

  add(fault: Fault): PlannedFault {
    this.#count += 1;
    const counters = { uses: 0, ...(fault.skip !== undefined && { skipped: 0 }) };
    const planned: CountedFault = { ...structuredClone(fault), id: `fault_${this.#count}`, ...counters };
    this.#entries.push({ fault: planned, order: this.#count, takenSteps: 0, returnedSteps: [], isRemoved: false });
    this.#report("planned", planned);
    return planned;
  }

  remove(id: string): boolean {
    const entry = this.#entries.find(({ fault }) => fault.id === id);
    if (entry) entry.isRemoved = true;
    this.#entries = this.#entries.filter(({ isRemoved }) => !isRemoved);
    if (entry) this.#report("removed", entry.fault);
    return entry !== undefined;
  }

  clear(): void {
    this.#entries = [];
    this.#clearedUntil = this.#count;
    this.onChange?.({ action: "cleared" });
  }

  /** Whether no fault is planned. */
  get isEmpty(): boolean {
    return this.#entries.length === 0;
  }

  list(): readonly PlannedFault[] {
    return this.#entries.map(({ fault }) => fault);
  }

  /** Returns the faults that were applied less often than planned, and those with a probability that were never applied. */
  pending(): readonly PlannedFault[] {
    return this.list().filter(({ probability, uses }) => probability === undefined || uses === 0);
  }

  /**
   * Returns the faults that apply to a request, and counts them as used.
   *
   * @param matched - faults that apply already and take precedence
   */
  match(request: FaultRequest, matched: MatchedFaults = none): MatchedFaults {
    if (this.isEmpty) return matched;
    const latencies = [...matched.latencies];
    let { fault: matchedFault } = matched;
    for (const entry of this.#entries) {
      const { fault } = entry;
      if ((fault.kind !== "latency" && matchedFault) || !isMatching(fault, request)) continue;
      if (isSkipping(fault)) fault.skipped = (fault.skipped ?? 0) + 1;
      else if (this.#happens(fault)) {
        const { effect, index } = take(entry);
        this.#report("used", fault);
        if (effect.kind === "latency") latencies.push(effect);
        else if (effect.kind !== "pass") {
          const giveBack = (problem: string) => this.#giveBack(entry, index, problem);
          matchedFault = { ...effect, id: fault.id, giveBack };
        }
      }
    }
    this.#entries = this.#entries.filter(({ fault }) => fault.probability !== undefined || fault.uses < usesOf(fault));
    return { latencies, fault: matchedFault };
  }

  #report(action: Exclude<FaultChange["action"], "cleared">, { id, kind, uses }: CountedFault): void {
    this.onChange?.({ action, id, kind, uses });
  }

  #happens({ probability }: CountedFault): boolean {
    return probability === undefined || this.#random.next() < probability * 2 ** 32;
  }

  #giveBack(entry: PlanEntry, stepIndex: number, problem: string): void {
    const { fault, order, returnedSteps, isRemoved } = entry;
    if (isRemoved || order <= this.#clearedUntil) return;
    fault.uses -= 1;
    fault.problem = problem;
    if (fault.kind === "sequence") returnedSteps.push(stepIndex);
    if (!this.#entries.includes(entry)) {
      this.#entries = [...this.#entries, entry].sort((left, right) => left.order - right.order);
    }
    this.#report("returned", fault);
  }
}

function isMatching({ operation, input }: CountedFault, request: FaultRequest): boolean {
  if (operation !== undefined && operation !== request.operation) return false;
  if (input === undefined) return true;
  const received = request.readInput();
  return received !== null && containsJson(received, input);
}

function isSkipping({ skip = 0, skipped = 0 }: CountedFault): boolean {
  return skipped < skip;
}

/** Counts a use of a fault, and returns its effect on the request. */
function take(entry: PlanEntry): { readonly effect: FaultStep; readonly index: number } {
  const { fault, returnedSteps } = entry;
  fault.uses += 1;
  if (fault.kind !== "sequence") return { effect: fault, index: 0 };
  const index = returnedSteps.sort((left, right) => left - right).shift() ?? entry.takenSteps++;
  // There is a step for each use.
  return { effect: fault.steps[index] ?? { kind: "pass" }, index };
}

/** Returns how many requests a fault without a probability applies to. */
function usesOf(fault: CountedFault): number {
  return fault.kind === "sequence" ? fault.steps.length : (fault.times ?? 1);
}
