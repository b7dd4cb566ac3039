import type { ControlError } from "@knowledge-base/server";
import { describe, expectTypeOf, it } from "vitest";
import type { ControlErrorCode, ControlProblem } from "../src/records/errors.ts";

describe("an error of a control", () => {
  it("has a literal code and the problems of the input", () => {
    expectTypeOf<ControlError>().toExtend<Error>();
    expectTypeOf<ControlError["name"]>().toEqualTypeOf<"ControlError">();
    expectTypeOf<ControlError["code"]>().toEqualTypeOf<ControlErrorCode>();
    expectTypeOf<ControlErrorCode>().toEqualTypeOf<
      | "invalid_input"
      | "not_found"
      | "conflict"
      | "timeout"
      | "too_large"
      | "unauthorized"
      | "unreachable"
      | "oauth_invalid_state"
      | "oauth_expired_state"
      | "oauth_used_state"
      | "oauth_wrong_code"
    >();
    expectTypeOf<ControlError["problems"]>().toEqualTypeOf<readonly ControlProblem[]>();
  });
});
