import {
  type ErrorBody,
  type ErrorBodyOf,
  type InputOf,
  type Operation,
  type OutputOf,
  objectSchema,
  type ParsedOf,
} from "@knowledge-base/types";
import { describe, expectTypeOf, it } from "vitest";
import * as z from "zod/mini";

const brain = z.object({ id: z.string() });

const renameBrain = {
  id: "brains.rename",
  summary: "Rename a brain",
  method: "PATCH",
  path: "/v1/tenants/{tenantId}/brains/{brainId}",
  query: objectSchema<{ readonly dryRun?: boolean | undefined }>({ dryRun: z.optional(z.boolean()) }),
  body: objectSchema<{ readonly name: string }>({ name: z.string() }),
  success: { status: 202, schema: brain },
  errors: [401, 404],
  idempotency: "idempotent",
} as const satisfies Operation;

const getBrain = {
  id: "brains.get",
  summary: "Get a brain",
  method: "GET",
  path: "/v1/brains/{brainId}",
  success: { status: 200, schema: brain },
  errors: [],
  idempotency: "safe",
} as const satisfies Operation;

describe("the types of an operation", () => {
  it("have the input, the parsed input and the output of the operation", () => {
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

  it("have the error bodies of only the declared statuses", () => {
    expectTypeOf<ErrorBodyOf<typeof renameBrain>>().toEqualTypeOf<
      (ErrorBody & { readonly statusCode: 401 }) | (ErrorBody & { readonly statusCode: 404 })
    >();
    expectTypeOf<ErrorBodyOf<typeof getBrain>>().toEqualTypeOf<never>();
  });

  it("have the error bodies of all documented statuses if the statuses are not known", () => {
    expectTypeOf<ErrorBodyOf<Operation>["statusCode"]>().toEqualTypeOf<400 | 401 | 404>();
    expectTypeOf<ErrorBodyOf<{ readonly errors: readonly [404, 429] } & Operation>>().toEqualTypeOf<
      ErrorBody & { readonly statusCode: 404 }
    >();
  });
});

describe("schemas that change the value", () => {
  const parsing = {
    ...getBrain,
    method: "POST",
    query: z.object({ page: z.coerce.number<number>(), since: z.pipe(z.date(), z.transform(String)) }),
    body: z.object({ size: z._default(z.number(), 5), name: z.pipe(z.string(), z.transform(Number)) }),
    success: {
      status: 200,
      schema: z.pipe(
        z.string(),
        z.transform((text) => text !== ""),
      ),
    },
  } as const satisfies Operation;

  it("have the type that they accept in the input", () => {
    expectTypeOf<InputOf<typeof parsing>>().toEqualTypeOf<{
      readonly brainId: string;
      readonly page: number;
      readonly since: Date;
      readonly size?: number | undefined;
      readonly name: string;
    }>();
  });

  it("have the type that they return in the parsed input and in the output", () => {
    expectTypeOf<ParsedOf<typeof parsing>["query"]>().toEqualTypeOf<{ page: number; since: string }>();
    expectTypeOf<ParsedOf<typeof parsing>["body"]>().toEqualTypeOf<{ size: number; name: number }>();
    expectTypeOf<OutputOf<typeof parsing>>().toEqualTypeOf<boolean>();
  });
});
