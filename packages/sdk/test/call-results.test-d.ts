import {
  type Attempt,
  type CallError,
  CallPromise,
  type ChannelBinding,
  type IndexEntry,
  type KnowledgeBase,
  NotFoundError,
  type OAuthStart,
  type Page,
  type ResultWithResponse,
  type SafeResult,
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
          readonly error: CallError<"pages.archive">;
          readonly data?: undefined;
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

  it("can be destructured, and is then discriminated by ok and by error", async () => {
    const { ok, data, error, response, attempts } = await call().safe();
    expectTypeOf(attempts).toEqualTypeOf<readonly Attempt[]>();
    expectTypeOf(data).toEqualTypeOf<Page | undefined>();
    expectTypeOf(error).toEqualTypeOf<CallError<"pages.archive"> | undefined>();
    if (ok) {
      expectTypeOf(data).toEqualTypeOf<Page>();
      expectTypeOf(response).toEqualTypeOf<Response>();
    } else expectTypeOf(error).toEqualTypeOf<CallError<"pages.archive">>();
    if (error === undefined) expectTypeOf(data).toEqualTypeOf<Page>();
    else if (error.code === "not_found") expectTypeOf(error).toEqualTypeOf<NotFoundError>();
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

describe("a call of a test", () => {
  it("is created from a value or from an error", () => {
    expectTypeOf(CallPromise.fromValue([1])).toExtend<CallPromise<number[], never>>();
    expectTypeOf<CallPromise<number[], never>>().toExtend<CallPromise<number[], CallError<"pages.archive">>>();
    const error = new NotFoundError({ message: "Failed to archive a page.", status: 404 });
    expectTypeOf(CallPromise.fromError(error)).toExtend<Archived>();
    expectTypeOf(CallPromise.fromValue({} as Page, new Response())).toExtend<Archived>();
    // @ts-expect-error the call of another output
    expectTypeOf(CallPromise.fromValue("no page")).toExtend<Archived>();
  });

  it("can replace each method of a client", () => {
    const client: Pick<KnowledgeBase, "promptIndex"> = { promptIndex: { get: () => CallPromise.fromValue([]) } };
    expectTypeOf(client.promptIndex.get({ brainId: "b" })).toExtend<Promise<IndexEntry[]>>();
    const pages: KnowledgeBase["pages"] = { archive: () => CallPromise.fromValue({} as Page) };
    const channels: KnowledgeBase["channels"] = { list: () => CallPromise.fromValue([]) };
    const oauth: KnowledgeBase["oauth"] = { start: () => CallPromise.fromValue({} as OAuthStart) };
    const bindings: KnowledgeBase["bindings"] = {
      update: () => CallPromise.fromValue({} as ChannelBinding),
      unbind: () => CallPromise.fromValue({ disconnected: true }),
    };
    expectTypeOf({ ...client, pages, channels, oauth, bindings }).toExtend<
      Pick<KnowledgeBase, "promptIndex" | "pages" | "channels" | "oauth" | "bindings">
    >();
  });
});

describe("asResponse", () => {
  it("resolves with the response", () => {
    expectTypeOf<ReturnType<Archived["asResponse"]>>().toEqualTypeOf<Promise<Response>>();
  });
});
