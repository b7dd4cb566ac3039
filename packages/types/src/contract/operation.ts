import type { ObjectSchema, Schema } from "../schema/schema.ts";

/** The HTTP methods that an operation may use. */
export type Method = "GET" | "POST" | "PUT" | "PATCH" | "DELETE";

/** The error statuses that the specification describes, section 7. */
export type ErrorStatus = 400 | 401 | 404;

/**
 * What happens when a request is sent twice:
 *
 * - `safe`: nothing changes at all;
 * - `idempotent`: the second request leaves things as the first one did;
 * - `unsafe`: each request has an effect of its own.
 */
export type Idempotency = "safe" | "idempotent" | "unsafe";

/** One operation of the service, as data. Client, server, tests and documents derive from it whatever they need. */
export interface Operation {
  /** Resource and method, such as `pages.archive`. */
  readonly id: string;
  /** What the operation does, in a few words. */
  readonly summary: string;
  /** HTTP method. */
  readonly method: Method;
  /** Path below the base URL, with path parameters in braces: strings, all of them required. */
  readonly path: `/${string}`;
  /** Query parameters: strings, numbers or booleans. */
  readonly query?: ObjectSchema;
  /** Fields of the JSON body. Without it no body is sent. */
  readonly body?: ObjectSchema;
  /**
   * What a successful request answers. The schema checks; a value that it would transform is handed on as it came. Where
   * the status is 204 there is no body, and `z.void()` is the schema.
   */
  readonly success: { readonly status: number; readonly schema: Schema };
  /** The error statuses that it may answer, of those that the specification describes. Each has a class of error. */
  readonly errors: readonly ErrorStatus[];
  /** What happens when a request is sent twice; decides what may be retried. */
  readonly idempotency: Idempotency;
}

/**
 * Declares an operation and keeps its exact type.
 *
 * @example
 * ```ts
 * import { defineOperation } from "@knowledge-base/types";
 * import * as z from "zod";
 *
 * const getBrain = defineOperation({
 *   id: "brains.get",
 *   summary: "Get a brain",
 *   method: "GET",
 *   path: "/v1/brains/{brainId}",
 *   success: { status: 200, schema: z.object({ id: z.string(), name: z.string() }) },
 *   errors: [401, 404],
 *   idempotency: "safe",
 * });
 * ```
 */
export function defineOperation<const Declared extends Operation>(operation: Declared): Declared {
  return operation;
}
