import {
  type CallError,
  type CallOptions,
  type CallPromise,
  type CommonError,
  defineOperation,
  type KnowledgeBase,
  type NotFoundError,
  type Operation,
  type OwnOperation,
  type UnauthorizedError,
} from "@knowledge-base/sdk";
import { contract } from "@knowledge-base/types";
import { describe, expectTypeOf, it } from "vitest";
import * as z from "zod";
import * as zm from "zod/mini";

const restorePage = defineOperation({
  id: "pages.restore",
  summary: "Restore a page",
  method: "POST",
  path: "/v1/brains/{brainId}/pages/{slug}/restore",
  query: z.object({ dryRun: z.boolean().optional() }),
  body: z.object({ reason: z.string(), tags: z.array(z.string()).optional() }),
  success: { status: 201, schema: z.object({ slug: z.string(), restoredAt: z.string().nullable() }) },
  errors: [401, 404],
  idempotency: "idempotent",
});

const ping = defineOperation({
  id: "service.ping",
  summary: "Ping the service",
  method: "GET",
  path: "/v1/ping",
  success: { status: 200, schema: z.array(z.string()) },
  errors: [],
  idempotency: "safe",
});

declare const kb: KnowledgeBase;
const input = { brainId: "b", slug: "s", reason: "r" };
const restore = () => kb.call(restorePage, input);

const parsing = defineOperation({
  ...ping,
  method: "POST",
  path: "/v1/brains/{brainId}/pages",
  query: z.object({ page: z.coerce.number<number>(), since: z.date().transform((date) => date.toISOString()) }),
  body: z.object({ size: z.number().default(5), tags: z.string().transform((text) => text.split(",")) }),
  success: { status: 200, schema: z.object({ at: z.string().transform((text) => new Date(text)) }) },
});

describe("defineOperation", () => {
  it("keeps the literal types of the declaration", () => {
    expectTypeOf(restorePage.id).toEqualTypeOf<"pages.restore">();
    expectTypeOf(restorePage.method).toEqualTypeOf<"POST">();
    expectTypeOf(restorePage.path).toEqualTypeOf<"/v1/brains/{brainId}/pages/{slug}/restore">();
    expectTypeOf(restorePage.success.status).toEqualTypeOf<201>();
    expectTypeOf(restorePage.idempotency).toEqualTypeOf<"idempotent">();
    expectTypeOf<(typeof restorePage.errors)[number]>().toEqualTypeOf<401 | 404>();
    expectTypeOf<Extract<typeof restorePage, { readonly body: object }>>().toEqualTypeOf<typeof restorePage>();
    expectTypeOf<Extract<typeof ping, { readonly body: object }>>().toBeNever();
  });

  it("accepts schemas of zod/mini", () => {
    const mini = defineOperation({
      ...ping,
      query: zm.object({ page: zm._default(zm.number(), 1) }),
      success: { status: 200, schema: zm.pipe(zm.string(), zm.transform(Number)) },
    });
    const called = () => kb.call(mini, {});
    expectTypeOf(called).returns.toEqualTypeOf<CallPromise<number, CommonError>>();
  });

  it("rejects a declaration that is not one of an operation", () => {
    const rejected = () => [
      // @ts-expect-error TRACE is not a method of an operation
      defineOperation({ ...ping, method: "TRACE" }),
      // @ts-expect-error a path begins with a slash
      defineOperation({ ...ping, path: "v1/brains" }),
      // @ts-expect-error unknown idempotency
      defineOperation({ ...ping, idempotency: "maybe" }),
      // @ts-expect-error the fields of a body must be listed
      defineOperation({ ...ping, body: z.string() }),
      // @ts-expect-error success is missing
      defineOperation({ ...ping, success: undefined }),
      // @ts-expect-error an error status is a number
      defineOperation({ ...ping, errors: ["404"] }),
    ];
    expectTypeOf(rejected).toBeFunction();
  });
});

describe("call", () => {
  it("takes what the schemas accept, and resolves with what they return", () => {
    expectTypeOf<Parameters<typeof kb.call<typeof parsing>>[1]>().toEqualTypeOf<{
      readonly brainId: string;
      readonly page: number;
      readonly since: Date;
      readonly size?: number | undefined;
      readonly tags: string;
    }>();
    const called = () => kb.call(parsing, { brainId: "b", page: 1, since: new Date(0), tags: "a,b" });
    expectTypeOf<Awaited<ReturnType<typeof called>>>().toEqualTypeOf<{ at: Date }>();
  });

  it("takes the path parameters, the query and the body of the operation in one object", () => {
    type CallParameters = Parameters<typeof kb.call<typeof restorePage>>;
    expectTypeOf<CallParameters[0]>().toEqualTypeOf<typeof restorePage>();
    expectTypeOf<CallParameters[1]>().toEqualTypeOf<{
      readonly brainId: string;
      readonly slug: string;
      readonly dryRun?: boolean | undefined;
      readonly reason: string;
      readonly tags?: string[] | undefined;
    }>();
    expectTypeOf<CallParameters[2]>().toEqualTypeOf<CallOptions | undefined>();
  });

  it("resolves with the output of the operation", () => {
    expectTypeOf<Awaited<ReturnType<typeof restore>>>().toEqualTypeOf<{ slug: string; restoredAt: string | null }>();
    const pinged = () => kb.call(ping, {});
    expectTypeOf<Awaited<ReturnType<typeof pinged>>>().toEqualTypeOf<string[]>();
  });

  it("rejects with the errors of the declared statuses and those of any call only", () => {
    expectTypeOf(restore).returns.toEqualTypeOf<
      CallPromise<{ slug: string; restoredAt: string | null }, UnauthorizedError | NotFoundError | CommonError>
    >();
    const pinged = () => kb.call(ping, {});
    expectTypeOf(pinged).returns.toEqualTypeOf<CallPromise<string[], CommonError>>();
  });

  it("has these errors in its safe result", async () => {
    const result = await restore().safe();
    if (!result.ok) {
      expectTypeOf(result.error).toEqualTypeOf<UnauthorizedError | NotFoundError | CommonError>();
      expectTypeOf(result.error).toEqualTypeOf<CallError<typeof restorePage>>();
    }
  });

  it("rejects an operation that was not defined", () => {
    const declared = { ...contract["pages.archive"] };
    // @ts-expect-error defineOperation has not returned it
    expectTypeOf(() => kb.call(declared, { brainId: "b", slug: "s" })).toBeFunction();
    // @ts-expect-error it may come from anywhere
    expectTypeOf((operation: Operation) => kb.call(operation, {})).toBeFunction();
  });

  it("has an unknown output if the operation is not known", () => {
    const called = (operation: OwnOperation) => kb.call(operation, {});
    expectTypeOf(called).returns.toEqualTypeOf<CallPromise<unknown, CallError>>();
  });

  it("rejects an invalid input", () => {
    const rejectedCalls = () => [
      // @ts-expect-error slug is missing
      kb.call(restorePage, { brainId: "b", reason: "r" }),
      // @ts-expect-error reason is missing
      kb.call(restorePage, { brainId: "b", slug: "s" }),
      // @ts-expect-error a reason is a string
      kb.call(restorePage, { ...input, reason: 5 }),
      // @ts-expect-error the operation has no such field
      kb.call(restorePage, { ...input, force: true }),
      // @ts-expect-error the input is required
      kb.call(ping),
      // @ts-expect-error unknown option
      kb.call(ping, {}, { abort: true }),
    ];
    expectTypeOf(rejectedCalls).toBeFunction();
  });

  it("rejects a value that is not an operation", () => {
    const rejectedCalls = () => [
      // @ts-expect-error an id is not an operation
      kb.call("pages.archive", { brainId: "b", slug: "s" }),
      // @ts-expect-error the operation has no idempotency
      kb.call({ ...ping, idempotency: undefined }, {}),
      // @ts-expect-error the client has a method for the operation
      kb.call(contract["pages.archive"], { brainId: "b", slug: "s" }),
      (operation: Operation) =>
        // @ts-expect-error defineOperation has not returned it
        kb.call(operation, {}),
    ];
    expectTypeOf(rejectedCalls).toBeFunction();
  });
});
