import { contract, type OperationId } from "@knowledge-base/types";
import * as z from "zod/mini";

/** The ids of all operations. */
export const operationIds = Object.keys(contract) as readonly OperationId[];

/** Schema of the id of an operation. */
export const operationIdSchema = z.custom<OperationId>((value) => operationIds.some((id) => id === value), {
  // Otherwise the rules of a fault would not be checked.
  abort: false,
  error: ({ input }) => `must be one of ${operationIds.join(", ")}${quoteId(input)}`,
});

/** Quotes a value only if it looks like an id: anything else may be an API key. */
function quoteId(value: unknown): string {
  return typeof value === "string" && /^[a-z]+\.[a-z]+$/i.test(value) ? `, not "${value}"` : "";
}
