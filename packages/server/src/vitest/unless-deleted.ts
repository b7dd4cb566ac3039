import type { ControlError } from "../records/errors.ts";

/** Calls a control of an organization; returns another value if the test has deleted its organization. */
export async function unlessDeleted<Output, Other>(
  call: () => Output | Promise<Output>,
  other: Other,
): Promise<Output | Other> {
  try {
    return await call();
  } catch (error) {
    // Not `instanceof`: the server may come from another copy of this package, such as its CommonJS form.
    const { name, code }: Partial<ControlError> = Object(error);
    if (name === "ControlError" && code === "not_found") return other;
    throw error;
  }
}
