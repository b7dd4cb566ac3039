import type { BindingFlags, ChannelBinding } from "@knowledge-base/types";
import type { ObservedResponse } from "../../run/observed-response.ts";
import type { Service } from "../../run/service.ts";
import { assert, skipUnless, skipWithout } from "../../run/verdict.ts";
import type { NotificationKind, TargetActions, TargetPage } from "../../target/actions.ts";
import type { TargetRecords } from "../../target/records.ts";
import type { casesAbout, Given } from "../case.ts";
import { expectNothingElseChanged, expectRecordUnchanged, type Observation } from "./observe.ts";

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
  notify: NonNullable<TargetActions["notify"]>,
  page: TargetPage,
  bindingId: string,
  channel: string,
): Promise<void> {
  for (const kind of notificationKinds) {
    const isNotified = (await notify({ kind, ...page })).includes(bindingId);
    assert(!isNotified, `${channel} was notified of a ${kind} of ${page.slug}`);
  }
}

/** Expects an unbind request to be rejected, or to report that nothing was removed: the specification permits both. */
export function expectNothingRemoved(response: ObservedResponse): void {
  if (response.status >= 300) response.expectRejection();
  else if (response.expectSuccess("bindings.unbind").disconnected)
    response.fail("reports that a binding was removed, which the path does not name");
}

const otherBindings = ["secondBindingId", "disabledBindingId", "secondBrainBindingId", "sameChannelBindingId"] as const;

type BindingCases = ReturnType<typeof casesAbout<"write" | "brainId" | "bindingId">>;

type ObservedChange = (
  service: Service,
  given: Given<"brainId" | "bindingId">,
) => Promise<{ readonly before: Observation; readonly after: Observation }>;

/**
 * Returns cases that expect a change of nothing but the binding `bindingId`: one for the bindings that it could affect, so
 * that bindings that the target doesn't name are reported as missing, and one for everything that can be seen.
 */
export function keepsBindings({ required }: BindingCases, change: ObservedChange) {
  const needs = ["secondBrainId", ...otherBindings] as const;
  return {
    "other-bindings": required("changes no other binding, of any brain and status", needs, async (service, given) => {
      const { before, after } = await change(service, given);
      for (const name of otherBindings) {
        const record = before.find(({ id }) => id === given[name]);
        skipUnless(record !== undefined, `a record ${name} that can be read`);
        expectRecordUnchanged(record, after);
      }
    }),
    "nothing-else": required("changes nothing else that can be seen", async (service, given) => {
      const { before, after } = await change(service, given);
      expectNothingElseChanged(service, before, after, given.bindingId);
    }),
  };
}
