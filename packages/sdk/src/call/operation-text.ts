import { fieldsOf, pathParamNames, showName } from "@knowledge-base/internal";
import { contract, type Operation } from "@knowledge-base/types";
import { fieldNames, isContractOperation, isDefinedOperation } from "@knowledge-base/types/internal";
import { throwConfigurationError } from "../errors/failure.ts";

/** Checks that a value is an operation of the contract, or one that `defineOperation` has returned. */
export function checkOperation(operation: Operation): void {
  if (isContractOperation(operation) || isDefinedOperation(operation)) return;
  const id: unknown = operation;
  if (typeof id === "string" && Object.hasOwn(contract, id))
    throwConfigurationError(`call takes an operation, not an id: use kb.${id}(input).`);
  throwConfigurationError(
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
