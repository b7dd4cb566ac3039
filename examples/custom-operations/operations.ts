import { defineOperation, pageSchema } from "@knowledge-base/types";
import * as z from "zod";

export const getMessagingStatus = defineOperation({
  id: "messaging.status",
  summary: "Get the status of messaging",
  method: "GET",
  path: "/v1/brains/{brainId}/messaging/status",
  success: { status: 200, schema: z.object({ installationIds: z.array(z.string()), boundChannels: z.int() }) },
  errors: [401, 404],
  idempotency: "safe",
});

export const confirmOauth = defineOperation({
  id: "oauth.confirm",
  summary: "Confirm an authorization",
  method: "POST",
  path: "/v1/messaging/oauth/confirm",
  body: z.object({ code: z.string(), state: z.string() }),
  success: { status: 201, schema: z.object({ installationId: z.string() }) },
  errors: [400, 401, 404],
  idempotency: "unsafe",
});

export const restorePage = defineOperation({
  id: "pages.restore",
  summary: "Restore a page",
  method: "POST",
  path: "/v1/brains/{brainId}/pages/{slug}/restore",
  success: { status: 201, schema: pageSchema },
  errors: [401, 404],
  idempotency: "idempotent",
});
