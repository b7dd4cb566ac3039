import type { BindingFlags, ChannelBinding } from "@knowledge-base/types";
import type { Service } from "../../run/service.ts";
import { requireData } from "../../run/verdict.ts";
import type { TargetRecords } from "../../target/records.ts";

/** The flags of a binding. */
export const flagNames = ["notifyBriefs", "notifyConnections", "notifyChanges"] as const;

/** Returns flags with the same value. */
export function allFlags(value: boolean, names: readonly string[] = flagNames): Record<string, boolean> {
  return Object.fromEntries(names.map((name) => [name, value]));
}

/** Returns the flags of a binding, each changed by a function. */
export function flagsOf(binding: Partial<BindingFlags>, change = (flag: boolean | undefined) => flag): object {
  return Object.fromEntries(flagNames.map((name) => [name, change(binding[name])]));
}

// A binding, and its brain if it isn't the known one.
type BindingIds = Pick<TargetRecords, "brainId"> & { readonly bindingId: string };

/** Updates a binding. A service may reject updates of some, such as disabled ones. */
export async function updateBinding(service: Service, ids: BindingIds, body: object = {}): Promise<ChannelBinding> {
  const response = await service.send("bindings.update", { ids, body });
  requireData(
    response.status !== 400,
    `a binding ${ids.bindingId} that can be updated (the response has the status 400)`,
  );
  return response.expectSuccess("bindings.update");
}

/** Calls a function with a binding, and restores its flags afterwards. */
export async function restoringFlags<Result>(
  service: Service,
  ids: BindingIds,
  use: (binding: ChannelBinding) => Promise<Result>,
): Promise<Result> {
  const binding = await updateBinding(service, ids);
  try {
    return await use(binding);
  } finally {
    await service.send("bindings.update", { ids, body: flagsOf(binding), isRestoring: true });
  }
}

/** Requires the known disabled binding to be disabled. */
export function requireDisabled({ status }: Pick<ChannelBinding, "status">): void {
  requireData(status === "disabled", `a disabled binding as disabledBindingId (its status is ${status})`);
}
