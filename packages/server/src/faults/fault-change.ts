import type { Fault } from "./fault.ts";

/** A change of the planned faults, without the faults themselves, which may be large. */
export type FaultChange =
  | { readonly action: "cleared" }
  | {
      readonly action: "planned" | "used" | "returned" | "removed";
      /** Id of the fault. */
      readonly id: string;
      /** Kind of the fault. */
      readonly kind: Fault["kind"];
      /** Number of requests that the fault was applied to. */
      readonly uses: number;
    };
