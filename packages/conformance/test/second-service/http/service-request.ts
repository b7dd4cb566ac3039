import type { IncomingHttpHeaders } from "node:http";
import type { OperationName } from "../api/operation-name.ts";

/** A request as it was received. */
export interface ServiceRequest {
  readonly method: string;
  /** As received: still percent-encoded, without the query string. */
  readonly path: string;
  readonly query: URLSearchParams;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
  /** The operation of the specification that method and path stand for, if any. */
  readonly operation: OperationName | undefined;
}
