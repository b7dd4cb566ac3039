import * as z from "zod/mini";
import { type IndexEntry, indexEntrySchema } from "../resources/page.ts";
import { intSchema, type ObjectFields, type ObjectSchema } from "../schema/schema.ts";
import type { ContractOperation } from "./operation.ts";

/** Query parameters of `promptIndex.get`. */
export interface GetPromptIndexQuery {
  /** Maximum number of entries to return, a whole number. The specification doesn't define its default and range. */
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

const querySchema: ObjectSchema<GetPromptIndexQuery> = z.object({
  limit: z.optional(intSchema),
} satisfies ObjectFields<GetPromptIndexQuery>);

/**
 * Gets a compact index of a brain's top pages for a prompt, pinned pages first. It gives an agent working context without the whole
 * brain. Specification, section 4.4.
 */
export const promptIndexGet = {
  id: "promptIndex.get",
  summary: "Get the prompt index",
  method: "GET",
  path: "/v1/brains/{brainId}/index",
  query: querySchema,
  success: { status: 200, schema: z.array(indexEntrySchema) as z.ZodMiniType<IndexEntry[]> },
  errors: [400, 401, 404],
  idempotency: "safe",
} as const satisfies ContractOperation;
