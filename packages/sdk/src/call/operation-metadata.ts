import { type ObjectSchema, type Operation, pathParamNames } from "@knowledge-base/types";
import { findOperationProblems, formatProblems, isContractOperation } from "@knowledge-base/types/internal";
import { throwConfigurationError } from "../errors/deferred-error.ts";

/** Names that are derived from an operation. */
export interface OperationMetadata {
  /** The summary as the middle of a sentence: `archive a page`. */
  readonly task: string;
  readonly params: readonly string[];
  readonly query: readonly string[];
  readonly body: readonly string[];
  /** Names of all fields of the input. */
  readonly fields: readonly string[];
  /**
   * Whether input and output are what the schemas parse. Operations of the contract have schemas that change nothing, so that theirs
   * are only validated.
   */
  readonly isParsed: boolean;
}

const cache = new WeakMap<Operation, OperationMetadata>();

/**
 * Returns the metadata of an operation, which is checked and derived once.
 *
 * @throws {@link DeferredError} that becomes a {@link ConfigurationError} if it is not a valid operation
 */
export function getOperationMetadata(operation: Operation): OperationMetadata {
  const metadata = cache.get(operation) ?? deriveMetadata(operation);
  cache.set(operation, metadata);
  return metadata;
}

function deriveMetadata(operation: Operation): OperationMetadata {
  const isParsed = !isContractOperation(operation);
  const problems = isParsed ? findOperationProblems(operation) : [];
  if (problems.length > 0) throwConfigurationError(formatProblems(problems));
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
    isParsed,
  };
}

function fieldNames(schema: ObjectSchema | undefined): string[] {
  return schema ? Object.keys(schema._zod.def.shape) : [];
}
