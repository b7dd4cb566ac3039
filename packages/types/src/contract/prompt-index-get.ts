import { indexEntrySchema } from "../resources/index-entry.ts";
import { intSchema } from "../schema/int.ts";
import { objectSchema } from "../schema/object-schema.ts";
import * as z from "../schema/zod.ts";
import { defineContractOperation } from "./define-contract-operation.ts";

/** Query parameters of `promptIndex.get`. */
export interface GetPromptIndexQuery {
  /** Maximum number of entries to return, a whole number. The specification does not define its default and range. */
  readonly limit?: number | undefined;
}

/**
 * Input of `promptIndex.get`.
 *
 * @see Specification, section 4.4
 */
export interface GetPromptIndexInput extends GetPromptIndexQuery {
  /** Id of the brain. */
  readonly brainId: string;
}

/** Gets a compact index of a brain's top pages for a prompt, pinned pages first. Specification, section 4.4. */
export const promptIndexGet = /* @__PURE__ */ defineContractOperation({
  id: "promptIndex.get",
  summary: "Get the prompt index",
  method: "GET",
  path: "/v1/brains/{brainId}/index",
  query: objectSchema<GetPromptIndexQuery>({ limit: z.optional(intSchema) }),
  success: { status: 200, schema: z.array(indexEntrySchema) },
  errors: [400, 401, 404],
  idempotency: "safe",
});
