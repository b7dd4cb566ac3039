import type { ApiKey } from "../records/record-types.ts";
import { complete, type Overrides } from "./complete.ts";

/**
 * Returns an API key of a state, by default an admin's key of the organization that `organization()` returns. The key itself is
 * `kb_` and the id of the organization.
 *
 * @example
 * ```ts
 * import { apiKey } from "@knowledge-base/server/factories";
 *
 * console.log(apiKey({ role: "viewer" }).key); // kb_organization
 * ```
 */
export function apiKey(overrides: Overrides<"apiKeys"> = {}): ApiKey {
  return complete("apiKeys", () => ({ organizationId: "organization" }), overrides);
}
