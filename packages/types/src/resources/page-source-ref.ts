import { objectSchema } from "../schema/object-schema.ts";
import { textListSchema, textSchema } from "../schema/text.ts";
import { timestampSchema } from "../schema/timestamp.ts";

/**
 * An ingest source that contributed to a page.
 *
 * @see Specification, section 2.3
 */
export interface PageSourceRef {
  /** Id of the ingest source. */
  readonly ingestSourceId: string;
  /** Uuids of the knowledge chunks of the source. */
  readonly chunkUuids: readonly string[];
  /** When the source was attached to the page, as an ISO 8601 timestamp. */
  readonly attachedAt: string;
}

/** Schema of {@link PageSourceRef}. */
export const pageSourceRefSchema = objectSchema<PageSourceRef>({
  ingestSourceId: textSchema,
  chunkUuids: textListSchema,
  attachedAt: timestampSchema,
});
