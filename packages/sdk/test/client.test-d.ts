import type { CallError, CallOptions, ClientOptions, KnowledgeBase, Operation, Page } from "@knowledge-base/sdk";
import * as sdk from "@knowledge-base/sdk";
import { contract } from "@knowledge-base/types";
import { expectTypeOf, it } from "vitest";
import * as z from "zod";
import * as zm from "zod/mini";

const { CallPromise, defineOperation, isKnowledgeBaseError, NotFoundError, StatusError, TimeoutError } = sdk;

declare const kb: KnowledgeBase;
declare const thrown: unknown;
declare function unreachable(value: never): never;

const safeGet = { summary: "Get it", method: "GET", path: "/v1/it", idempotency: "safe" } as const;
const success = { status: 200, schema: z.array(z.string()) };
const ping = defineOperation({ ...safeGet, id: "it.get", success, errors: [] });
const restore = defineOperation({
  id: "pages.restore",
  summary: "Restore a page",
  method: "POST",
  path: "/v1/brains/{brainId}/pages/{slug}/restore",
  query: z.object({ since: z.date().transform((date) => date.toISOString()), size: z.number().default(5) }),
  body: z.object({ reason: z.string(), tags: z.array(z.string()).optional() }),
  success: { status: 201, schema: z.object({ at: z.string().transform((text) => new Date(text)) }) },
  errors: [401, 404, 409, 429],
  idempotency: "idempotent",
});

// The errors that any call may reject with.
type Common = CallError<typeof ping>;

it("the options take what platforms and libraries have, and no other types", () => {
  expectTypeOf<typeof globalThis.fetch>().toExtend<ClientOptions["fetch"]>();
  expectTypeOf<() => Promise<Response>>().toExtend<ClientOptions["fetch"]>();
  expectTypeOf<(url: string, init?: { method?: string }) => Promise<Response>>().toExtend<ClientOptions["fetch"]>();
  expectTypeOf<Console>().toExtend<sdk.Logger>();
  expectTypeOf<HeadersInit>().toExtend<CallOptions["headers"]>();
  expectTypeOf<{ "x-trace": string; accept: null; cookie: undefined }>().toExtend<CallOptions["headers"]>();
  expectTypeOf<{ "x-trace": number }>().not.toExtend<CallOptions["headers"]>();
  expectTypeOf<() => Promise<undefined>>().not.toExtend<ClientOptions["apiKey"]>();
  expectTypeOf<() => undefined>().toExtend<ClientOptions["shouldRetry"]>();
  expectTypeOf<Parameters<sdk.Middleware>[0]>().not.toHaveProperty("apiKey");
});

it("the methods of a client have the output of their operation, with enums that may have other values", async () => {
  expectTypeOf(kb.promptIndex.get({ brainId: "b", limit: undefined })).resolves.toEqualTypeOf<sdk.IndexEntry[]>();
  expectTypeOf<"recipe">().toExtend<Page["pageType"]>();
  expectTypeOf<"recipe">().not.toExtend<sdk.PageType>();
});

it("the methods of a client reject wrong inputs and options", () => {
  const rejected = () => [
    // @ts-expect-error slug is missing
    kb.pages.archive({ brainId: "b" }),
    // @ts-expect-error a limit is a number
    kb.promptIndex.get({ brainId: "b", limit: "5" }),
    // @ts-expect-error a binding has no such flag
    kb.bindings.update({ brainId: "b", bindingId: "c", notifyEverything: true }),
    // @ts-expect-error null isn't a flag
    kb.bindings.update({ brainId: "b", bindingId: "c", notifyBriefs: null }),
    // @ts-expect-error installationId is required
    kb.channels.list({ brainId: "b", installationId: undefined }),
    // @ts-expect-error the input is required
    kb.oauth.start(),
    // @ts-expect-error unknown option
    kb.oauth.start({ brainId: "b" }, { abort: true }),
    // @ts-expect-error a signal isn't the options
    kb.oauth.start({ brainId: "b" }, new AbortController().signal),
    // @ts-expect-error this is the input of another operation
    kb.describe("oauth.start", { brainId: "b", slug: "s" }),
    // @ts-expect-error unknown operation
    kb.describe("pages.restore", { brainId: "b", slug: "s" }),
  ];
  expectTypeOf(rejected).toBeFunction();
});

it("the result of a call is discriminated by ok, also if it is destructured", async () => {
  const { ok, data, error, response } = await kb.pages.archive({ brainId: "b", slug: "s" }).safe();
  expectTypeOf(data).toEqualTypeOf<Page | undefined>();
  if (ok) expectTypeOf([data, response] as const).toEqualTypeOf<readonly [Page, Response]>();
  else expectTypeOf(error).toEqualTypeOf<CallError<"pages.archive">>();
  if (error === undefined) expectTypeOf(data).toEqualTypeOf<Page>();
  else if (error.code === "not_found") expectTypeOf(error).toEqualTypeOf<sdk.NotFoundError>();
});

it("the result of a call of a test has the output of its operation", () => {
  // @ts-expect-error the call of another output
  const pages: KnowledgeBase["pages"] = { archive: () => CallPromise.fromValue("no page") };
  expectTypeOf(pages).toBeObject();
});

it("a custom operation resolves with what its schemas return", () => {
  const input = { brainId: "b", slug: "s", since: new Date(0), reason: "r" };
  expectTypeOf(kb.call(restore, input)).resolves.toEqualTypeOf<{ at: Date }>();
  const mini = {
    query: zm.object({ page: zm._default(zm.number(), 1) }),
    success: { status: 200, schema: zm.string() },
  };
  expectTypeOf(kb.call(defineOperation({ ...ping, ...mini }), {})).resolves.toEqualTypeOf<string>();
});

it("a custom operation has the errors that it declares, and those of any call", () => {
  expectTypeOf<CallError<typeof restore>>().toEqualTypeOf<sdk.UnauthorizedError | sdk.NotFoundError | Common>();
  expectTypeOf<Extract<Common, { code: "bad_request" | "unauthorized" | "not_found" }>>().toBeNever();
  expectTypeOf<Exclude<CallError["code"], Common["code"]>>().toEqualTypeOf<
    "bad_request" | "unauthorized" | "not_found"
  >();
  expectTypeOf<CallError<"pages.archive">>().toEqualTypeOf<CallError>();
  expectTypeOf<CallError<Operation>>().toEqualTypeOf<CallError>();
});

it("a custom operation is refused with a wrong declaration or input", () => {
  const refused = () => [
    // @ts-expect-error TRACE isn't a method of an operation
    defineOperation({ ...ping, method: "TRACE" }),
    // @ts-expect-error unknown idempotency
    defineOperation({ ...ping, idempotency: "maybe" }),
    // @ts-expect-error the fields of a body must be listed
    defineOperation({ ...ping, body: z.string() }),
    // @ts-expect-error success is missing
    defineOperation({ ...ping, success: undefined }),
    // @ts-expect-error reason is missing
    kb.call(restore, { brainId: "b", slug: "s", since: new Date(0) }),
    // @ts-expect-error a date is needed
    kb.call(restore, { brainId: "b", slug: "s", since: "now", reason: "r" }),
    // @ts-expect-error the input is required
    kb.call(ping),
    // @ts-expect-error an id isn't an operation
    kb.call("pages.archive", { brainId: "b", slug: "s" }),
  ];
  expectTypeOf(refused).toBeFunction();
  expectTypeOf(contract["pages.archive"]).toExtend<Operation>();
});

it("an error is told apart by its code, and a switch must handle every code", () => {
  const explain = (error: CallError<typeof restore>) => {
    switch (error.code) {
      case "unauthorized":
      case "forbidden":
      case "not_found":
      case "rate_limit":
      case "server_error":
      case "api_error":
        return error.status;
      case "connection":
      case "timeout":
        return error.networkCode;
      case "redirect":
        return error.location;
      case "response":
      case "input":
        return error.issues.length;
      case "aborted":
        return error.cause;
      case "configuration":
        return error.message;
      default:
        return unreachable(error);
    }
  };
  const forgetful = (error: CallError<typeof restore>) => {
    if (error.code !== "timeout") return error.message;
    expectTypeOf(error).toEqualTypeOf<sdk.TimeoutError>();
    // @ts-expect-error a case is missing
    return unreachable(error);
  };
  // @ts-expect-error the operation doesn't declare 400
  const impossible = (error: CallError<typeof restore>) => error.code === "bad_request";
  expectTypeOf([explain, forgetful, impossible]).toBeArray();
});

it("an error is narrowed by isKnowledgeBaseError", () => {
  if (isKnowledgeBaseError(thrown)) {
    expectTypeOf(thrown).toEqualTypeOf<sdk.AnyKnowledgeBaseError>();
    expectTypeOf<(typeof thrown)["code"]>().toEqualTypeOf<sdk.KnowledgeBaseErrorCode>();
  }
  if (isKnowledgeBaseError(thrown, "input")) expectTypeOf(thrown).toEqualTypeOf<sdk.InputError>();
  const several = {} as "rate_limit" | "server_error";
  if (isKnowledgeBaseError(thrown, several)) expectTypeOf(thrown).toEqualTypeOf<sdk.RateLimitError | sdk.ServerError>();
  // @ts-expect-error unknown code
  expectTypeOf(isKnowledgeBaseError(thrown, "gone")).toBeBoolean();
});

it("an error is created from its message and the fields that it always has", () => {
  const refused = () => [
    // @ts-expect-error the status is missing
    new NotFoundError({ message: "No" }),
    // @ts-expect-error the limit is missing
    new TimeoutError({ message: "No" }),
    // @ts-expect-error only its subclasses are thrown
    new sdk.KnowledgeBaseError({ message: "No" }),
    // @ts-expect-error only its subclasses are thrown
    new StatusError({ message: "No", status: 404 }),
  ];
  expectTypeOf(refused).toBeFunction();
});
