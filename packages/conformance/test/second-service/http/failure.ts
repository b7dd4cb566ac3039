/** Ends the handling of a request with an error status. */
export class Failure extends Error {
  override readonly name = "Failure";
  readonly status: number;
  /** The field of the request that is invalid, if the status is 400. */
  readonly field: string | undefined;

  constructor(status: number, message: string, field?: string) {
    super(message);
    this.status = status;
    this.field = field;
  }
}
