const advice: Readonly<Record<number, string>> = {
  401: " Check the option apiKey, or the variable KNOWLEDGE_BASE_API_KEY.",
  404: " The body is not the documented one: check baseUrl and proxies.",
};

/** Returns the message of the error of a response whose error body is not the documented one. */
export function undocumentedMessage(task: string, status: number, problem: string): string {
  return `Failed to ${task}: ${status} ${problem}.${advice[status] ?? ""}`;
}

/** The problem of a body that is empty. */
export const emptyBody = "with an empty body";

/** The problem of a body that has no message. */
export const noMessage = "without an error message (rawBody has the body)";
