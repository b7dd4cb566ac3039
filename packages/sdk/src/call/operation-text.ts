import { fieldsOf, pathParamNames, showName } from "@knowledge-base/internal";
import { contract, type Operation } from "@knowledge-base/types";
import { fieldNames, isContractOperation, isDefinedOperation } from "@knowledge-base/types/internal";
import { throwConfigurationError } from "../errors/failure.ts";

/**
 * Returns whether a value is an operation that `defineOperation` has returned, whose schemas parse its input and its output. Throws if
 * it is no operation of the contract either.
 */
export function isCustomOperation(operation: Operation): boolean {
  if (isContractOperation(operation)) return false;
  if (isDefinedOperation(operation)) return true;
  const id: unknown = operation;
  if (typeof id === "string" && Object.hasOwn(contract, id))
    throwConfigurationError(`call takes an operation, not an id: use kb.${id}(input).`);
  return throwConfigurationError(
    "it is neither an operation of the service, nor one that defineOperation has returned. Pass the object that defineOperation returned, not a copy.",
  );
}

/** Describes the task of an operation, which may be invalid, as the middle of a sentence: `archive a page`. */
export function describeTask(operation: Operation, verb = "call"): string {
  const { id, summary } = fieldsOf(operation);
  if (typeof summary === "string" && (isContractOperation(operation) || isDefinedOperation(operation)))
    return summary.charAt(0).toLowerCase() + summary.slice(1);
  return `${verb} ${typeof id === "string" && id !== "" ? `the operation ${showName(id)}` : "an operation"}`;
}

/** Returns the names of all fields of an operation's input. */
export function inputNames({ path, query, body }: Operation): string[] {
  return [...pathParamNames(path), ...fieldNames(query), ...fieldNames(body)];
}
