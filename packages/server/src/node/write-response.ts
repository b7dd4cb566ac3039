import { type ServerResponse, STATUS_CODES } from "node:http";
import { sendNodeResponse } from "srvx/node";
import { readAtOnce } from "./read-at-once.ts";

/** Up to here it is cheaper to make text of a body, which then leaves in one piece with the head. */
const onePieceBytes = 4096;

const statusesWithoutLength = new Set([204, 304]);

/**
 * Sends a `Response`. A body that is there already goes out whole, with its length; any other one as it comes.
 *
 * @param failed is told when a body fails after its beginning was sent
 */
export async function writeResponse(
  response: Response,
  to: ServerResponse,
  failed: (error: unknown) => void,
): Promise<void> {
  const body = response.body && (await readAtOnce(response.body, failed));
  const statusText = response.statusText || (STATUS_CODES[response.status] ?? "");
  if (body instanceof ReadableStream) await writeStream(response, statusText, body, to);
  else writeWhole(response, statusText, body, to);
}

function writeWhole(
  { status, headers }: Response,
  statusText: string,
  body: Uint8Array | null,
  to: ServerResponse,
): void {
  const statesLength = to.req.method === "HEAD" && headers.has("content-length");
  const lines: string[] = [];
  for (const [name, value] of headers) {
    if (name !== "transfer-encoding" && (statesLength || name !== "content-length")) lines.push(name, value);
  }
  if (!statesLength && !statusesWithoutLength.has(status)) lines.push("content-length", `${body?.byteLength ?? 0}`);
  to.writeHead(status, statusText, lines);
  if (body === null) to.end();
  else if (body.byteLength > onePieceBytes) to.end(body);
  else to.end(Buffer.from(body.buffer, body.byteOffset, body.byteLength).toString("latin1"), "latin1");
}

async function writeStream(
  { status, headers }: Response,
  statusText: string,
  body: ReadableStream<Uint8Array>,
  to: ServerResponse,
): Promise<void> {
  const lines = new Headers(headers);
  lines.delete("transfer-encoding");
  to.strictContentLength = true;
  const sent = sendNodeResponse(to, new Response(body, { status, statusText, headers: lines }));
  if (to.headersSent) to.flushHeaders();
  await sent;
}
