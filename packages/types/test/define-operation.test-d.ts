import {
  defineOperation,
  type ErrorBody,
  type ErrorBodyOf,
  type InputOf,
  type OutputOf,
  objectSchema,
  type ParsedOf,
} from "@knowledge-base/types";
import { describe, expectTypeOf, it } from "vitest";
import * as z from "zod/mini";

const brain = z.object({ id: z.string() });

const renameBrain = defineOperation({
  id: "brains.rename",
  summary: "Rename a brain",
  method: "PATCH",
  path: "/v1/tenants/{tenantId}/brains/{brainId}",
  query: objectSchema<{ readonly dryRun?: boolean | undefined }>({ dryRun: z.optional(z.boolean()) }),
  body: objectSchema<{ readonly name: string }>({ name: z.string() }),
  success: { status: 202, schema: brain },
  errors: [401, 404],
  idempotency: "idempotent",
});

const getBrain = defineOperation({
  id: "brains.get",
  summary: "Get a brain",
  method: "GET",
  path: "/v1/brains/{brainId}",
  success: { status: 200, schema: brain },
  errors: [],
  idempotency: "safe",
});

describe("defineOperation", () => {
  it("keeps the literal types of the declaration", () => {
    expectTypeOf(renameBrain.id).toEqualTypeOf<"brains.rename">();
    expectTypeOf(renameBrain.method).toEqualTypeOf<"PATCH">();
    expectTypeOf(renameBrain.path).toEqualTypeOf<"/v1/tenants/{tenantId}/brains/{brainId}">();
    expectTypeOf(renameBrain.success.status).toEqualTypeOf<202>();
    expectTypeOf(renameBrain.idempotency).toEqualTypeOf<"idempotent">();
    expectTypeOf<(typeof renameBrain.errors)[number]>().toEqualTypeOf<401 | 404>();
    expectTypeOf(getBrain).not.toHaveProperty("body");
  });

  it("has the input, the parsed input and the output of the operation", () => {
    expectTypeOf<InputOf<typeof renameBrain>>().toEqualTypeOf<{
      readonly tenantId: string;
      readonly brainId: string;
      readonly dryRun?: boolean | undefined;
      readonly name: string;
    }>();
    expectTypeOf<ParsedOf<typeof renameBrain>["body"]>().toEqualTypeOf<{ readonly name: string }>();
    expectTypeOf<OutputOf<typeof renameBrain>>().toEqualTypeOf<{ id: string }>();
    expectTypeOf<InputOf<typeof getBrain>>().toEqualTypeOf<{ readonly brainId: string }>();
  });

  it("has the error bodies of only the declared statuses", () => {
    expectTypeOf<ErrorBodyOf<typeof renameBrain>>().toEqualTypeOf<
      (ErrorBody & { readonly statusCode: 401 }) | (ErrorBody & { readonly statusCode: 404 })
    >();
    expectTypeOf<ErrorBodyOf<typeof getBrain>>().toEqualTypeOf<never>();
  });

  it("rejects a declaration that is not one of an operation", () => {
    // @ts-expect-error TRACE is not a method of an operation
    defineOperation({ ...getBrain, method: "TRACE" });
    // @ts-expect-error a path begins with a slash
    defineOperation({ ...getBrain, path: "v1/brains" });
    // @ts-expect-error unknown class
    defineOperation({ ...getBrain, idempotency: "maybe" });
    // @ts-expect-error the fields of a body must be listed
    defineOperation({ ...getBrain, body: z.string() });
    // @ts-expect-error success is missing
    defineOperation({ ...getBrain, success: undefined });
  });
});
