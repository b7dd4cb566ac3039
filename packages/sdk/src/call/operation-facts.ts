import { type ObjectSchema, type Operation, pathParamNames } from "@knowledge-base/types";

/** What follows from an operation alone, and is worth finding out once. */
export interface OperationFacts {
  /** What the operation does, as the middle of a sentence: `archive a page`. */
  readonly task: string;
  readonly params: readonly string[];
  readonly query: readonly string[];
  readonly body: readonly string[];
  /** Names of all fields that the input may have. */
  readonly fields: readonly string[];
}

const known = new WeakMap<Operation, OperationFacts>();

/** Finds out about an operation. */
export function factsOf(operation: Operation): OperationFacts {
  const facts = known.get(operation) ?? read(operation);
  known.set(operation, facts);
  return facts;
}

function read(operation: Operation): OperationFacts {
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
  };
}

function fieldNames(schema: ObjectSchema | undefined): string[] {
  return schema ? Object.keys(schema._zod.def.shape) : [];
}
