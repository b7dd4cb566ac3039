/** The statuses that the server itself answers when it refuses a request. */
export type HttpErrorStatus = 400 | 401 | 404 | 413;

/** A request is refused. One place at the edge turns it into an answer. */
export class HttpError extends Error {
  readonly status: HttpErrorStatus;

  /** What is wrong: a sentence, or for a failed validation a sentence for each offending field. */
  readonly details: string | readonly string[];

  constructor(status: HttpErrorStatus, details: string | readonly string[]) {
    super(typeof details === "string" ? details : details.join("; "));
    this.status = status;
    this.details = details;
  }
}

/** How a rule refuses a request. */
export const fail = {
  /** Answers 404. */
  notFound(what: string): never {
    throw new HttpError(404, `${what} not found`);
  },
};
