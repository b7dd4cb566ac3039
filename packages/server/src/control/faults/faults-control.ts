import type { Fault, PlannedFault } from "../../faults/fault.ts";

/**
 * Things that go wrong on purpose. The faults of the server happen to every organization, those of an organization to it
 * alone and before those of the server. A request meets any number of latencies and at most one other fault, the first
 * that was planned.
 */
export interface FaultsControl {
  /**
   * Plans a fault.
   *
   * @throws {@link ControlError} `invalid_input`
   *
   * @example
   * ```ts
   * import { createReferenceServer } from "@knowledge-base/server";
   *
   * const server = createReferenceServer();
   * server.faults.add({ operation: "promptIndex.get", kind: "status", status: 503, retryAfter: 1 });
   * const response = await server.fetch(`${server.baseUrl}/v1/brains/brain_operations/index`);
   * console.log(response.status, response.headers.get("retry-after")); // 503 1
   * ```
   */
  add(fault: Fault): PlannedFault;

  /**
   * Takes a planned fault back.
   *
   * @throws {@link ControlError} `not_found` where no such fault is planned any more
   */
  remove(id: string): void;

  /** The faults that are planned; one that has happened as often as it was to is planned no more. */
  list(): readonly PlannedFault[];

  /** The faults that have not happened as often as they were to, and those by probability that never have. */
  pending(): readonly PlannedFault[];

  /** Takes all planned faults back. */
  clear(): void;
}
