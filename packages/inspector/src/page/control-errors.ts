import { fieldsOf, parseJson } from "@knowledge-base/internal/json";
import type { ControlError } from "@knowledge-base/server";

/** Thrown if the server doesn't respond. Browsers don't tell pages why. */
export class UnreachableError extends Error {
  override name = "UnreachableError" as const;
}

/** Thrown if the input of a form is wrong, with the names of the wrong fields. */
export class FormError extends Error {
  override name = "FormError" as const;
  readonly fields: readonly string[];

  constructor(message: string, fields: readonly string[]) {
    super(message);
    this.fields = fields;
  }
}

/** Returns the error of a control's response, whose body may be from something else than the server. */
export function toError(status: number, body: string): Error {
  const { message, problems = [] }: Partial<ControlError> = fieldsOf(fieldsOf(parseJson(body))["error"]);
  if (typeof message !== "string") return new Error(`The server responded with status ${status}.`);
  // The path of a problem begins with the name of a field of the form, such as `sources[0].ingestSourceId`.
  const fields = problems.map(({ path }) => path.split(/[.[]/, 1).join());
  return new FormError(message, fields);
}
