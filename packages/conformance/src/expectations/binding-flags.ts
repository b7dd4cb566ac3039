import type { BindingFlags, ChannelBinding } from "@knowledge-base/types";
import type { Service } from "../service.ts";
import type { RecordName } from "../target-records.ts";
import { readBinding } from "./read-binding.ts";

/** Names of the flags of a binding. */
export const bindingFlags = [
  "notifyBriefs",
  "notifyConnections",
  "notifyChanges",
] as const satisfies (keyof BindingFlags)[];

/** Calls a function with a binding, and restores its flags afterwards. */
export async function restoringFlags(
  service: Service,
  record: RecordName,
  use: (binding: ChannelBinding) => Promise<void>,
): Promise<void> {
  const binding = await readBinding(service, record);
  try {
    await use(binding);
  } finally {
    const body = Object.fromEntries(bindingFlags.map((flag) => [flag, binding[flag]]));
    await service.send("bindings.update", { ids: { bindingId: service.recordId(record) }, body });
  }
}
