import type { Random } from "../basics/random.ts";
import type { Fault, LatencyRange, PlannedFault, RateLimitFault } from "./fault.ts";
import { type AppliedFault, faultKinds } from "./fault-kinds.ts";
import { containsJson } from "./json-value.ts";

/** A request that faults may apply to. */
export interface FaultedRequest {
  readonly operation: string;
  /** The input as it was sent. */
  readonly input: object;
  /** The API key, if it is valid. */
  readonly key: string | undefined;
  /** Time of arrival in milliseconds since 1970. */
  readonly receivedMs: number;
}

/** The faults that apply to a request: any number of latencies, and at most one other fault. */
export interface RequestFaults {
  /** Sum of the latencies before the operation. */
  readonly beforeMs: number;
  /** Sum of the latencies after it has committed. */
  readonly afterMs: number;
  readonly fault: AppliedFault | undefined;
}

// The requests of a key since the beginning of a window.
interface RateWindow {
  readonly endMs: number;
  readonly requests: number;
}

type UsedFault = PlannedFault & { uses: number; skipped?: number };

export const noFaults: RequestFaults = { beforeMs: 0, afterMs: 0, fault: undefined };

/** The planned faults, in the order of planning. A fault is removed after it was applied as often as planned. */
export class FaultPlan {
  readonly #random: Random;
  readonly #announce: () => void;
  // By the id of a rate limit and the key.
  readonly #windows = new Map<string, Map<string, RateWindow>>();
  #faults: readonly UsedFault[] = [];
  #count = 0;

  /** @param announce - called after each change of the plan */
  constructor(random: Random, announce: () => void) {
    this.#random = random;
    this.#announce = announce;
  }

  add(fault: Fault): PlannedFault {
    this.#count += 1;
    const counters = { uses: 0, ...(fault.skip !== undefined && { skipped: 0 }) };
    const planned: UsedFault = { ...fault, id: `fault_${this.#count}`, ...counters };
    this.#set([...this.#faults, planned]);
    return planned;
  }

  /** Returns whether the fault was planned. */
  remove(id: string): boolean {
    const kept = this.#faults.filter((fault) => fault.id !== id);
    if (kept.length === this.#faults.length) return false;
    this.#windows.delete(id);
    this.#set(kept);
    return true;
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
      ({ kind, probability, uses }) => !faultKinds[kind].isPermanent && (probability === undefined || uses === 0),
    );
  }

  /** Returns a latency in milliseconds. */
  pickLatency(latency: number | LatencyRange): number {
    if (typeof latency === "number") return latency;
    const { min, max } = latency;
    return min + (this.#random.next() / 2 ** 32) * (max - min);
  }

  /**
   * Returns the faults that apply to a request, and counts them as used.
   *
   * @param earlier - faults that apply already and take precedence; by default none
   */
  take(target: FaultedRequest, earlier = noFaults): RequestFaults {
    let taken = earlier;
    let isAnyCounted = false;
    for (const fault of this.#faults) {
      // A request gets only one fault that isn't a latency.
      const hasRoom = fault.kind === "latency" || !taken.fault;
      if (!hasRoom || !matches(fault, target)) continue;
      taken = this.#use(fault, target, taken);
      isAnyCounted = true;
    }
    if (isAnyCounted) this.#set(this.#faults.filter((fault) => !isUsedUp(fault)));
    return taken;
  }

  // Counts a request that a fault matches. Returns the faults that the request gets so far: with this one, unless it is skipped, below its
  // limit, or not drawn.
  #use(fault: UsedFault, target: FaultedRequest, taken: RequestFaults): RequestFaults {
    const { skip = 0, skipped = 0 } = fault;
    if (skipped < skip) {
      fault.skipped = skipped + 1;
      return taken;
    }
    if (fault.kind === "rate_limit") {
      const retryAfter = this.#limit(fault, target);
      if (retryAfter === undefined) return taken;
      fault.uses += 1;
      return { ...taken, fault: { ...fault, retryAfter } };
    }
    if (!this.#happens(fault)) return taken;
    fault.uses += 1;
    if (fault.kind !== "latency") return { ...taken, fault };
    const latencyMs = this.pickLatency(fault.latency);
    return fault.afterCommit
      ? { ...taken, afterMs: taken.afterMs + latencyMs }
      : { ...taken, beforeMs: taken.beforeMs + latencyMs };
  }

  // Counts a request. Returns the seconds until its key may send the next one, if there were too many.
  #limit(
    { id, limit, window: windowMs }: RateLimitFault & { readonly id: string },
    { key, receivedMs }: FaultedRequest,
  ) {
    // A request without a valid key fails anyway, and there may be any number of wrong keys.
    if (key === undefined) return undefined;
    const windows = this.#windows.get(id) ?? new Map<string, RateWindow>();
    this.#windows.set(id, windows);
    let { endMs, requests } = windows.get(key) ?? { endMs: receivedMs, requests: 0 };
    // If the clock was set back, a new window begins, too.
    if (receivedMs >= endMs || receivedMs < endMs - windowMs) [endMs, requests] = [receivedMs + windowMs, 0];
    windows.set(key, { endMs, requests: requests + 1 });
    return requests < limit ? undefined : Math.ceil((endMs - receivedMs) / 1000);
  }

  #happens({ probability }: UsedFault): boolean {
    return probability === undefined || this.#random.next() < probability * 2 ** 32;
  }

  #set(faults: readonly UsedFault[]): void {
    this.#faults = faults;
    this.#announce();
  }
}

function matches({ operation, input = {} }: Fault, target: FaultedRequest): boolean {
  return (operation ?? target.operation) === target.operation && containsJson(target.input, input);
}

function isUsedUp({ kind, probability, uses, times = 1 }: UsedFault): boolean {
  return !faultKinds[kind].isPermanent && probability === undefined && uses >= times;
}
