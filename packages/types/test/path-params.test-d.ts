import type { PathParamName, PathParams } from "@knowledge-base/types";
import { describe, expectTypeOf, it } from "vitest";

describe("PathParamName", () => {
  it("is the union of the names between braces", () => {
    expectTypeOf<PathParamName<"/v1/brains/{brainId}/pages/{slug}/archive">>().toEqualTypeOf<"brainId" | "slug">();
    expectTypeOf<PathParamName<"/{a}{b}">>().toEqualTypeOf<"a" | "b">();
    expectTypeOf<PathParamName<"/v1/brains">>().toEqualTypeOf<never>();
  });
});

describe("PathParams", () => {
  it("has a required string for each name", () => {
    expectTypeOf<PathParams<"/v1/brains/{brainId}/messaging/bindings/{bindingId}">>().toEqualTypeOf<{
      readonly brainId: string;
      readonly bindingId: string;
    }>();
  });

  it("has no field for a path without names", () => {
    expectTypeOf<keyof PathParams<"/v1/brains">>().toEqualTypeOf<never>();
  });
});
