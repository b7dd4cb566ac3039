import { ControlError } from "@knowledge-base/server";

export interface StepError {
  readonly code: string;
  readonly message: string;
}

/** Returns code and message of the {@link ControlError} with which a call must reject. */
export async function catchControlError(call: Promise<unknown>): Promise<StepError> {
  const [result] = await Promise.allSettled([call]);
  if (result.status === "fulfilled") throw new Error("The call was expected to reject and did not");
  if (!(result.reason instanceof ControlError)) throw result.reason;
  const { code, message } = result.reason;
  return { code, message };
}
