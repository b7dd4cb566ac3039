import { STATUS_CODES } from "node:http";
import { sendResponse as sendWithAdapter } from "@remix-run/node-fetch-server";
import type { HttpResponse } from "../service/http-message.ts";
import type { HttpExchange } from "./connections.ts";

/** A response with one of these statuses has no body, and a length would be that of the body that another one has. */
const statusesWithoutLength: ReadonlySet<number> = new Set([204, 304]);

/** Sends the response of a request handler. */
export function sendResponse({ status, headers, body }: HttpResponse, exchange: HttpExchange): void {
  exchange.setConnectionHeader();
  const length = Buffer.byteLength(body);
  const framing = statusesWithoutLength.has(status) ? {} : { "content-length": length };
  exchange.response.writeHead(status, { ...framing, ...headers });
  // ASCII is the same in Latin-1, which Node writes without encoding it.
  exchange.response.end(body, length === body.length ? "latin1" : "utf8");
}

/**
 * Sends a `Response` and streams its body. Cancels the rest of the body if it cannot be sent.
 *
 * @throws the error of the body, or an error if its length is not the `content-length` of the `Response`; a part of the
 * body may have been sent by then
 */
export async function sendFetchResponse(fetchResponse: Response, exchange: HttpExchange): Promise<void> {
  const { response } = exchange;
  try {
    if (exchange.isAborted) return;
    exchange.setConnectionHeader();
    response.strictContentLength = true;
    const sent = sendWithAdapter(response, withoutFraming(fetchResponse));
    // Node keeps the headers back until the first chunk, which may never come.
    if (response.headersSent && !response.writableEnded) response.flushHeaders();
    await sent;
  } finally {
    fetchResponse.body?.cancel().catch(() => {});
  }
}

/** Removes the headers with which Node frames the body itself. A 204 response must not have a length. */
function withoutFraming({ status, statusText, headers, body }: Response): Response {
  const isFraming = (name: string) => name === "transfer-encoding" || (name === "content-length" && status === 204);
  return new Response(body, {
    status,
    statusText: statusText || (STATUS_CODES[status] ?? ""),
    headers: Array.from(headers).filter(([name]) => !isFraming(name)),
  });
}
