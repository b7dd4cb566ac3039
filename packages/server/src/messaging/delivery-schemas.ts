import { identifierSchema } from "@knowledge-base/types/internal";
import * as z from "zod/mini";
import { objectSchema } from "../state/object-schema.ts";
import { type Delivery, deliveryKinds, type NotificationReport, type SkippedBinding } from "./delivery.ts";

/** Schema of a {@link Delivery}. */
export const deliverySchema = objectSchema<Delivery>({
  id: identifierSchema,
  kind: z.enum(deliveryKinds),
  at: z.string(),
  organizationId: identifierSchema,
  brainId: identifierSchema,
  slugs: z.array(identifierSchema),
  bindingId: identifierSchema,
  installationId: identifierSchema,
  channelId: identifierSchema,
  why: z.string(),
});

/** Schema of a {@link NotificationReport}. */
export const notificationReportSchema = objectSchema<NotificationReport>({
  delivered: z.array(deliverySchema),
  skipped: z.array(objectSchema<SkippedBinding>({ bindingId: identifierSchema, why: z.string() })),
});
