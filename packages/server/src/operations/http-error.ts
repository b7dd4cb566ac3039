/** Thrown to reject a request; `service/error-response.ts` converts it into the response. */
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

/** Functions with which a handler rejects a request. */
export const fail = {
  /** Rejects the request with 400 because of fields that the contract allows and this server does not. */
  invalid(...problems: readonly string[]): never {
    throw new HttpError(400, problems);
  },

  /** Rejects the request with 404. */
  notFound(resource: string): never {
    throw new HttpError(404, `${resource} not found`);
  },
};
