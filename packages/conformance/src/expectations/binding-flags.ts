import type { BindingFlags, ChannelBinding } from "@knowledge-base/types";
import type { RecordIds } from "../request.ts";
import type { Service } from "../service.ts";

/** Names of the flags of a binding. */
export const bindingFlags = [
  "notifyBriefs",
  "notifyConnections",
  "notifyChanges",
] as const satisfies (keyof BindingFlags)[];

/** Calls a function with a binding, and restores its flags afterwards. */
export async function restoringFlags(
  service: Service,
  ids: RecordIds,
  use: (binding: ChannelBinding) => Promise<void>,
): Promise<void> {
  const binding = await service.expectSuccess("bindings.update", { ids });
  try {
    await use(binding);
  } finally {
    const body = Object.fromEntries(bindingFlags.map((flag) => [flag, binding[flag]]));
    await service.send("bindings.update", { ids, body });
  }
}
