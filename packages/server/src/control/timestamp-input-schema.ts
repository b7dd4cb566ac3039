import { isTimestamp } from "@knowledge-base/types/internal";
import * as z from "zod/mini";
import { dateToTimestamp } from "../date.ts";

/** Schema of the time of a record: an ISO 8601 timestamp, or a `Date`. */
export const timestampInputSchema = z.custom<string | Date>(
  (value) => isTimestamp(dateToTimestamp(value)),
  "must be an ISO 8601 timestamp or a Date",
);
