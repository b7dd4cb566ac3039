import {
  type AbortError,
  type ApiError,
  type BadRequestError,
  type CallError,
  type CommonError,
  type ConfigurationError,
  type ConnectionError,
  defineOperation,
  type InputError,
  type KnowledgeBaseErrorCode,
  type NotFoundError,
  type Operation,
  type RateLimitError,
  type RedirectError,
  type ResponseError,
  type ResponseTooLargeError,
  type ServerError,
  type TimeoutError,
  type UnauthorizedError,
} from "@knowledge-base/sdk";
import type { OperationId } from "@knowledge-base/types";
import { describe, expectTypeOf, it } from "vitest";
import * as z from "zod";

/** Errors that any call may reject with. */
type AlwaysPossible =
  | RateLimitError
  | ServerError
  | ApiError
  | ConnectionError
  | TimeoutError
  | AbortError
  | RedirectError
  | ResponseError
  | ResponseTooLargeError
  | InputError
  | ConfigurationError;

type EveryError = AlwaysPossible | BadRequestError | UnauthorizedError | NotFoundError;

/** Compiles only if the type has no values left, which means that every case is handled. */
declare function unreachable(value: never): never;

const success = { status: 200, schema: z.object({}) };
const safeGet = { summary: "Get it", method: "GET", path: "/v1/it", success, idempotency: "safe" } as const;
const unauthorized = defineOperation({ ...safeGet, id: "it.authorize", errors: [401] });
const notFound = defineOperation({ ...safeGet, id: "it.find", errors: [404] });
const without = defineOperation({ ...safeGet, id: "it.get", errors: [] });
const busy = defineOperation({ ...safeGet, id: "it.wait", errors: [404, 409, 429, 503] });

describe("CallError", () => {
  it("has for each operation the declared errors and those of any call", () => {
    expectTypeOf<CallError<"bindings.update">>().toEqualTypeOf<EveryError>();
    expectTypeOf<CallError<"bindings.unbind">>().toEqualTypeOf<EveryError>();
    expectTypeOf<CallError<"channels.list">>().toEqualTypeOf<EveryError>();
    expectTypeOf<CallError<"oauth.start">>().toEqualTypeOf<EveryError>();
    expectTypeOf<CallError<"pages.archive">>().toEqualTypeOf<EveryError>();
    expectTypeOf<CallError<"promptIndex.get">>().toEqualTypeOf<EveryError>();
  });

  it("has for an operation of the user exactly the errors that it declares", () => {
    expectTypeOf<CallError<typeof unauthorized>>().toEqualTypeOf<AlwaysPossible | UnauthorizedError>();
    expectTypeOf<CallError<typeof busy>>().toEqualTypeOf<AlwaysPossible | NotFoundError>();
    expectTypeOf<CallError<typeof notFound>>().toEqualTypeOf<AlwaysPossible | NotFoundError>();
    expectTypeOf<CallError<typeof without>>().toEqualTypeOf<AlwaysPossible>();
  });

  it("has for one of several operations the errors that any of them declares", () => {
    expectTypeOf<CallError<typeof unauthorized | typeof notFound>>().toEqualTypeOf<
      AlwaysPossible | UnauthorizedError | NotFoundError
    >();
    expectTypeOf<CallError<OperationId>>().toEqualTypeOf<EveryError>();
  });

  it("has every error if the operation is not known", () => {
    expectTypeOf<CallError>().toEqualTypeOf<EveryError>();
    expectTypeOf<CallError<Operation>>().toEqualTypeOf<EveryError>();
  });

  it("has codes that discriminate its members", () => {
    expectTypeOf<CallError["code"]>().toEqualTypeOf<Exclude<KnowledgeBaseErrorCode, "oauth_callback">>();
    expectTypeOf<Extract<CallError, { readonly code: "not_found" }>>().toEqualTypeOf<NotFoundError>();
    expectTypeOf<Extract<CallError, { readonly code: "rate_limit" }>>().toEqualTypeOf<RateLimitError>();
    expectTypeOf<Extract<CallError, { readonly code: "aborted" }>>().toEqualTypeOf<AbortError>();
  });

  it("rejects an id that the contract does not have", () => {
    // @ts-expect-error unknown operation
    expectTypeOf<CallError<"pages.restore">>().not.toBeNever();
  });
});

describe("CommonError", () => {
  it("has the errors that any call may reject with", () => {
    expectTypeOf<CommonError>().toEqualTypeOf<AlwaysPossible>();
  });
});

describe("a switch over the code of an error", () => {
  it("narrows the error, and leaves nothing if every case is handled", () => {
    const explain = (error: CallError<"pages.archive">) => {
      switch (error.code) {
        case "bad_request":
          return expectTypeOf(error).toEqualTypeOf<BadRequestError>();
        case "unauthorized":
          return expectTypeOf(error).toEqualTypeOf<UnauthorizedError>();
        case "not_found":
          return expectTypeOf(error).toEqualTypeOf<NotFoundError>();
        case "rate_limit":
          return expectTypeOf(error).toEqualTypeOf<RateLimitError>();
        case "server_error":
          return expectTypeOf(error).toEqualTypeOf<ServerError>();
        case "api_error":
          return expectTypeOf(error).toEqualTypeOf<ApiError>();
        case "connection":
          return expectTypeOf(error).toEqualTypeOf<ConnectionError>();
        case "timeout":
          return expectTypeOf(error).toEqualTypeOf<TimeoutError>();
        case "aborted":
          return expectTypeOf(error).toEqualTypeOf<AbortError>();
        case "redirect":
          return expectTypeOf(error).toEqualTypeOf<RedirectError>();
        case "response":
          return expectTypeOf(error).toEqualTypeOf<ResponseError>();
        case "response_too_large":
          return expectTypeOf(error).toEqualTypeOf<ResponseTooLargeError>();
        case "input":
          return expectTypeOf(error).toEqualTypeOf<InputError>();
        case "configuration":
          return expectTypeOf(error).toEqualTypeOf<ConfigurationError>();
        default:
          return unreachable(error);
      }
    };
    expectTypeOf(explain).toBeFunction();
  });

  it("does not compile with a never-check if a case is missing", () => {
    const explain = (error: CallError<"pages.archive">) => {
      switch (error.code) {
        case "bad_request":
        case "unauthorized":
        case "not_found":
        case "rate_limit":
        case "server_error":
        case "api_error":
        case "connection":
        case "aborted":
        case "redirect":
        case "response":
        case "response_too_large":
        case "input":
        case "configuration":
          return error.message;
        default:
          expectTypeOf(error).toEqualTypeOf<TimeoutError>();
          // @ts-expect-error the case "timeout" is missing
          return unreachable(error);
      }
    };
    expectTypeOf(explain).toBeFunction();
  });

  it("needs no case for a status that the operation does not declare", () => {
    const explain = (error: CallError<typeof notFound>) => {
      switch (error.code) {
        case "not_found":
        case "rate_limit":
        case "server_error":
        case "api_error":
        case "connection":
        case "timeout":
        case "aborted":
        case "redirect":
        case "response":
        case "response_too_large":
        case "input":
        case "configuration":
          return error.message;
        default:
          return unreachable(error);
      }
    };
    expectTypeOf(explain).toBeFunction();
  });

  it("rejects a case that is impossible", () => {
    const explain = (error: CallError<typeof notFound>) => {
      // @ts-expect-error the operation does not declare 401
      if (error.code === "unauthorized") return error;
      // @ts-expect-error no call rejects with the error of a callback
      return error.code === "oauth_callback";
    };
    expectTypeOf(explain).toBeFunction();
  });
});
