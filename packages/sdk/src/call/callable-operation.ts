import type { Operation } from "@knowledge-base/types";
import {
  isContractOperation,
  type ObjectSchema,
  pathParamNames,
  type Schema,
  type SchemaDrift,
  showName,
  type Validation,
} from "@knowledge-base/types/internal";
import { type ErrorContext, throwConfigurationError } from "../errors/deferred-error.ts";

/**
 * Key of the functions by which a custom operation parses its input and its output, the same in all copies of this package. Operations of the contract have none: their schemas change nothing, so that values are only validated.
 */
export const parsingKey: unique symbol = Symbol.for("@knowledge-base/sdk/parsing");

/** The functions by which a custom operation parses its input and its output. */
export interface Parsing {
  readonly parse: (schema: Schema, value: unknown) => Validation<unknown>;
  /** Awaits asynchronous schemas. */
  readonly parseAsync: (schema: Schema, value: unknown) => Promise<Validation<unknown>>;
  readonly parseOutput: (
    schema: Schema,
    value: unknown,
  ) => Promise<{ readonly output: unknown; readonly drift: readonly SchemaDrift[] }>;
}

/** A custom operation, as {@link defineOperation} returns it. */
export interface OwnOperation extends Operation {
  /** @internal */
  readonly [parsingKey]: Parsing;
}

/** An operation of the contract, or one that `defineOperation` has returned. */
export type CallableOperation = Operation & Partial<OwnOperation>;

/**
 * Checks that a value is an operation that can be called.
 *
 * @throws {@link DeferredError} that becomes a {@link ConfigurationError}
 */
export function checkOperation(operation: CallableOperation): void {
  if (!isCallable(operation)) throwConfigurationError("it is not an operation that defineOperation has returned.");
}

function isCallable(operation: CallableOperation): boolean {
  return Object(operation)[parsingKey] !== undefined || isContractOperation(operation);
}

/** Describes the task of an operation, which may be invalid, as the middle of a sentence: `archive a page`. */
export function describeTask(operation: CallableOperation, verb = "call"): string {
  const { id, summary }: { readonly id?: unknown; readonly summary?: unknown } = Object(operation);
  if (typeof summary === "string" && isCallable(operation)) return summary.charAt(0).toLowerCase() + summary.slice(1);
  return `${verb} ${typeof id === "string" && id !== "" ? `the operation ${showName(id)}` : "an operation"}`;
}

/** Returns the part of an error's fields that an operation, which may be invalid, knows. */
export function operationContext(operation: CallableOperation, verb?: string): ErrorContext {
  const { id }: Operation = Object(operation);
  return { task: describeTask(operation, verb), operation: id };
}

/** Returns the names of all fields of an operation's input. */
export function inputNames({ path, query, body }: Operation): string[] {
  return [...pathParamNames(path), ...fieldNames(query), ...fieldNames(body)];
}

/** Returns the names of the fields of a part of an operation's input. */
export function fieldNames(schema: ObjectSchema | undefined): string[] {
  return Object.keys(schema?._zod.def.shape ?? {});
}
