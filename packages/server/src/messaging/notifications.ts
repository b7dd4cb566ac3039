import { identifierSchema, type Schema } from "@knowledge-base/types/internal";
import * as z from "zod/mini";
import { type Command, type Context, inputSchema } from "../control/command.ts";
import type { Brain } from "../organizations/organization-records.ts";
import type { Tenant } from "../organizations/tenants.ts";
import { reject, rejectInput } from "../state/errors.ts";
import { timestamp } from "../state/time.ts";
import type { Tools } from "../test-tools/tools.ts";
import {
  type Delivery,
  type DeliveryKind,
  type NotificationReport,
  notificationReportSchema,
  type SkippedBinding,
} from "./delivery.ts";
import type { StoredBinding } from "./messaging-records.ts";

/** A notification of a brain. */
interface Notification {
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
function notify(
  { kind, slugs, event }: Notification,
  brain: Brain,
  organization: Tenant,
  server: Tools,
): NotificationReport {
  const delivered: Delivery[] = [];
  const skipped: SkippedBinding[] = [];
  const flag = flags[kind];
  for (const binding of organization.collection("bindings", brain.id)?.values() ?? []) {
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

/** Input of `brains.reportConnection`. */
export interface ReportConnectionInput {
  /** Brain id. */
  readonly brainId: string;
  /** Slugs of the two pages that are connected. */
  readonly slugs: readonly [string, string];
}

export const sendDailyBrief: Command<{ readonly brainId: string }, NotificationReport> = {
  summary: "Send the daily brief",
  input: inputSchema({ brainId: identifierSchema }),
  output: notificationReportSchema,
  run: ({ brainId }, context) =>
    notifyBrain(brainId, { kind: "brief", slugs: [], event: "the daily brief was sent" }, context),
};

export const reportConnection: Command<ReportConnectionInput, NotificationReport> = {
  summary: "Report a connection",
  input: inputSchema({ brainId: identifierSchema, slugs: z.array(identifierSchema).check(z.length(2)) as Schema }),
  output: notificationReportSchema,
  run({ brainId, slugs }, context) {
    const [from, to] = slugs;
    for (const slug of slugs) {
      const { archived } = context.find("pages", { brainId, slug }).record;
      if (archived) reject("conflict", `page ${slug} is archived. Restore it first`);
    }
    if (from === to) rejectInput("slugs", "must name two different pages");
    const event = `a strong connection of ${from} and ${to} was reported`;
    return notifyBrain(brainId, { kind: "connection", slugs, event }, context);
  },
};

/** Delivers a notification of a brain to the channels that are bound to it. */
export function notifyBrain(brainId: string, notification: Notification, context: Context): NotificationReport {
  const { record: brain, organization } = context.find("brains", { brainId });
  return notify(notification, brain, organization, context.server.tools);
}
