import { identifierSchema, timestampSchema } from "@knowledge-base/types/internal";
import * as z from "zod/mini";
import { type Draft, pathIdSchema, strictObjectSchema } from "../basics/object-schema.ts";
import type { ClockPosition } from "../basics/time.ts";

/** An organization, the unit of isolation. */
export interface Organization {
  /** Organization id. */
  readonly id: string;
  /** Display name. */
  readonly name: string;
  /**
   * URL of the organization's application, to which the platform redirects a user with `code` and `state`.
   *
   * @default a page of the server that shows both
   */
  readonly redirectUrl?: string | undefined;
  /**
   * How the clock of the organization differs from the clock of the server. Only snapshots and seeds contain it.
   *
   * @default it doesn't
   */
  readonly clock?: ClockPosition | undefined;
  /**
   * Number of ids that the organization has generated, so that none is given twice after a restart. Only snapshots and seeds
   * contain it.
   *
   * @default 0
   */
  readonly idPosition?: number | undefined;
}

/** A key that may call the service. */
export interface ApiKey {
  /** Value of the `x-api-key` header: visible ASCII characters. */
  readonly key: string;
  /** Organization to which the key is scoped. */
  readonly organizationId: string;
  /** Role of the member to whom the key was issued. It has no effect, because the specification doesn't define any. */
  readonly role: string;
}

/** A brain: a workspace of pages. */
export interface Brain {
  /** Brain id. */
  readonly id: string;
  /** Organization that owns the brain. */
  readonly organizationId: string;
  /** Display name. */
  readonly name: string;
}

/** Identifies a brain. */
export interface BrainAddress {
  /** Brain id. */
  readonly brainId: string;
}

/**
 * An organization of a seed. Defaults:
 *
 * - `name`: `Organization`
 */
export interface OrganizationInput extends Draft<Organization, "name"> {}

/**
 * An API key of a seed. Defaults:
 *
 * - `key`: `kb_` and the id of the organization, such as `kb_org`
 * - `role`: `admin`
 */
export interface ApiKeyInput extends Draft<ApiKey, "key" | "role"> {}

/**
 * A brain of a seed. Defaults:
 *
 * - `name`: `Brain`
 */
export interface BrainInput extends Draft<Brain, "name"> {}

/** Schema of an API key. */
export const keySchema = z.string().check(z.regex(/^[\x21-\x7e]+$/, "must be one or more visible ASCII characters"));

/** Schema of a URL to which a browser can be redirected. */
export const redirectUrlSchema = z
  .string()
  .check(
    z.refine(
      (text) => /^https?:\/\//i.test(text) && URL.canParse(text),
      "must be a URL that begins with https:// or http://",
    ),
  );

// The positions that follow are whole numbers, too.
const maxPosition = 1e15;

export const positionSchema = z.int().check(z.minimum(0), z.maximum(maxPosition));

export const clockSchema = strictObjectSchema<ClockPosition>({
  offset: z.optional(z.number()),
  frozenAt: z.optional(timestampSchema),
});

/** Schemas of an organization and of what belongs to it alone. */
export const organizationSchemas = {
  organizations: strictObjectSchema<Organization>({
    id: identifierSchema,
    name: z.string(),
    redirectUrl: z.optional(redirectUrlSchema),
    clock: z.optional(clockSchema),
    idPosition: z.optional(positionSchema),
  }),
  apiKeys: strictObjectSchema<ApiKey>({ key: keySchema, organizationId: identifierSchema, role: z.string() }),
  brains: strictObjectSchema<Brain>({ id: pathIdSchema, organizationId: identifierSchema, name: z.string() }),
};
