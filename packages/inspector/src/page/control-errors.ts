import { fieldsOf, parseJson } from "@knowledge-base/internal";
import type { HttpControlError } from "./server-internals.ts";

/** Thrown if the server doesn't respond. Browsers don't tell pages why. */
export class UnreachableError extends Error {
  override name = "UnreachableError" as const;
}

/** Thrown if an input is wrong, with the names of the wrong fields. */
export class InputError extends Error {
  override name = "InputError" as const;
  readonly fields: readonly string[];

  constructor(message: string, fields: readonly string[]) {
    super(message);
    this.fields = fields;
  }
}

/** Returns the error of a control's response, whose body may be from something else than the server. */
export function toError(status: number, body: string): Error {
  const { message, problems = [] }: Partial<HttpControlError> = fieldsOf(fieldsOf(parseJson(body))["error"]);
  if (typeof message !== "string") return new Error(`The server responded with status ${status}.`);
  // The path of a problem begins with the name of a field of the form, such as `sources[0].ingestSourceId`.
  const fields = problems.map(({ path }) => path.split(/[.[]/, 1).join());
  return new InputError(message, fields);
}
