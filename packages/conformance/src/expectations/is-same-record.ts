import type { ObjectSchema } from "@knowledge-base/types/internal";
import { jsonEqual } from "../json-equal.ts";

/** Returns whether two records have the same values in the fields that the specification defines. They may have others. */
export function isSameRecord<Value extends object>(schema: ObjectSchema<Value>, left: Value, right: Value): boolean {
  return Object.keys(schema._zod.def.shape).every((name) =>
    jsonEqual(left[name as keyof Value], right[name as keyof Value]),
  );
}
