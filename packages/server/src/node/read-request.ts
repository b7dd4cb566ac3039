import type { IncomingMessage } from "node:http";
import { quoteWhole } from "../quote-whole.ts";

/** Thrown if the listener rejects a request itself, before the server receives it. */
export class RequestError extends Error {
  readonly status: number;

  constructor(status: number, message: string) {
    super(message);
    this.status = status;
  }
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

/** Creates the error for a request with a `host` header that is not allowed. */
export function hostNotAllowed(host = ""): RequestError {
  const advice = "Use localhost, or allow the name with --allowed-hosts (allowedHosts in listen).";
  return new RequestError(403, `The host ${quoteWhole(host)} is not allowed. ${advice}`);
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
    const chunks: Buffer<ArrayBuffer>[] = [];
    let size = 0;
    const onData = (chunk: Buffer<ArrayBuffer>) => {
      size += chunk.length;
      chunks.push(chunk);
      if (size <= limit) return;
      request.off("data", onData).off("end", onEnd);
      reject(bodyTooLarge(limit));
    };
    const onEnd = () => {
      try {
        const [first] = chunks;
        resolve(first && chunks.length === 1 ? first : Buffer.concat(chunks));
      } catch (error) {
        reject(error);
      }
    };
    request.on("data", onData).once("end", onEnd);
  });
}
