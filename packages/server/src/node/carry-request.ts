import { createRequest } from "@remix-run/node-fetch-server";
import { hasBody, tooLarge } from "./request-body.ts";
import type { SocketExchange } from "./socket-exchange.ts";

/**
 * Makes a `Request` of what came over a socket, with its whole body.
 *
 * @throws {@link RefusedRequest} where the body is larger than the limit
 */
export async function carryRequest(exchange: SocketExchange, url: URL, bodyLimit: number): Promise<Request> {
  const { request, response, signal } = exchange;
  request.url = url.pathname + url.search;
  const begun = createRequest(request, response, { host: url.host, protocol: "http:" });
  // Node never tells the end of a body that was not announced.
  const body = begun.body && (hasBody(request) ? await readWhole(begun.body, bodyLimit) : new Uint8Array());
  // The signal of the exchange tells of a connection that is cut at once, that of the adapter some time later.
  return exchange.hold(new Request(begun, body ? { body, signal } : { signal }));
}

async function readWhole(body: AsyncIterable<Uint8Array>, limit: number): Promise<Uint8Array<ArrayBuffer>> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of body) {
    size += chunk.byteLength;
    if (size > limit) throw tooLarge(limit);
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}
