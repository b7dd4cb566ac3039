import { expect } from "vitest";

/** Waits for a call to reject with an error of a class, and returns the error. */
export async function expectRejection<ErrorClass extends abstract new (...args: never) => Error>(
  errorClass: ErrorClass,
  call: Promise<unknown>,
): Promise<InstanceType<ErrorClass>> {
  const [result] = await Promise.allSettled([call]);
  if (result.status === "fulfilled") throw new Error("The call was expected to fail and did not");
  expect(result.reason).toBeInstanceOf(errorClass);
  return result.reason as InstanceType<ErrorClass>;
}

/** Returns what a function throws. */
export function getThrown(run: () => unknown): unknown {
  try {
    run();
  } catch (thrown) {
    return thrown;
  }
  throw new Error("The function was expected to throw and did not");
}
