const causes = {
  route: "no operation has this method and path",
  auth: "of its API key",
  validation: "its input is not valid",
  not_found: "the operation did not find a record",
  failure: "the server, or a function passed to it, failed",
};

// The fields of a journal entry about the response to a request.
interface ResponseOutcome {
  readonly reason: "success" | "fault" | "abandoned" | keyof typeof causes;
  readonly status: number | null;
  readonly message: string | null;
  readonly committed: boolean;
}

/**
 * Explains what happened to a request, as the end of a sentence that begins with the request.
 *
 * @param fault - what the text calls the planned fault, if there was one
 */
export function explainOutcome({ reason, status, message, committed }: ResponseOutcome, fault: string): string {
  const execution = committed ? "The operation was executed." : "The operation was not executed.";
  switch (reason) {
    case "success":
      return `succeeded with ${status}.`;
    case "fault": {
      const response = status === null ? "got no response" : `got the response ${status}`;
      return `${response}, because the planned fault ${fault} was applied. ${execution}`;
    }
    case "abandoned":
      return `was aborted by the caller before the response. ${execution}`;
    default:
      return `failed with ${status}, because ${causes[reason]}${message === null ? "" : `: ${message}`}.`;
  }
}
