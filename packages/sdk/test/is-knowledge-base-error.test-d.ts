import {
  type AnyKnowledgeBaseError,
  type CallError,
  type CallErrorEvent,
  type InputError,
  isKnowledgeBaseError,
  type KnowledgeBaseErrorCode,
  type NotFoundError,
  type RateLimitError,
  reviveError,
  type ServerError,
} from "@knowledge-base/sdk";
import type { OAuthCallbackError } from "@knowledge-base/sdk/oauth";
import { describe, expectTypeOf, it } from "vitest";

declare const thrown: unknown;
declare const failure: CallError<"pages.archive">;

describe("isKnowledgeBaseError", () => {
  it("narrows to the error of a code", () => {
    if (isKnowledgeBaseError(thrown, "not_found")) expectTypeOf(thrown).toEqualTypeOf<NotFoundError>();
    if (isKnowledgeBaseError(thrown, "input")) expectTypeOf(thrown.issues).toEqualTypeOf<InputError["issues"]>();
    if (isKnowledgeBaseError(thrown, "oauth_callback")) expectTypeOf(thrown).toEqualTypeOf<OAuthCallbackError>();
  });

  it("narrows to any error of the client without a code", () => {
    if (isKnowledgeBaseError(thrown)) {
      expectTypeOf(thrown).toEqualTypeOf<CallError | OAuthCallbackError>();
      expectTypeOf(thrown).toEqualTypeOf<AnyKnowledgeBaseError>();
      expectTypeOf<(typeof thrown)["code"]>().toEqualTypeOf<KnowledgeBaseErrorCode>();
      if (thrown.code === "rate_limit") expectTypeOf(thrown).toEqualTypeOf<RateLimitError>();
    }
  });

  it("narrows to several errors if the code may be one of several", () => {
    const codes = (code: "rate_limit" | "server_error") => {
      if (isKnowledgeBaseError(thrown, code)) expectTypeOf(thrown).toEqualTypeOf<RateLimitError | ServerError>();
    };
    expectTypeOf(codes).toBeFunction();
  });

  it("narrows the error of a call, and excludes the kind if it returns false", () => {
    if (isKnowledgeBaseError(failure, "not_found")) expectTypeOf(failure).toEqualTypeOf<NotFoundError>();
    else expectTypeOf(failure).toEqualTypeOf<Exclude<CallError<"pages.archive">, NotFoundError>>();
  });

  it("does not narrow unrelated errors", () => {
    if (!isKnowledgeBaseError(thrown)) expectTypeOf(thrown).toBeUnknown();
  });

  it("rejects a code that no error has", () => {
    // @ts-expect-error unknown code
    expectTypeOf(isKnowledgeBaseError(thrown, "gone")).toBeBoolean();
  });
});

describe("comparing the code", () => {
  it("narrows a revived error", () => {
    const revived = reviveError(thrown);
    if (revived?.code === "not_found") expectTypeOf(revived).toEqualTypeOf<NotFoundError>();
    if (revived?.code === "input") expectTypeOf(revived.issues).toEqualTypeOf<InputError["issues"]>();
    expectTypeOf(revived).toEqualTypeOf<AnyKnowledgeBaseError | undefined>();
  });

  it("narrows the error of an event", () => {
    const onError = ({ error }: CallErrorEvent) => {
      if (error.code === "rate_limit") expectTypeOf(error).toEqualTypeOf<RateLimitError>();
      expectTypeOf(error).toEqualTypeOf<AnyKnowledgeBaseError>();
    };
    expectTypeOf(onError).toBeFunction();
  });
});
