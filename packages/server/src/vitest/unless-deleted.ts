import { ControlError } from "../control/control-error.ts";

/** Calls a control of an organization; returns another value if the test has deleted its organization. */
export async function unlessDeleted<Output, Other>(
  call: () => Output | Promise<Output>,
  other: Other,
): Promise<Output | Other> {
  try {
    return await call();
  } catch (error) {
    if (error instanceof ControlError && error.code === "not_found") return other;
    throw error;
  }
}
