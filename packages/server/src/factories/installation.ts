import type { Installation } from "../records/record-types.ts";
import { complete, deriveId, type Overrides } from "./complete.ts";

/**
 * Returns an installation of a state, by default of the organization that `organization()` returns. Its id is `installation`,
 * followed by the name of the team if one is given.
 *
 * @example
 * ```ts
 * import { installation } from "@knowledge-base/server/factories";
 *
 * console.log(installation().teamId); // team_installation
 * ```
 */
export function installation(overrides: Overrides<"installations"> = {}): Installation {
  return complete(
    "installations",
    ({ teamName }) => ({ id: deriveId("installation", teamName), organizationId: "organization" }),
    overrides,
  );
}
