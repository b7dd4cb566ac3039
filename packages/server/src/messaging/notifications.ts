import type { Schema } from "@knowledge-base/types";
import { identifierSchema } from "@knowledge-base/types/internal";
import * as z from "zod/mini";
import { reject, rejectInput } from "../basics/control-error.ts";
import { strictObjectSchema } from "../basics/object-schema.ts";
import type { Action } from "../control/action.ts";
import type { OrganizationStore } from "../organizations/organization-store.ts";
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
    if (binding.status !== "active") skipped.push({ bindingId: binding.id, why: `its status is ${binding.status}` });
    else if (!binding[flag]) skipped.push({ bindingId: binding.id, why: `its ${flag} is off` });
    else {
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

/** Input of `brains.reportConnection`. */
export interface ReportConnectionInput {
  /** Brain id. */
  readonly brainId: string;
  /** Slugs of the two pages that are connected. */
  readonly slugs: readonly [string, string];
}

export const sendDailyBrief: Action<{ readonly brainId: string }, NotificationReport> = {
  summary: "Send the daily brief",
  input: strictObjectSchema({ brainId: identifierSchema }),
  run(brain, context) {
    const { organization } = context.find("brains", brain);
    return notifyChannels(organization, brain.brainId, { kind: "brief", slugs: [], event: "the daily brief was sent" });
  },
};

export const reportConnection: Action<ReportConnectionInput, NotificationReport> = {
  summary: "Report a connection",
  input: strictObjectSchema({
    brainId: identifierSchema,
    slugs: z.array(identifierSchema).check(z.length(2)) as Schema,
  }),
  run({ brainId, slugs }, context) {
    const [from, to] = slugs;
    const { organization } = context.find("brains", { brainId });
    for (const slug of slugs) {
      const { archived } = context.find("pages", { brainId, slug }).record;
      if (archived) reject("conflict", `page ${slug} is archived. Restore it first`);
    }
    if (from === to) rejectInput("slugs", "must name two different pages");
    const event = `a strong connection of ${from} and ${to} was reported`;
    return notifyChannels(organization, brainId, { kind: "connection", slugs, event });
  },
};
