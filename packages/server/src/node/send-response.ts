import { STATUS_CODES } from "node:http";
import { sendResponse as send } from "@remix-run/node-fetch-server";
import type { SocketExchange } from "./socket-exchange.ts";

/**
 * Sends a `Response`, its body as it comes. What nobody takes of the body is cancelled.
 *
 * @throws what the body fails with, or where it is not as long as the `Response` says; a part may be sent then
 */
export async function sendResponse(found: Response, exchange: SocketExchange): Promise<void> {
  const { response, signal } = exchange;
  try {
    if (signal.aborted) return;
    exchange.tellEnd();
    response.strictContentLength = true;
    const sent = send(response, sendable(found));
    // The head does not wait for a body that stalls.
    if (response.headersSent && !response.writableEnded) response.flushHeaders();
    await sent;
  } finally {
    found.body?.cancel().catch(() => {});
  }
}

/** Where a body ends is for Node to say, which takes no length for a status without a body. */
function sendable({ status, statusText, headers, body }: Response): Response {
  const isFraming = (name: string) => name === "transfer-encoding" || (name === "content-length" && status === 204);
  return new Response(body, {
    status,
    statusText: statusText || (STATUS_CODES[status] ?? ""),
    headers: Array.from(headers).filter(([name]) => !isFraming(name)),
  });
}
