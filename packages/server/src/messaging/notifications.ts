import type { OrganizationStore } from "../store/organization-store.ts";
import type { Delivery, DeliveryKind } from "../test-tools/delivery.ts";
import type { StoredBinding } from "./messaging-records.ts";

/** A binding that didn't deliver a notification. */
export type SkippedBinding = {
  /** Binding id. */
  readonly bindingId: string;
  /** Text that explains why it didn't deliver the notification. */
  readonly why: string;
};

/** The result of a notification: for each binding of the brain a delivery, or the reason for none. */
export type NotificationReport = {
  /** The deliveries. */
  readonly delivered: readonly Delivery[];
  /** The bindings that didn't deliver the notification. */
  readonly skipped: readonly SkippedBinding[];
};

interface Notification {
  readonly kind: DeliveryKind;
  readonly slugs: readonly string[];
  // Begins the text that explains each delivery.
  readonly event: string;
}

const flags = {
  brief: "notifyBriefs",
  connection: "notifyConnections",
  change: "notifyChanges",
} as const satisfies Record<DeliveryKind, keyof StoredBinding>;

/** Delivers a notification through the active bindings whose flag for its kind is on. Specification, section 6. */
export function notifyChannels(
  organization: OrganizationStore,
  brainId: string,
  { kind, slugs, event }: Notification,
): NotificationReport {
  const delivered: Delivery[] = [];
  const skipped: SkippedBinding[] = [];
  const flag = flags[kind];
  for (const binding of organization.collection("bindings", brainId)?.values() ?? []) {
    if (binding.status !== "active") {
      skipped.push({ bindingId: binding.id, why: `its status is ${binding.status}` });
    } else if (!binding[flag]) {
      skipped.push({ bindingId: binding.id, why: `its ${flag} is off` });
    } else {
      delivered.push({
        id: organization.tools.ids.next("delivery"),
        kind,
        at: organization.tools.clock.timestamp(),
        organizationId: organization.id,
        brainId,
        slugs,
        bindingId: binding.id,
        installationId: binding.installationId,
        channelId: binding.channelId,
        why: `${event}; the binding is active and its ${flag} is on`,
      });
    }
  }
  for (const delivery of delivered) organization.tools.deliveries.add(delivery);
  return { delivered, skipped };
}
