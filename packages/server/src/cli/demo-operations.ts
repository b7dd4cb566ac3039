import { defineOperation } from "@knowledge-base/types";
import * as z from "zod/mini";
import { implement } from "../http/operations.ts";

const confirmOauth = defineOperation({
  id: "oauth.confirm",
  summary: "Confirm an authorization",
  method: "POST",
  path: "/v1/messaging/oauth/confirm",
  body: z.object({ code: z.string(), state: z.string() }),
  success: { status: 201, schema: z.object({ installationId: z.string() }) },
  errors: [400, 401, 404],
  idempotency: "unsafe",
});

/** The end of the OAuth flow, which the specification names without its path and fields. Section 4.5. */
export const demoOperations = [
  implement(confirmOauth, async ({ input, control }) => ({ installationId: (await control.oauth.confirm(input)).id })),
];
