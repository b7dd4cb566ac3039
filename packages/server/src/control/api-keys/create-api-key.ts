import type { ApiKey } from "../../store/state.ts";
import type { OrganizationScope } from "../../world.ts";
import type { ControlContext } from "../control-context.ts";
import { freeId } from "../free-id.ts";

/** Gives an organization a key, a new one unless it is named. */
export function createApiKey(
  { store, ids }: OrganizationScope,
  context: ControlContext,
  role: string,
  key = freeId(ids, "key", (id) => context.world.store.apiKeys.has(id)),
): ApiKey {
  const apiKey: ApiKey = { key, organizationId: store.organization.id, role };
  context.add("apiKeys", apiKey);
  return apiKey;
}
