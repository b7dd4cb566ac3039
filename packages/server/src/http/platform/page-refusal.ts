/** The pages refuse a request before anybody is asked. */
export class PageRefusal extends Error {
  readonly status: number;
  /** Why, for programs. */
  readonly code: string;

  constructor(status: number, code: string, message: string) {
    super(message);
    this.status = status;
    this.code = code;
  }
}
