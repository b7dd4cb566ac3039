import type { Posted } from "./post.ts";

/** The whole answer to a request of which one place cannot be read. */
export function invalid(part: "body" | "query", place: string, message: string): Posted {
  const problems = [{ path: place, message }];
  const error = {
    code: "invalid_input",
    message: `Failed to read the ${part}: ${place || "it"} ${message}.`,
    problems,
  };
  return { status: 400, body: { error } };
}
