import type { ParsedResponse } from "./post.ts";

/** Returns the response to a request that is not valid. */
export function invalidRequestResponse(part: "body" | "query", place: string, message: string): ParsedResponse {
  const problems = [{ path: place, message }];
  const error = {
    code: "invalid_input",
    message: `Failed to read the ${part}: ${place || "it"} ${message}.`,
    problems,
  };
  return { status: 400, body: { error } };
}
