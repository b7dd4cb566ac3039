import type { Brain } from "../organizations/organization-records.ts";
import type { OrganizationState } from "../organizations/server-state.ts";
import { timestamp } from "../state/time.ts";
import type { TestToolsState } from "../test-tools/test-tools-state.ts";
import type { Delivery, DeliveryKind, NotificationReport, SkippedBinding } from "./delivery.ts";
import type { StoredBinding } from "./messaging-records.ts";

/** A notification of a brain. */
export interface Notification {
  readonly kind: DeliveryKind;
  readonly slugs: readonly string[];
  /** Text that describes the event. */
  readonly event: string;
}

const flags = {
  brief: "notifyBriefs",
  connection: "notifyConnections",
  change: "notifyChanges",
} as const satisfies Record<DeliveryKind, keyof StoredBinding>;

/** Delivers a notification through the active bindings whose flag for its kind is on. Specification, section 6. */
export function notify(
  { kind, slugs, event }: Notification,
  brain: Brain,
  organization: OrganizationState,
  server: TestToolsState,
): NotificationReport {
  const delivered: Delivery[] = [];
  const skipped: SkippedBinding[] = [];
  const flag = flags[kind];
  for (const binding of organization.store.collection("bindings", brain.id)?.values() ?? []) {
    if (binding.status !== "active") skipped.push({ bindingId: binding.id, why: `its status is ${binding.status}` });
    else if (!binding[flag]) skipped.push({ bindingId: binding.id, why: `its ${flag} is off` });
    else {
      delivered.push({
        id: organization.ids.next("delivery"),
        kind,
        at: timestamp(organization.clock.now()),
        organizationId: brain.organizationId,
        brainId: brain.id,
        slugs,
        bindingId: binding.id,
        installationId: binding.installationId,
        channelId: binding.channelId,
        why: `${event}; the binding is active and its ${flag} is on`,
      });
    }
  }
  for (const delivery of delivered) {
    organization.deliveries.add(delivery);
    server.deliveries.add(delivery);
  }
  return { delivered, skipped };
}
