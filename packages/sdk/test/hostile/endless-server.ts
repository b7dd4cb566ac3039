import type { OutgoingHttpHeaders, ServerResponse } from "node:http";
import { gzipSync } from "node:zlib";
import { startHttp } from "./hostile-server.ts";

const mebibyte = 1024 * 1024;
const chunk = Buffer.alloc(64 * 1024, " ");

/** Where an endless body ends after all, so that a client that reads everything fails instead of running out of memory. */
const endlessBytes = 64 * mebibyte;

/** More than the buffers of both ends of a local connection hold, and far less than an endless body. */
export const bufferedBytes = 24 * mebibyte;

/** Starts a server whose bodies do not end. Returns its URL, the number of requests, and the bytes that it could write in total. */
export async function startEndless(status: number, headers: OutgoingHttpHeaders = {}) {
  const seen = { requests: 0, written: 0, closed: 0 };
  const url = await startHttp((_, response) => {
    seen.requests += 1;
    response.on("close", () => {
      seen.closed += 1;
    });
    response.writeHead(status, headers).write("[");
    pour(response, seen);
  });
  return { url, seen };
}

function pour(response: ServerResponse, seen: { written: number }): void {
  let written = 0;
  const writeMore = () => {
    while (!response.destroyed && written < endlessBytes) {
      written += chunk.length;
      seen.written += chunk.length;
      if (!response.write(chunk)) {
        response.once("drain", writeMore);
        return;
      }
    }
    if (!response.destroyed) response.end("]");
  };
  writeMore();
}

/** Creates gzip that decompresses to an array without elements, of that many mebibytes. */
export function createGzipBomb(mebibytes: number): Buffer {
  const member = gzipSync(Buffer.alloc(mebibyte, " "), { level: 9 });
  const members = Array.from({ length: mebibytes }, () => member);
  return Buffer.concat([gzipSync("["), ...members, gzipSync("]")]);
}
