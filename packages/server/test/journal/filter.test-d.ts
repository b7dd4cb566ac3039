import type { ReferenceServer } from "@knowledge-base/server";
import { expectTypeOf, it } from "vitest";

type JournalFilter = NonNullable<Parameters<ReferenceServer["journal"]["entries"]>[0]>;
type FilteredInput = NonNullable<JournalFilter["input"]>;

it("a filter has only fields of the inputs of operations, with any values", () => {
  expectTypeOf<{ slug: "a"; limit: 5; notifyBriefs: boolean }>().toExtend<FilteredInput>();
  // @ts-expect-error The field is misspelt.
  ({ slgu: "a" }) satisfies FilteredInput;
});
