import type { Organization } from "../records/record-types.ts";
import { complete, deriveId, type Overrides } from "./complete.ts";

/**
 * Returns an organization of a state. Its id is `organization`, followed by the name if one is given.
 *
 * @example
 * ```ts
 * import { organization } from "@knowledge-base/server/factories";
 *
 * console.log(organization().id); // organization
 * console.log(organization({ name: "Harbour Line" }).id); // organization_harbour-line
 * ```
 */
export function organization(overrides: Overrides<"organizations"> = {}): Organization {
  return complete("organizations", ({ name }) => ({ id: deriveId("organization", name) }), overrides);
}
