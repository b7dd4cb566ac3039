import {
  type CallError,
  type CallOptions,
  type CallPromise,
  type CommonError,
  defineOperation,
  type KnowledgeBase,
  type NotFoundError,
  type Operation,
  type UnauthorizedError,
} from "@knowledge-base/sdk";
import { contract } from "@knowledge-base/types";
import { describe, expectTypeOf, it } from "vitest";
import * as z from "zod";

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

describe("call", () => {
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

  it("calls operations of the contract like any other", () => {
    const archived = () => kb.call(contract["pages.archive"], { brainId: "b", slug: "s" });
    expectTypeOf(archived).returns.toEqualTypeOf<ReturnType<KnowledgeBase["pages"]["archive"]>>();
  });

  it("has an unknown output if the operation is not known", () => {
    const called = (operation: Operation) => kb.call(operation, {});
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
    ];
    expectTypeOf(rejectedCalls).toBeFunction();
  });
});
