import type { IncomingMessage } from "node:http";

/** Options of {@link createUrlReader}. */
export interface RequestUrlOptions {
  /** Origin of the listener, such as `http://127.0.0.1:43521`. */
  readonly origin: string;
  /** Whether the headers `x-forwarded-proto` and `x-forwarded-host` of a proxy determine the origin of the URL. */
  readonly trustProxy: boolean;
}

/** The parts of the URL of a request. */
export type RequestUrl = Pick<URL, "origin" | "pathname" | "search">;

/** A path with or without a query in which `URL` would change nothing. Creating a `URL` costs more than finding the operation. */
const plainTarget = /^(\/[\w~/-]*)(\?[\w~=&.,:%+-]+)?$/;

/**
 * Creates a function that returns the URL of a request, or `undefined` if the request target is not a path or an HTTP URL. If
 * the `host` header is missing or invalid, the URL has the origin of the listener.
 */
export function createUrlReader(options: RequestUrlOptions): (request: IncomingMessage) => RequestUrl | undefined {
  const readOrigin = createOriginReader(options);
  return (request) => {
    // URL treats a backslash as a slash. The path would then differ from the one that a proxy in front has checked.
    const target = (request.url ?? "").replaceAll("\\", "%5C");
    const origin = readOrigin(request);
    const [, pathname, search = ""] = plainTarget.exec(target) ?? [];
    if (pathname !== undefined) return { origin, pathname, search };
    if (target.startsWith("/")) return new URL(origin + target);
    if (target === "*") return new URL(`${origin}/*`);
    if (!/^https?:\/\//i.test(target) || !URL.canParse(target)) return undefined;
    const url = new URL(target);
    return new URL((options.trustProxy ? origin : `http://${url.host}`) + url.pathname + url.search);
  };
}

/** The origin is written as `URL` does, so without the port 80 of `http`. */
function createOriginReader({ origin, trustProxy }: RequestUrlOptions): (request: IncomingMessage) => string {
  if (trustProxy) return (request) => readForwardedOrigin(request, origin);
  const ownOrigin = new URL(origin).origin;
  // Nearly all requests to a listener have the same host, and checking one costs more than the rest of the URL.
  let last: { readonly host: string | undefined; readonly origin: string } = { host: undefined, origin: ownOrigin };
  return ({ headers: { host } }) => {
    if (host !== last.host) last = { host, origin: isHost(host) ? new URL(`http://${host}`).origin : ownOrigin };
    return last.origin;
  };
}

function readForwardedOrigin({ headers }: IncomingMessage, origin: string): string {
  const forwardedProtocol = firstOf(headers["x-forwarded-proto"]);
  const protocol = /^https?$/i.test(forwardedProtocol ?? "") ? forwardedProtocol : "http";
  const host = [firstOf(headers["x-forwarded-host"]), headers.host].find(isHost) ?? new URL(origin).host;
  return new URL(`${protocol}://${host}`).origin;
}

/** Returns the first value of a list, which is the one that the proxy nearest to the client added. */
function firstOf(header: string | readonly string[] | undefined): string | undefined {
  return header?.toString().split(",")[0]?.trim();
}

function isHost(host: string | undefined): host is string {
  return host !== undefined && /^([\w.-]+|\[[\da-f:.]+\])(:\d+)?$/i.test(host) && URL.canParse(`http://${host}`);
}

/** Returns the path of a request target as the client sent it, without scheme, host and query. */
export function readRequestedPath(target: string): string {
  const path = target.startsWith("/") ? target : target.replace(/^https?:\/\/[^/?#]*\/?/i, "/");
  const end = path.search(/[?#]/);
  return end === -1 ? path : path.slice(0, end);
}

/** Returns a path that a client sent as the URL of its request has it: without dot segments. */
export function normalizePath(path: string): string {
  return path.startsWith("/") ? new URL(`http://localhost${path.replaceAll("\\", "%5C")}`).pathname : path;
}

/** Where Node failed to parse a request. */
export interface MalformedRequest {
  /** The bytes that Node was parsing, which may begin with earlier requests. */
  readonly rawPacket?: Uint8Array | undefined;
  /** How many of them it has parsed. */
  readonly bytesParsed?: number | undefined;
}

/** Returns the path of a request that Node could not parse; empty if the bytes do not contain its request line. */
export function readMalformedPath({ rawPacket = new Uint8Array(), bytesParsed = 0 }: MalformedRequest): string {
  const text = Buffer.from(rawPacket).toString("latin1");
  const headEnd = "\r\n\r\n";
  const lastHeadEnd = text.slice(0, bytesParsed).lastIndexOf(headEnd);
  const [, target = ""] =
    /^\S+ ([!-~]+) HTTP\//.exec(lastHeadEnd === -1 ? text : text.slice(lastHeadEnd + headEnd.length)) ?? [];
  return readRequestedPath(target);
}
