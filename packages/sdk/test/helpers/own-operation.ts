import { defineOperation, type Operation } from "@knowledge-base/sdk";
import * as z from "zod";

/** A declaration of a valid operation. */
export const base = {
  id: "pages.search",
  summary: "Search pages",
  method: "POST",
  path: "/v1/search",
  success: { status: 200, schema: z.object({ ok: z.boolean() }) },
  errors: [400, 401, 403, 404, 409, 429, 503],
  idempotency: "idempotent",
} as const satisfies Operation;

/** Declares an operation with other parts than the usual ones. */
export const declare = (parts: object) => defineOperation({ ...base, ...parts });
