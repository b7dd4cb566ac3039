import { contract, type OperationId } from "@knowledge-base/types";
import * as z from "zod/mini";

/** Schema of the id of an operation. */
export const operationIdSchema = z.enum(Object.keys(contract) as [OperationId, ...OperationId[]]);
