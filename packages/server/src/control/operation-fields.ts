import { contract, type Operation } from "@knowledge-base/types";
import { identifierSchema, pathParamNames, type Schema, suggestName } from "@knowledge-base/types/internal";

/** The fields of the inputs of operations: path parameters, query parameters and body fields. */
export interface OperationFields {
  /** The schemas of a field, by its name: one for each operation that has it. Empty if the operation is unknown. */
  readonly schemas: ReadonlyMap<string, readonly Schema[]>;
  /** Returns what is wrong with a name that is not among the fields, to be read after the name. */
  readonly describeUnknown: (name: string) => string;
}

const operations: readonly Operation[] = Object.values(contract);

/**
 * Returns the fields of the input of an operation.
 *
 * @param operationId - the operation, or undefined for all of them
 */
export function findOperationFields(operationId: unknown): OperationFields {
  const targets = operations.filter(({ id }) => operationId === undefined || id === operationId);
  const schemas = new Map<string, Schema[]>();
  for (const [name, schema] of targets.flatMap((target) => Object.entries(fieldsOf(target)))) {
    schemas.set(name, [...(schemas.get(name) ?? []), schema]);
  }
  const owner = targets.length === 1 ? targets[0]?.id : "any operation";
  return {
    schemas,
    describeUnknown: (name) => `is not a field of ${owner}; ${suggestName(name, [...schemas.keys()], "field")}`,
  };
}

function fieldsOf({ path, query, body }: Operation): Readonly<Record<string, Schema>> {
  const params = Object.fromEntries(pathParamNames(path).map((name) => [name, identifierSchema]));
  return { ...params, ...query?._zod.def.shape, ...body?._zod.def.shape };
}
