import type { IncomingMessage } from "node:http";

/** Thrown if the listener rejects a request itself, before the server receives it. */
export class RequestError extends Error {
  readonly status: number;

  constructor(status: number, message: string) {
    super(message);
    this.status = status;
  }
}

/**
 * Returns the URL of a request, or `undefined` if the request target is not a path or an HTTP URL. If the `host` header is
 * missing or invalid, the URL has the given origin.
 */
export function readRequestUrl({ url: rawTarget = "", headers }: IncomingMessage, origin: string): URL | undefined {
  // URL treats a backslash as a slash. The path would then differ from the one that a proxy in front has checked.
  const target = rawTarget.replaceAll("\\", "%5C");
  if (target.startsWith("/")) return new URL(originOfHost(headers.host, origin) + target);
  if (target === "*") return new URL(`${originOfHost(headers.host, origin)}/*`);
  const url = /^https?:\/\//i.test(target) ? URL.parse(target) : null;
  return url ? new URL(`http://${url.host}${url.pathname}${url.search}`) : undefined;
}

function originOfHost(host: string | undefined, origin: string): string {
  const isHost = host !== undefined && /^([\w.-]+|\[[\da-f:.]+\])(:\d+)?$/i.test(host);
  return isHost && URL.canParse(`http://${host}`) ? `http://${host}` : origin;
}

/** Checks whether the headers of a request announce a body. */
export function hasBody({ headers }: IncomingMessage): boolean {
  const { "content-length": length = "0", "transfer-encoding": encoding } = headers;
  return encoding !== undefined || Number(length) > 0;
}

/** Checks whether the announced length of a body exceeds the limit. */
export function exceedsBodyLimit({ headers }: IncomingMessage, limit: number): boolean {
  return Number(headers["content-length"] ?? 0) > limit;
}

/** Creates the error for a body that exceeds the limit. */
export function bodyTooLarge(limit: number): RequestError {
  return new RequestError(413, `The body is larger than ${limit} bytes`);
}

/**
 * Reads the whole body of a request. Never settles if the client disconnects before the end.
 *
 * @throws {@link RequestError} if the body exceeds the limit
 */
export function readBody(request: IncomingMessage, limit: number): Promise<Buffer<ArrayBuffer>> {
  // If no body is announced, Node never emits `end`.
  if (!hasBody(request)) return Promise.resolve(Buffer.alloc(0));
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    let size = 0;
    const onData = (chunk: Buffer) => {
      size += chunk.length;
      chunks.push(chunk);
      if (size <= limit) return;
      request.off("data", onData).off("end", onEnd);
      reject(bodyTooLarge(limit));
    };
    const onEnd = () => {
      try {
        resolve(Buffer.concat(chunks));
      } catch (error) {
        reject(error);
      }
    };
    request.on("data", onData).once("end", onEnd);
  });
}
