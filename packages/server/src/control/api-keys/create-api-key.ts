import { generateUniqueId } from "../../ids.ts";
import type { OrganizationState } from "../../server-state.ts";
import type { ApiKey } from "../../store/state.ts";
import type { ControlContext } from "../control-context.ts";

/** Gives an organization a key, a new one unless it is named. */
export function createApiKey(
  { store, ids }: OrganizationState,
  context: ControlContext,
  role: string,
  key = generateUniqueId(ids, "key", (id) => context.serverState.store.apiKeys.has(id)),
): ApiKey {
  const apiKey: ApiKey = { key, organizationId: store.organization.id, role };
  context.add("apiKeys", apiKey);
  return apiKey;
}
