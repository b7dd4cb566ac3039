/** The six operations of section 4. */
export type OperationName =
  | ("updateBinding" | "unbindChannel" | "archivePage")
  | ("listChannels" | "readIndex" | "startOauth");

/** A request as it was received. */
export interface ServiceRequest {
  readonly method: string;
  /** Still percent-encoded, without the query string. */
  readonly path: string;
  readonly query: URLSearchParams;
  /** By their names in lower case. */
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
  /** The operation of the specification that method and path stand for, if any. */
  readonly operation: OperationName | undefined;
}

/** A response before it is serialized. */
export interface Reply {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  /** Becomes JSON, or text if the headers contain another content type. `undefined` becomes an empty body. */
  readonly value: unknown;
}

/** Ends the handling of a request with an error status. */
export class Failure extends Error {
  readonly status: number;
  /** The field of the request that is invalid, if the status is 400. */
  readonly field: string | undefined;

  constructor(status: number, message: string, field?: string) {
    super(message);
    this.status = status;
    this.field = field;
  }
}

/** Creates the failure of a request whose field is invalid: `invalid("limit", "must be an integer")`. */
export function invalid(field: string, problem: string): Failure {
  return new Failure(400, `${field} ${problem}`, field);
}

/** The content of a signed OAuth state, which expires at a number of milliseconds since 1970. */
export type OAuthState = { readonly brainId: string; readonly expiresAt: number; readonly nonce: string };
