/** Thrown to reject a request; `error-response.ts` converts it into the response. */
export class HttpError extends Error {
  readonly status: number;

  /** The problem in one sentence; one sentence per invalid field if the validation failed. */
  readonly details: string | readonly string[];

  constructor(status: number, details: string | readonly string[]) {
    super(typeof details === "string" ? details : details.join("; "));
    this.status = status;
    this.details = details;
  }
}

/** Functions with which a handler rejects a request. They never return. */
export interface RequestFailures {
  /** Rejects the request with 400. Each problem is a sentence about a field, such as `limit must be even`. */
  invalid(...problems: readonly string[]): never;
  /** Rejects the request with 404 and the message `Page not found`, for the resource `Page`. */
  notFound(resource: string): never;
  /**
   * Rejects the request with any error status.
   *
   * @param status - from 400 to 599
   */
  status(status: number, message: string): never;
}

export const fail: RequestFailures = {
  invalid(...problems) {
    throw new HttpError(400, problems);
  },
  notFound(resource) {
    throw new HttpError(404, `${resource} not found`);
  },
  status(status, message) {
    if (Number.isInteger(status) && status >= 400 && status <= 599) throw new HttpError(status, String(message));
    throw new RangeError(`the status of a failure must be from 400 to 599, not ${status}`);
  },
};
