import { contract, type OperationId } from "@knowledge-base/types";

const operationIds = Object.keys(contract) as OperationId[];

export const readOperations = operationIds.filter((id) => contract[id].method === "GET");
export const writeOperations = operationIds.filter((id) => contract[id].method !== "GET");
