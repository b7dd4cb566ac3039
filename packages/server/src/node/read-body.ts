import type { IncomingMessage } from "node:http";
import { tooLarge } from "./request-body.ts";

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
    const take = (chunk: Buffer) => {
      size += chunk.length;
      chunks.push(chunk);
      if (size <= limit) return;
      request.off("data", take).off("end", finish);
      reject(tooLarge(limit));
    };
    const finish = () => {
      try {
        resolve(decoder.decode(Buffer.concat(chunks)));
      } catch (error) {
        reject(error);
      }
    };
    request.on("data", take).once("end", finish);
  });
}
