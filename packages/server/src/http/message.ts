import type { ErrorBody } from "@knowledge-base/types";

/** A request, independent of the adapter that received it. */
export interface HttpRequest {
  readonly method: string;
  /** Scheme, host and port of the URL. */
  readonly origin: string;
  /** Path as the client sent it, without the query. */
  readonly path: string;
  /** Query of the URL, without the question mark. */
  readonly query: string;
  /** By name, in lower case. The caller can't change them any more. */
  readonly headers: Readonly<Record<string, string | undefined>>;
  /** The body, or a promise of it while it arrives. If it doesn't arrive completely, the request counts as aborted. */
  readonly body: RequestBody | Promise<RequestBody>;
  /** Reason why the adapter rejects the request. */
  readonly rejection?: { readonly status: number; readonly message: string } | undefined;
  /** Aborts when the caller aborts the request. */
  readonly signal: AbortSignal | null;
  /** Returns whether the caller has aborted the request. */
  isAborted(): boolean;
}

/** The body of a request. */
export interface RequestBody {
  /** The body as text, or its beginning if it is too large. */
  readonly text: string;
  /** Whether the adapter has stopped reading at the limit. */
  readonly isTooLarge: boolean;
}

export const noBody: RequestBody = { text: "", isTooLarge: false };

export interface HttpResponse {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
  /** Whether the adapter sends the body, and then never ends it. */
  readonly isStalled?: boolean;
}

/** How a request ends without a response: it never ends, or the connection is reset. */
export type LostResponse = "hang" | "reset";

/** Handles a request. It never rejects: an error becomes a response. */
export type RequestHandler = (request: HttpRequest) => Promise<HttpResponse | LostResponse>;

const jsonHeaders: HttpResponse["headers"] = { "content-type": "application/json; charset=utf-8" };

/** Creates a response with a body of JSON, or without one if it is empty. */
export function createJsonResponse(status: number, body: string, headers: HttpResponse["headers"] = {}): HttpResponse {
  return { status, headers: body === "" ? headers : { ...jsonHeaders, ...headers }, body };
}

/** Creates the response to an OPTIONS request for a path with methods, as Express does. */
export function createOptionsResponse(methods: readonly string[]): HttpResponse {
  const allowed = new Set(methods.includes("GET") ? [...methods, "HEAD"] : methods);
  const allow = Array.from(allowed).toSorted().join(", ");
  const headers = { allow, "content-type": "text/plain; charset=utf-8", "x-content-type-options": "nosniff" };
  return { status: 200, headers, body: allow };
}

/** Removes the body of a response to HEAD and keeps its length. A body that isn't sent can't stall. */
export function omitBody({ status, headers, body }: HttpResponse): HttpResponse {
  if (body === "") return { status, headers, body };
  const length = new TextEncoder().encode(body).length;
  return { status, headers: { "content-length": String(length), ...headers }, body: "" };
}

/** Returns the method of the operation or page that handles a request: what handles GET also handles HEAD. */
export function withoutHead(method: string): string {
  return method === "HEAD" ? "GET" : method;
}

/** Returns whether a header `content-type` names a media type, with any parameters, such as a charset. */
export function hasMediaType(contentType: string | null | undefined, mediaType: string): boolean {
  const [named = ""] = (contentType ?? "").split(";");
  return named.trim().toLowerCase() === mediaType;
}

export interface ErrorResponseFields {
  readonly status: number;
  readonly message: string;
  /** Message of the nested `body`, if it differs. */
  readonly details?: string | readonly string[];
  readonly path: string;
  readonly timestamp: string;
  readonly headers?: Readonly<Record<string, string>>;
}

/** Creates a response with the documented error body. Specification, section 7. */
export function createErrorResponse(fields: ErrorResponseFields): HttpResponse {
  const { status, message, details = message, path, timestamp, headers } = fields;
  const body: ErrorBody = {
    statusCode: status,
    timestamp,
    path,
    message,
    body: { statusCode: status, message: details, error: statusTitle(status) },
  };
  return createJsonResponse(status, JSON.stringify(body), headers);
}

/** Returns the reason phrase of a status; empty for an unassigned one. */
export function reasonPhrase(status: number): string {
  return reasonPhrases[status] ?? "";
}

/** Returns the title of an error status. */
export function statusTitle(status: number): string {
  return reasonPhrase(status) || (status < 500 ? "Client Error" : "Server Error");
}

const reasonPhrases: Readonly<Record<number, string>> = {
  200: "OK",
  201: "Created",
  202: "Accepted",
  203: "Non-Authoritative Information",
  204: "No Content",
  205: "Reset Content",
  206: "Partial Content",
  207: "Multi-Status",
  208: "Already Reported",
  226: "IM Used",
  300: "Multiple Choices",
  301: "Moved Permanently",
  302: "Found",
  303: "See Other",
  304: "Not Modified",
  305: "Use Proxy",
  307: "Temporary Redirect",
  308: "Permanent Redirect",
  400: "Bad Request",
  401: "Unauthorized",
  402: "Payment Required",
  403: "Forbidden",
  404: "Not Found",
  405: "Method Not Allowed",
  406: "Not Acceptable",
  407: "Proxy Authentication Required",
  408: "Request Timeout",
  409: "Conflict",
  410: "Gone",
  411: "Length Required",
  412: "Precondition Failed",
  413: "Payload Too Large",
  414: "URI Too Long",
  415: "Unsupported Media Type",
  416: "Range Not Satisfiable",
  417: "Expectation Failed",
  418: "I'm a Teapot",
  421: "Misdirected Request",
  422: "Unprocessable Entity",
  423: "Locked",
  424: "Failed Dependency",
  425: "Too Early",
  426: "Upgrade Required",
  428: "Precondition Required",
  429: "Too Many Requests",
  431: "Request Header Fields Too Large",
  451: "Unavailable For Legal Reasons",
  500: "Internal Server Error",
  501: "Not Implemented",
  502: "Bad Gateway",
  503: "Service Unavailable",
  504: "Gateway Timeout",
  505: "HTTP Version Not Supported",
  506: "Variant Also Negotiates",
  507: "Insufficient Storage",
  508: "Loop Detected",
  509: "Bandwidth Limit Exceeded",
  510: "Not Extended",
  511: "Network Authentication Required",
};
