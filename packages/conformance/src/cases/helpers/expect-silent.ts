import type { BindingFlags } from "@knowledge-base/types";
import { assert } from "../../run/verdict.ts";
import type { NotificationKind, TargetControls, TargetPage } from "../../target/controls.ts";

/** The flag of a binding that enables each kind of notification. */
export const flagOfKind: Readonly<Record<NotificationKind, keyof BindingFlags>> = {
  brief: "notifyBriefs",
  connection: "notifyConnections",
  change: "notifyChanges",
};

export const notificationKinds = Object.keys(flagOfKind) as NotificationKind[];

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
