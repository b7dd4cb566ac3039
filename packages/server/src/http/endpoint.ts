import type { AnySchema, Operation, Output } from "@knowledge-base/types";
import { type Parsed, parseSync, type Validation } from "@knowledge-base/types/internal";
import type { Changes } from "../store/changes.ts";
import type { OrganizationStore } from "../store/organization-store.ts";
import type { ServerStore } from "../store/server-store.ts";

/** Thrown to reject a request; it becomes the response. */
export class HttpError extends Error {
  readonly status: number;

  /** The problem in one sentence; one sentence per invalid field if the validation failed. */
  readonly details: string | readonly string[];

  constructor(status: number, details: string | readonly string[]) {
    super(typeof details === "string" ? details : details.join("; "));
    this.status = status;
    this.details = details;
  }
}

/** Functions with which a handler rejects a request. They never return. */
export interface RequestFailures {
  /** Rejects the request with 400. Each problem is a sentence about a field, such as `limit must be even`. */
  invalid(...problems: readonly string[]): never;
  /** Rejects the request with 404 and the message `Page not found`, for the resource `Page`. */
  notFound(resource: string): never;
  /**
   * Rejects the request with any error status.
   *
   * @param status - from 400 to 599
   */
  status(status: number, message: string): never;
}

export const fail: RequestFailures = {
  invalid(...problems) {
    throw new HttpError(400, problems);
  },
  notFound(resource) {
    throw new HttpError(404, `${resource} not found`);
  },
  status(status, message) {
    if (Number.isInteger(status) && status >= 400 && status <= 599) throw new HttpError(status, String(message));
    throw new RangeError(`the status of a failure must be from 400 to 599, not ${status}`);
  },
};

/** Arguments of a handler: no HTTP request. */
export interface HandlerContext<Input> {
  /** Path parameters, query parameters and body fields in one object, parsed and valid. */
  readonly input: Input;
  /** The caller's organization, which a reset or a restore may have replaced meanwhile. */
  readonly organization: OrganizationStore;
  /** Changes records: `changes.make(() => organization.put(…))`. */
  readonly changes: Changes;
  /** Signs OAuth states, and has what the controls of a custom operation need. */
  readonly store: ServerStore;
  /** Base URL to which the request was sent. */
  readonly baseUrl: string;
}

/** An operation that the server can execute. Users get it from `implement` as an `Implementation`, which hides the functions. */
export interface Endpoint<AnyOperation extends Operation = Operation> {
  readonly operation: AnyOperation;
  /** Parses a part of the input. The schemas of custom operations may be asynchronous. */
  readonly parse: (schema: AnySchema, value: unknown) => Validation<unknown> | Promise<Validation<unknown>>;
  readonly handle: (context: HandlerContext<never>) => unknown;
  /** Writes the output as the body of the response. */
  readonly write: (output: never) => string | Promise<string>;
}

/**
 * The input of an operation, parsed by its schemas.
 *
 * @inline
 */
export type ParsedInput<AnyOperation extends Operation> = Parsed<AnyOperation>["params"] &
  Parsed<AnyOperation>["query"] &
  Parsed<AnyOperation>["body"];

/**
 * Implements an operation of the service by a function of its input, which reads and changes the records themselves.
 *
 * @param write - writes the output as JSON; by default `JSON.stringify`
 */
export function implementService<const AnyOperation extends Operation>(
  operation: AnyOperation,
  handle: (context: HandlerContext<ParsedInput<AnyOperation>>) => Output<AnyOperation> | Promise<Output<AnyOperation>>,
  write: (output: Output<AnyOperation>) => string = JSON.stringify,
): Endpoint<AnyOperation> {
  return { operation, parse: parseSync, handle, write };
}
