import { contract, identifierSchema, type Operation, pathParamNames, type Schema } from "@knowledge-base/types";
import { suggestName } from "@knowledge-base/types/internal";

const operations: readonly Operation[] = Object.values(contract);

/**
 * Returns the schemas of the input's fields: path parameters, query parameters and body fields.
 *
 * @param operationId - the operation, or undefined for all of them; an unknown one has no fields
 */
export function findInputSchemas(operationId: unknown): readonly Readonly<Record<string, Schema>>[] {
  return findOperations(operationId).map(fieldsOf);
}

/** Returns what is wrong with a field that no input of the operation has, to be read after its name, or undefined. */
export function describeUnknownInputField(name: string, operationId: unknown): string | undefined {
  const targets = findOperations(operationId);
  const names = [...new Set(targets.flatMap((operation) => Object.keys(fieldsOf(operation))))];
  if (names.length === 0 || names.includes(name)) return undefined;
  const owner = targets.length === 1 ? targets[0]?.id : "any operation";
  return `is not a field of ${owner}; ${suggestName(name, names, "field")}`;
}

function findOperations(operationId: unknown): readonly Operation[] {
  return operations.filter(({ id }) => operationId === undefined || id === operationId);
}

function fieldsOf({ path, query, body }: Operation): Readonly<Record<string, Schema>> {
  const params = Object.fromEntries(pathParamNames(path).map((name) => [name, identifierSchema]));
  return { ...params, ...query?._zod.def.shape, ...body?._zod.def.shape };
}
