import { objectSchema } from "../schema/object-schema.ts";
import { textSchema } from "../schema/text.ts";
import * as z from "../schema/zod.ts";

/**
 * Origin of a page.
 *
 * @see Specification, section 2.2
 */
export interface PageSource {
  /** Provenance channel. */
  readonly channel: string;
  /** Opaque reference of the host, such as an agent id. May be null or absent. */
  readonly ref?: string | null | undefined;
  /** Human-readable label. May be null or absent. */
  readonly label?: string | null | undefined;
}

/** Schema of {@link PageSource}. */
export const pageSourceSchema = objectSchema<PageSource>({
  channel: textSchema,
  ref: z.optional(z.nullable(textSchema)),
  label: z.optional(z.nullable(textSchema)),
});
