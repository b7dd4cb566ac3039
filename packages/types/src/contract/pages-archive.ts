import type * as z from "zod/mini";
import { type Page, pageSchema } from "../resources/page.ts";
import type { ContractOperation } from "./operation.ts";

/**
 * Input of `pages.archive`.
 *
 * @see Specification, section 4.2
 */
export interface ArchivePageInput {
  /** Id of the brain that owns the page. */
  readonly brainId: string;
  /** Slug of the page. */
  readonly slug: string;
}

/**
 * Hides a page from lists and search until it is restored. Its content, versions and connections are kept. Specification, section 4.2.
 */
export const pagesArchive = {
  id: "pages.archive",
  summary: "Archive a page",
  method: "POST",
  path: "/v1/brains/{brainId}/pages/{slug}/archive",
  success: { status: 201, schema: pageSchema as z.ZodMiniType<Page> },
  errors: [400, 401, 404],
  idempotency: "idempotent",
} as const satisfies ContractOperation;
