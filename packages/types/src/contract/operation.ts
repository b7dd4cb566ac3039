import { createMark } from "@knowledge-base/internal/create-mark";
import type { AnyObjectSchema, AnySchema } from "../schema/schema.ts";

/** HTTP method of an operation. */
export type Method = "GET" | "POST" | "PUT" | "PATCH" | "DELETE";

/** An error status that the specification describes, section 7. */
export type ErrorStatus = 400 | 401 | 404;

/**
 * The effect of repeating a request:
 *
 * - `safe`: the request changes nothing;
 * - `idempotent`: two requests have the same effect as one;
 * - `unsafe`: each request has a new effect.
 */
export type Idempotency = "safe" | "idempotent" | "unsafe";

/** One operation of the service: its request, its responses, and whether it is safe to send twice. */
export interface Operation {
  /** Id that errors, events and log lines show, such as `pages.archive`. */
  readonly id: string;
  /** Imperative phrase, such as `Archive a page`. Messages of errors have it in the middle: `Failed to archive a page: …`. */
  readonly summary: string;
  /** HTTP method. */
  readonly method: Method;
  /** Path below the base URL, with the names of path parameters in braces. All of them are required strings. */
  readonly path: `/${string}`;
  /** Query parameters: strings, numbers, booleans, or arrays of them. */
  readonly query?: AnyObjectSchema;
  /**
   * How an array is written in the query, with the example `{ tag: ["a", "b"] }`:
   *
   * - `repeat`: `?tag=a&tag=b`;
   * - `comma`: `?tag=a,b`;
   * - `brackets`: `?tag[]=a&tag[]=b`.
   *
   * @default "repeat"
   */
  readonly queryArrays?: "repeat" | "comma" | "brackets";
  /** Fields of the JSON body. If omitted, no body is sent. */
  readonly body?: AnyObjectSchema;
  /**
   * Status and body of a successful response. A status is from 200 to 299. With 204 there is no body, and the schema is
   * `z.void()`.
   */
  readonly success: {
    /** Status from 200 to 299. */
    readonly status: number;
    /** Schema of the body. */
    readonly schema: AnySchema;
  };
  /**
   * Error statuses that a response may have, from 400 to 599. List 400, 401 and 404 to get their own classes. Otherwise they
   * are an `ApiError`. A listed 404 of a custom operation also needs a JSON body with a string `message`, which doesn't say that
   * there is no such path.
   */
  readonly errors: readonly number[];
  /** The effect of a request that is sent twice. It decides whether a request may be retried. */
  readonly idempotency: Idempotency;
}

/** One operation of the contract. Its error statuses are those that the specification describes. */
export interface ContractOperation extends Operation {
  /** Error statuses that a response may have. Each has its own error class. */
  readonly errors: readonly ErrorStatus[];
}

/** Marks what `defineOperation` returns. */
export const definedMark = /* @__PURE__ */ createMark("types/operation");
