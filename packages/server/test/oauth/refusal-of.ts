import { ControlError } from "@knowledge-base/server";

/** Why a step of the flow refused. */
export interface StepRefusal {
  readonly code: string;
  readonly message: string;
}

/** Waits for a control to refuse and gives what its error says. */
export async function refusalOf(call: Promise<unknown>): Promise<StepRefusal> {
  const [result] = await Promise.allSettled([call]);
  if (result.status === "fulfilled") throw new Error("The control was expected to refuse and did not");
  if (!(result.reason instanceof ControlError)) throw result.reason;
  const { code, message } = result.reason;
  return { code, message };
}
