import type { ReceivedResponse } from "./received-response.ts";

/** Thrown by a case if the implementation behaves differently. */
export class CaseFailedError extends Error {
  override readonly name = "CaseFailedError";
  /** The problem without the request and the response, which is the same for all cases that fail because of it. */
  readonly problem: string;
  /** The response that has the problem, if there is a single one. */
  readonly response: ReceivedResponse | undefined;

  /**
   * @param response - response that has the problem; the message begins with its request and ends with its body
   * @param detail - what is special about this response, which is added to the message only
   */
  constructor(problem: string, response?: ReceivedResponse, detail = "") {
    const body = `The body: ${response?.shownBody || "(empty)"}`;
    super(response ? `${response.requestDescription} ${problem}${detail && ` (${detail})`}. ${body}` : problem);
    this.problem = problem;
    this.response = response;
  }
}
