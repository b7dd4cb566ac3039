import { type ObjectSchema, type Operation, pathParamNames, type Validation } from "@knowledge-base/types";
import { isContractOperation, type parseWithDrift, showName } from "@knowledge-base/types/internal";
import { throwConfigurationError } from "../errors/deferred-error.ts";

/**
 * Key of the functions by which an operation of the application parses its input and its output, the same in all copies of this
 * package. Operations of the contract have none: their schemas change nothing, so that values are only validated.
 */
export const parsingKey: unique symbol = Symbol.for("@knowledge-base/sdk/parsing");

/** The parts of an input that schemas parse, as they have parsed them. */
export interface ParsedParts {
  readonly query?: Validation<unknown> | undefined;
  readonly body?: Validation<unknown> | undefined;
}

/** The functions by which an operation of the application parses its input and its output. */
export interface Parsing {
  readonly parseParts: (
    operation: Operation,
    parts: { readonly query: unknown; readonly body: unknown },
  ) => Promise<ParsedParts>;
  readonly parseOutput: typeof parseWithDrift;
}

/** An operation that `defineOperation` has returned. */
export interface DefinedOperation extends Operation {
  /** @internal */
  readonly [parsingKey]: Parsing;
}

/** Names that are derived from an operation, and how it parses. */
export interface OperationMetadata {
  /** The summary as the middle of a sentence: `archive a page`. */
  readonly task: string;
  readonly params: readonly string[];
  readonly query: readonly string[];
  readonly body: readonly string[];
  /** Names of all fields of the input. */
  readonly fields: readonly string[];
  readonly parsing: Parsing | undefined;
}

const cache = new WeakMap<Operation, OperationMetadata>();

/**
 * Returns the metadata of an operation, which is checked and derived once.
 *
 * @throws {@link DeferredError} that becomes a {@link ConfigurationError} if it is neither an operation of the
 * contract nor one that `defineOperation` has returned
 */
export function getOperationMetadata(operation: Operation): OperationMetadata {
  const metadata = cache.get(operation) ?? deriveMetadata(operation);
  cache.set(operation, metadata);
  return metadata;
}

/** Describes the task of an operation, which may be invalid, as the middle of a sentence. */
export function describeTask(operation: unknown, verb = "call"): string {
  const metadata = cache.get(operation as Operation);
  if (metadata) return metadata.task;
  const { id }: { readonly id?: unknown } = Object(operation);
  return `${verb} ${typeof id === "string" && id !== "" ? `the operation ${showName(id)}` : "an operation"}`;
}

function deriveMetadata(operation: Operation): OperationMetadata {
  const { [parsingKey]: parsing }: Partial<DefinedOperation> = Object(operation);
  if (!parsing && !isContractOperation(operation)) {
    throwConfigurationError("it is not an operation that defineOperation has returned.");
  }
  const { summary } = operation;
  const params = pathParamNames(operation.path);
  const query = fieldNames(operation.query);
  const body = fieldNames(operation.body);
  return {
    task: summary.charAt(0).toLowerCase() + summary.slice(1),
    params,
    query,
    body,
    fields: [...params, ...query, ...body],
    parsing,
  };
}

function fieldNames(schema: ObjectSchema | undefined): string[] {
  return schema ? Object.keys(schema._zod.def.shape) : [];
}
