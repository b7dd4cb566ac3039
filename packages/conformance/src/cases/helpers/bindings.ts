import type { BindingFlags, ChannelBinding } from "@knowledge-base/types";
import type { Service } from "../../run/service.ts";
import { assert, skipUnless, skipWithout } from "../../run/verdict.ts";
import type { NotificationKind, TargetControls, TargetPage } from "../../target/controls.ts";
import type { TargetRecords } from "../../target/records.ts";

/** The flag of a binding that enables each kind of notification. */
export const flagOfKind: Readonly<Record<NotificationKind, keyof BindingFlags>> = {
  brief: "notifyBriefs",
  connection: "notifyConnections",
  change: "notifyChanges",
};

export const notificationKinds = Object.keys(flagOfKind) as NotificationKind[];

export const flagNames = Object.values(flagOfKind);

export function allFlags(value: boolean, names: readonly string[] = flagNames): Record<string, boolean> {
  return Object.fromEntries(names.map((name) => [name, value]));
}

export function flagsOf(binding: Partial<BindingFlags>, change = (flag: boolean | undefined) => flag): object {
  return Object.fromEntries(flagNames.map((name) => [name, change(binding[name])]));
}

// A binding, and its brain if it isn't the known one.
type BindingIds = Pick<TargetRecords, "brainId"> & { readonly bindingId: string };

/** Updates a binding. A service may reject updates of some, such as disabled ones. */
export async function updateBinding(service: Service, ids: BindingIds, body: object = {}): Promise<ChannelBinding> {
  const response = await service.send("bindings.update", { ids, body });
  if (response.status === 400)
    skipWithout(`a binding ${ids.bindingId} that can be updated (the response has the status 400)`);
  return response.expectSuccess("bindings.update");
}

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

/** Calls a function with a binding while all of its flags are on, and restores them afterwards. */
export function withFlagsOn(service: Service, ids: BindingIds, use: (binding: ChannelBinding) => Promise<void>) {
  return restoringFlags(service, ids, async (binding) => {
    await updateBinding(service, ids, allFlags(true));
    await use(binding);
  });
}

/** Requires `disabledBindingId` to be disabled, and the others to be active. */
export function requireStatus(
  { status }: Pick<ChannelBinding, "status">,
  name: "bindingId" | "secondBindingId" | "disabledBindingId",
): void {
  const [article, expected] = name === "disabledBindingId" ? ["a", "disabled"] : ["an", "active"];
  skipUnless(status === expected, `${article} ${expected} binding as ${name} (its status is ${status})`);
}

/** Expects no event of a page to notify the channel of a binding. */
export async function expectSilent(
  notify: NonNullable<TargetControls["notify"]>,
  page: TargetPage,
  bindingId: string,
  channel: string,
): Promise<void> {
  for (const kind of notificationKinds) {
    const isNotified = (await notify({ kind, ...page })).includes(bindingId);
    assert(!isNotified, `${channel} was notified of a ${kind} of ${page.slug}`);
  }
}
