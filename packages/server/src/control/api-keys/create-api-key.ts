import type { ApiKey } from "../../store/state.ts";
import type { OrganizationScope } from "../../world.ts";
import type { ControlContext } from "../control-context.ts";
import { nextFree } from "../next-free.ts";

/** Gives an organization a key, a new one unless it is named. */
export function createApiKey(
  { store, ids }: OrganizationScope,
  context: ControlContext,
  role: string,
  key = nextFree(
    () => ids.next("key"),
    (candidate) => context.world.store.apiKeys.has(candidate),
  ),
): ApiKey {
  const apiKey: ApiKey = { key, organizationId: store.organization.id, role };
  context.add("apiKeys", apiKey);
  return apiKey;
}
