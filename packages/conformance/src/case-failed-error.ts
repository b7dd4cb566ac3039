/** Thrown by a case if the implementation behaves differently. */
export class CaseFailedError extends Error {
  override readonly name: string = "CaseFailedError";
  /** The problem without the request and the response: the same for all cases that fail because of it. */
  readonly problem: string;

  constructor(message: string, problem = message) {
    super(message);
    this.problem = problem;
  }
}
