import type { JournalFilter } from "@knowledge-base/server";
import { expectTypeOf, it } from "vitest";

type FilteredInput = NonNullable<JournalFilter["input"]>;

it("a filter has only fields of the inputs of operations, with any values", () => {
  expectTypeOf<{ slug: "a"; limit: 5; notifyBriefs: boolean }>().toExtend<FilteredInput>();
  // @ts-expect-error The field is misspelt.
  ({ slgu: "a" }) satisfies FilteredInput;
});
