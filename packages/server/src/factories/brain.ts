import type { Brain } from "../records/record-types.ts";
import { complete, deriveId, type Overrides } from "./complete.ts";

/**
 * Returns a brain of a state, by default of the organization that `organization()` returns. Its id is `brain`, followed by the
 * name if one is given.
 *
 * @example
 * ```ts
 * import { brain } from "@knowledge-base/server/factories";
 *
 * console.log(brain({ name: "Operations" }).id); // brain_operations
 * ```
 */
export function brain(overrides: Overrides<"brains"> = {}): Brain {
  return complete("brains", ({ name }) => ({ id: deriveId("brain", name), organizationId: "organization" }), overrides);
}
