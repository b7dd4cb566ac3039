import type { KnowledgeBaseError } from "@knowledge-base/sdk";
import { expect } from "vitest";

/** Waits for a call to fail and hands on what it rejected with. */
export async function rejection(call: Promise<unknown>): Promise<unknown> {
  const [result] = await Promise.allSettled([call]);
  if (result.status === "fulfilled") throw new Error("The call was expected to fail and did not");
  return result.reason;
}

/** Waits for a call to fail with an error of a class and hands the error on. */
export async function rejectionOf<AnyError extends KnowledgeBaseError>(
  errorClass: abstract new (...args: never) => AnyError,
  call: Promise<unknown>,
): Promise<AnyError> {
  const reason = await rejection(call);
  if (reason instanceof errorClass) return reason;
  expect(reason).toBeInstanceOf(errorClass);
  throw reason;
}
