import { contract, type OperationId } from "@knowledge-base/types";
import * as z from "zod/mini";

/** Every id of an operation. */
export const operationIds = Object.keys(contract) as readonly OperationId[];

/** Schema of the id of an operation. */
export const operationIdSchema = z.custom<OperationId>((value) => operationIds.some((id) => id === value), {
  error: ({ input }) => `must be one of ${operationIds.join(", ")}${told(input)}`,
});

/** What does not look like an id is not told: it may be a key. */
function told(value: unknown): string {
  return typeof value === "string" && /^[a-z]+\.[a-z]+$/i.test(value) ? `, not "${value}"` : "";
}
