import type {
  Attempt,
  CallError,
  CallPromise,
  KnowledgeBase,
  NotFoundError,
  Page,
  ResultWithResponse,
  SafeResult,
} from "@knowledge-base/sdk";
import { describe, expectTypeOf, it } from "vitest";

type Archived = CallPromise<Page, CallError<"pages.archive">>;

/** Type of the error in the safe result of a call. */
type Failure<Call> = Call extends CallPromise<unknown, infer CallFailure> ? CallFailure : never;

declare const kb: KnowledgeBase;
const call = () => kb.pages.archive({ brainId: "b", slug: "s" });

describe("a call", () => {
  it("is a promise of its output", () => {
    expectTypeOf(call).returns.toEqualTypeOf<Archived>();
    expectTypeOf<Archived>().toExtend<Promise<Page>>();
    expectTypeOf<Awaited<Archived>>().toEqualTypeOf<Page>();
    const chained = () => call().then(({ title }) => title);
    expectTypeOf(chained).returns.toEqualTypeOf<Promise<string>>();
  });

  it("has three other ways to read its result", () => {
    expectTypeOf<Exclude<keyof Archived, keyof Promise<Page>>>().toEqualTypeOf<
      "safe" | "withResponse" | "asResponse"
    >();
  });
});

describe("safe", () => {
  it("has the output or the error of the operation", () => {
    expectTypeOf<ReturnType<Archived["safe"]>>().toEqualTypeOf<Promise<SafeResult<Page, CallError<"pages.archive">>>>();
    expectTypeOf<SafeResult<Page, CallError<"pages.archive">>>().toEqualTypeOf<
      | {
          readonly ok: true;
          readonly data: Page;
          readonly error?: undefined;
          readonly response: Response;
          readonly attempts: readonly Attempt[];
        }
      | {
          readonly ok: false;
          readonly data?: undefined;
          readonly error: CallError<"pages.archive">;
          readonly response: Response | undefined;
          readonly attempts: readonly Attempt[];
        }
    >();
  });

  it("is discriminated by ok", async () => {
    const result = await call().safe();
    if (result.ok) {
      expectTypeOf(result.data).toEqualTypeOf<Page>();
      expectTypeOf(result.error).toEqualTypeOf<undefined>();
      expectTypeOf(result.response).toEqualTypeOf<Response>();
    } else {
      expectTypeOf(result.error).toEqualTypeOf<CallError<"pages.archive">>();
      expectTypeOf(result.data).toEqualTypeOf<undefined>();
      expectTypeOf(result.response).toEqualTypeOf<Response | undefined>();
      if (result.error.code === "not_found") expectTypeOf(result.error).toEqualTypeOf<NotFoundError>();
    }
  });

  it("may have neither before ok is checked", async () => {
    const result = await call().safe();
    expectTypeOf(result.data).toEqualTypeOf<Page | undefined>();
    expectTypeOf(result.error).toEqualTypeOf<CallError<"pages.archive"> | undefined>();
  });

  it("can be destructured, and is then discriminated by ok or by error", async () => {
    const { ok, data, error } = await call().safe();
    if (ok) expectTypeOf(data).toEqualTypeOf<Page>();
    else expectTypeOf(error).toEqualTypeOf<CallError<"pages.archive">>();
    if (error) expectTypeOf(data).toEqualTypeOf<undefined>();
    else expectTypeOf(data).toEqualTypeOf<Page>();
  });

  it("has the error of each operation", () => {
    expectTypeOf<Failure<ReturnType<KnowledgeBase["bindings"]["update"]>>>().toEqualTypeOf<
      CallError<"bindings.update">
    >();
    expectTypeOf<Failure<ReturnType<KnowledgeBase["bindings"]["unbind"]>>>().toEqualTypeOf<
      CallError<"bindings.unbind">
    >();
    expectTypeOf<Failure<ReturnType<KnowledgeBase["channels"]["list"]>>>().toEqualTypeOf<CallError<"channels.list">>();
    expectTypeOf<Failure<ReturnType<KnowledgeBase["oauth"]["start"]>>>().toEqualTypeOf<CallError<"oauth.start">>();
    expectTypeOf<Failure<ReturnType<KnowledgeBase["pages"]["archive"]>>>().toEqualTypeOf<CallError<"pages.archive">>();
    expectTypeOf<Failure<ReturnType<KnowledgeBase["promptIndex"]["get"]>>>().toEqualTypeOf<
      CallError<"promptIndex.get">
    >();
  });
});

describe("withResponse", () => {
  it("has the output, the response and the attempts", () => {
    expectTypeOf<ReturnType<Archived["withResponse"]>>().toEqualTypeOf<Promise<ResultWithResponse<Page>>>();
    expectTypeOf<ResultWithResponse<Page>>().toEqualTypeOf<{
      readonly data: Page;
      readonly response: Response;
      readonly attempts: readonly Attempt[];
    }>();
  });
});

describe("asResponse", () => {
  it("resolves with the response", () => {
    expectTypeOf<ReturnType<Archived["asResponse"]>>().toEqualTypeOf<Promise<Response>>();
  });
});
