import {
  type ApiError,
  type BadRequestError,
  type ConfigurationError,
  type ConnectionError,
  type ErrorBody,
  type InputError,
  KnowledgeBaseError,
  type KnowledgeBaseErrorCode,
  NotFoundError,
  type ResponseError,
  StatusError,
  type UnauthorizedError,
  type ValidationIssue,
} from "@knowledge-base/sdk";
import { describe, expectTypeOf, it } from "vitest";

type AnyError =
  | ApiError
  | BadRequestError
  | ConfigurationError
  | ConnectionError
  | InputError
  | NotFoundError
  | ResponseError
  | UnauthorizedError;

describe("the code of an error", () => {
  it("is a literal in each class", () => {
    expectTypeOf<BadRequestError["code"]>().toEqualTypeOf<"bad_request">();
    expectTypeOf<UnauthorizedError["code"]>().toEqualTypeOf<"unauthorized">();
    expectTypeOf<NotFoundError["code"]>().toEqualTypeOf<"not_found">();
    expectTypeOf<ApiError["code"]>().toEqualTypeOf<"api_error">();
    expectTypeOf<ConnectionError["code"]>().toEqualTypeOf<"connection">();
    expectTypeOf<ResponseError["code"]>().toEqualTypeOf<"response">();
    expectTypeOf<InputError["code"]>().toEqualTypeOf<"input">();
    expectTypeOf<ConfigurationError["code"]>().toEqualTypeOf<"configuration">();
  });

  it("is one of the codes of the family", () => {
    expectTypeOf<AnyError["code"]>().toEqualTypeOf<KnowledgeBaseErrorCode>();
    expectTypeOf<KnowledgeBaseError["code"]>().toEqualTypeOf<KnowledgeBaseErrorCode>();
  });

  it("narrows the error in a switch", () => {
    const narrowed = (error: AnyError) => {
      switch (error.code) {
        case "bad_request":
          return expectTypeOf(error).toEqualTypeOf<BadRequestError>();
        case "unauthorized":
          return expectTypeOf(error).toEqualTypeOf<UnauthorizedError>();
        case "not_found":
          return expectTypeOf(error).toEqualTypeOf<NotFoundError>();
        case "api_error":
          return expectTypeOf(error).toEqualTypeOf<ApiError>();
        case "connection":
          return expectTypeOf(error).toEqualTypeOf<ConnectionError>();
        case "response":
          return expectTypeOf(error).toEqualTypeOf<ResponseError>();
        case "input":
          return expectTypeOf(error).toEqualTypeOf<InputError>();
        case "configuration":
          return expectTypeOf(error).toEqualTypeOf<ConfigurationError>();
        default:
          return expectTypeOf(error).toEqualTypeOf<never>();
      }
    };
    expectTypeOf(narrowed).toBeFunction();
  });
});

describe("the class of an error", () => {
  it("narrows what was caught", () => {
    const narrowed = (error: unknown) => {
      if (error instanceof StatusError) expectTypeOf(error).toEqualTypeOf<StatusError>();
      if (error instanceof NotFoundError) expectTypeOf(error).toEqualTypeOf<NotFoundError>();
      if (error instanceof KnowledgeBaseError) expectTypeOf(error).toEqualTypeOf<KnowledgeBaseError>();
    };
    expectTypeOf(narrowed).toBeFunction();
  });

  it("gives what belongs to it", () => {
    expectTypeOf<StatusError["status"]>().toEqualTypeOf<number>();
    expectTypeOf<StatusError["body"]>().toEqualTypeOf<ErrorBody | undefined>();
    expectTypeOf<ResponseError["status"]>().toEqualTypeOf<number>();
    expectTypeOf<InputError["issues"]>().toEqualTypeOf<readonly ValidationIssue[]>();
    expectTypeOf<ConnectionError>().not.toHaveProperty("status");
    expectTypeOf<NotFoundError["name"]>().toEqualTypeOf<"NotFoundError">();
  });

  it("is one of the family", () => {
    expectTypeOf<AnyError>().toExtend<KnowledgeBaseError>();
    expectTypeOf<KnowledgeBaseError>().toExtend<Error>();
    expectTypeOf<ApiError | BadRequestError | NotFoundError | UnauthorizedError>().toExtend<StatusError>();
    expectTypeOf<ConnectionError>().not.toExtend<StatusError>();
    expectTypeOf<ResponseError>().not.toExtend<StatusError>();
  });

  it("is abstract where it stands for several", () => {
    // @ts-expect-error only its subclasses are thrown
    expectTypeOf(() => new KnowledgeBaseError()).toBeFunction();
    // @ts-expect-error only its subclasses are thrown
    expectTypeOf(() => new StatusError("", { status: 400, body: undefined })).toBeFunction();
  });
});
