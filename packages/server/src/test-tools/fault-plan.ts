import type { Random } from "../state/random.ts";
import type { Fault, PlannedFault } from "./fault.ts";
import { containsJson } from "./json-value.ts";

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
    const planned: CountedFault = { ...structuredClone(fault), id: `fault_${this.#count}`, ...counters };
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
