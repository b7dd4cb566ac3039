import { type DriftKind, findDrift, type Schema, type SchemaDrift, type ValidationIssue } from "@knowledge-base/types";
import { describe, expectTypeOf, it } from "vitest";

describe("findDrift", () => {
  it("accepts any schema and any value, and returns drifts", () => {
    expectTypeOf(findDrift).toEqualTypeOf<(schema: Schema, value: unknown) => SchemaDrift[]>();
  });
});

describe("SchemaDrift", () => {
  it("is an issue with a kind, and in one of the kinds with a value", () => {
    expectTypeOf<SchemaDrift>().toExtend<ValidationIssue>();
    expectTypeOf<Omit<SchemaDrift, keyof ValidationIssue>>().toEqualTypeOf<{
      readonly kind: DriftKind;
      readonly value?: string | undefined;
    }>();
    expectTypeOf<DriftKind>().toEqualTypeOf<"missing_field" | "wrong_type" | "unknown_value" | "unknown_field">();
  });
});
