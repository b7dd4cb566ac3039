import type { ContractOperation } from "./operation.ts";

/** Marks the operations of the contract, the same in all copies of this package. */
const mark = /* @__PURE__ */ Symbol.for("@knowledge-base/types/contract-operation");

/** Declares an operation of the contract and keeps its exact type. Copies made by a spread are not marked. */
export function defineContractOperation<const Declared extends ContractOperation>(operation: Declared): Declared {
  return Object.defineProperty(operation, mark, { value: true });
}

/** Returns whether a value is an operation of the contract, of this copy of the package or of another one. */
export function isContractOperation(value: unknown): value is ContractOperation {
  return typeof value === "object" && value !== null && Object.hasOwn(value, mark);
}
