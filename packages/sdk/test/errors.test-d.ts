import {
  type AbortError,
  type ApiError,
  type Attempt,
  type BadRequestError,
  type BadRequestIssue,
  type ConfigurationError,
  type ConnectionError,
  type ErrorBody,
  type InputError,
  KnowledgeBaseError,
  type KnowledgeBaseErrorCode,
  NotFoundError,
  type RateLimitError,
  type RedirectError,
  type ResponseError,
  type ResponseTooLargeError,
  reviveError,
  type SchemaDrift,
  type ServerError,
  StatusError,
  type StopReason,
  type TimeLimit,
  type TimeoutError,
  type UnauthorizedError,
  type ValidationIssue,
} from "@knowledge-base/sdk";
import type { OAuthCallbackError, OAuthCallbackProblem } from "@knowledge-base/sdk/oauth";
import { describe, expectTypeOf, it } from "vitest";

type AnyStatusError = ApiError | BadRequestError | NotFoundError | RateLimitError | ServerError | UnauthorizedError;

type OtherError =
  | AbortError
  | ConfigurationError
  | ConnectionError
  | InputError
  | OAuthCallbackError
  | RedirectError
  | ResponseError
  | ResponseTooLargeError
  | TimeoutError;

describe("the code of an error", () => {
  it("is a literal in each class", () => {
    expectTypeOf<BadRequestError["code"]>().toEqualTypeOf<"bad_request">();
    expectTypeOf<UnauthorizedError["code"]>().toEqualTypeOf<"unauthorized">();
    expectTypeOf<NotFoundError["code"]>().toEqualTypeOf<"not_found">();
    expectTypeOf<RateLimitError["code"]>().toEqualTypeOf<"rate_limit">();
    expectTypeOf<ServerError["code"]>().toEqualTypeOf<"server_error">();
    expectTypeOf<ApiError["code"]>().toEqualTypeOf<"api_error">();
    expectTypeOf<ConnectionError["code"]>().toEqualTypeOf<"connection">();
    expectTypeOf<TimeoutError["code"]>().toEqualTypeOf<"timeout">();
    expectTypeOf<AbortError["code"]>().toEqualTypeOf<"aborted">();
    expectTypeOf<RedirectError["code"]>().toEqualTypeOf<"redirect">();
    expectTypeOf<ResponseError["code"]>().toEqualTypeOf<"response">();
    expectTypeOf<ResponseTooLargeError["code"]>().toEqualTypeOf<"response_too_large">();
    expectTypeOf<InputError["code"]>().toEqualTypeOf<"input">();
    expectTypeOf<ConfigurationError["code"]>().toEqualTypeOf<"configuration">();
    expectTypeOf<OAuthCallbackError["code"]>().toEqualTypeOf<"oauth_callback">();
  });

  it("is one of the codes of all errors", () => {
    expectTypeOf<(AnyStatusError | OtherError)["code"]>().toEqualTypeOf<KnowledgeBaseErrorCode>();
    expectTypeOf<KnowledgeBaseError["code"]>().toEqualTypeOf<KnowledgeBaseErrorCode>();
  });
});

describe("the code and the name of an error", () => {
  it("stay literals if they are put into another object", () => {
    const recorded = ({ code, name }: NotFoundError) => ({ code, name });
    expectTypeOf(recorded).returns.toEqualTypeOf<{ code: "not_found"; name: "NotFoundError" }>();
  });
});

describe("the class of an error", () => {
  it("narrows a caught value", () => {
    const narrowed = (error: unknown) => {
      if (error instanceof StatusError) expectTypeOf(error).toEqualTypeOf<StatusError>();
      if (error instanceof NotFoundError) expectTypeOf(error).toEqualTypeOf<NotFoundError>();
      if (error instanceof KnowledgeBaseError) expectTypeOf(error).toEqualTypeOf<KnowledgeBaseError>();
    };
    expectTypeOf(narrowed).toBeFunction();
  });

  it("has the fields of every error", () => {
    expectTypeOf<Pick<KnowledgeBaseError, Exclude<keyof KnowledgeBaseError, keyof Error | "code">>>().toEqualTypeOf<{
      readonly operation: string | undefined;
      readonly method: string | undefined;
      readonly url: string | undefined;
      readonly attempts: readonly Attempt[];
      readonly stopReason: StopReason | undefined;
      readonly headers: Readonly<Record<string, string>> | undefined;
      readonly requestId: string | undefined;
      toJSON: () => Record<string, unknown>;
    }>();
  });

  it("has its own fields", () => {
    expectTypeOf<StatusError["status"]>().toEqualTypeOf<number>();
    expectTypeOf<StatusError["body"]>().toEqualTypeOf<ErrorBody | undefined>();
    expectTypeOf<StatusError["rawBody"]>().toEqualTypeOf<string | undefined>();
    expectTypeOf<BadRequestError["issues"]>().toEqualTypeOf<readonly BadRequestIssue[]>();
    expectTypeOf<StatusError["retryAfter"]>().toEqualTypeOf<number | undefined>();
    expectTypeOf<RedirectError["status"]>().toEqualTypeOf<number>();
    expectTypeOf<RedirectError["location"]>().toEqualTypeOf<string | undefined>();
    expectTypeOf<ResponseError["status"]>().toEqualTypeOf<number>();
    expectTypeOf<ResponseError["rawBody"]>().toEqualTypeOf<string | undefined>();
    expectTypeOf<ResponseError["issues"]>().toEqualTypeOf<readonly SchemaDrift[]>();
    expectTypeOf<InputError["issues"]>().toEqualTypeOf<readonly ValidationIssue[]>();
    expectTypeOf<TimeoutError["limit"]>().toEqualTypeOf<TimeLimit>();
    expectTypeOf<TimeLimit>().toEqualTypeOf<"timeout" | "deadline" | "fetch">();
    expectTypeOf<ResponseTooLargeError["status"]>().toEqualTypeOf<number>();
    expectTypeOf<ResponseTooLargeError["limit"]>().toEqualTypeOf<number>();
    expectTypeOf<OAuthCallbackError["problem"]>().toEqualTypeOf<OAuthCallbackProblem>();
    expectTypeOf<NotFoundError["name"]>().toEqualTypeOf<"NotFoundError">();
  });

  it("has no fields of another", () => {
    expectTypeOf<ConnectionError>().not.toHaveProperty("status");
    expectTypeOf<AbortError>().not.toHaveProperty("status");
    expectTypeOf<RedirectError>().not.toHaveProperty("body");
    expectTypeOf<NotFoundError>().not.toHaveProperty("issues");
  });

  it("extends the base class", () => {
    expectTypeOf<AnyStatusError | OtherError>().toExtend<KnowledgeBaseError>();
    expectTypeOf<KnowledgeBaseError>().toExtend<Error>();
    expectTypeOf<AnyStatusError>().toExtend<StatusError>();
    expectTypeOf<Extract<OtherError, StatusError>>().toEqualTypeOf<never>();
  });

  it("is abstract if it is the base of several", () => {
    // @ts-expect-error only its subclasses are thrown
    expectTypeOf(() => new KnowledgeBaseError({ message: "" })).toBeFunction();
    // @ts-expect-error only its subclasses are thrown
    expectTypeOf(() => new StatusError({ message: "", status: 404 })).toBeFunction();
  });
});

describe("the fields from which an error is created", () => {
  it("are its message and those that every error of its class has", () => {
    expectTypeOf<{ message: string; status: number }>().toExtend<ConstructorParameters<typeof NotFoundError>[0]>();
    expectTypeOf<{ message: string }>().toExtend<ConstructorParameters<typeof ConfigurationError>[0]>();
    expectTypeOf<{ message: string }>().not.toExtend<ConstructorParameters<typeof NotFoundError>[0]>();
    expectTypeOf<{ status: number }>().not.toExtend<ConstructorParameters<typeof NotFoundError>[0]>();
    expectTypeOf<{ message: string }>().not.toExtend<ConstructorParameters<typeof TimeoutError>[0]>();
  });

  it("are read from JSON by reviveError", () => {
    expectTypeOf(reviveError).parameter(0).toBeUnknown();
    expectTypeOf(reviveError).returns.toExtend<KnowledgeBaseError | undefined>();
  });
});

describe("an attempt", () => {
  it("has its result and the delay that followed", () => {
    expectTypeOf<Attempt>().toEqualTypeOf<{
      readonly number: number;
      readonly started: number;
      readonly duration: number;
      readonly status?: number;
      readonly code?: "connection" | "timeout" | "aborted" | "api_key";
      readonly delay?: number;
      readonly reason?: "backoff" | "retry_after" | "new_key";
    }>();
  });

  it("has one of these reasons if it is the last one", () => {
    expectTypeOf<StopReason>().toEqualTypeOf<
      "not_retryable" | "not_repeatable" | "retries_exhausted" | "deadline" | "retry_after_beyond_deadline" | "aborted"
    >();
  });
});
