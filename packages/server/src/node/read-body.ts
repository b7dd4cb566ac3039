import type { IncomingMessage } from "node:http";
import { RefusedRequest } from "./refused-request.ts";

/** Whether the head of a request announces a body. */
export function hasBody({ headers }: IncomingMessage): boolean {
  const { "content-length": length = "0", "transfer-encoding": encoding } = headers;
  return encoding !== undefined || Number(length) > 0;
}

/** Whether the head of a request announces a body that is larger than the limit. */
export function announcesTooMuch({ headers }: IncomingMessage, limit: number): boolean {
  return Number(headers["content-length"] ?? 0) > limit;
}

const decoder = new TextDecoder();

/**
 * Reads a body whole, as text. It never settles where the client leaves before the end.
 *
 * @throws {@link RefusedRequest} where the body is larger than the limit
 */
export function readBody(request: IncomingMessage, limit: number): Promise<string> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    let size = 0;
    const refuse = () => {
      request.off("data", take).off("end", finish);
      reject(new RefusedRequest(413, `The body is larger than ${limit} bytes`));
    };
    const take = (chunk: Buffer) => {
      size += chunk.length;
      chunks.push(chunk);
      if (size > limit) refuse();
    };
    const finish = () => {
      try {
        resolve(decoder.decode(Buffer.concat(chunks)));
      } catch (error) {
        reject(error);
      }
    };
    if (announcesTooMuch(request, limit)) refuse();
    else request.on("data", take).once("end", finish);
  });
}
