import { Failure } from "./failure.ts";

/** Creates the failure of a request whose field is invalid: `invalid("limit", "must be an integer")`. */
export function invalid(field: string, problem: string): Failure {
  return new Failure(400, `${field} ${problem}`, field);
}
