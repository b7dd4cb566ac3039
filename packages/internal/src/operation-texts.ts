import { fieldsOf } from "./json.ts";
import { showName } from "./texts.ts";

/** Returns the summary of an operation or a control as the end of a sentence that begins with "Failed to". */
export function asTask(summary: string): string {
  return summary.charAt(0).toLowerCase() + summary.slice(1);
}

/** Returns the name in messages of a value that should be an operation. */
export function describeOperation(value: unknown): string {
  const { id } = fieldsOf(value);
  return typeof id === "string" && id !== "" ? `the operation ${showName(id)}` : "an operation";
}

/** Tells a model that a person didn't confirm its call. */
export const deniedText =
  "The person did not allow this call. Nothing was changed. Do not repeat it unless the person asks for it.";
