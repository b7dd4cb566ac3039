import { DeferredError, throwConfigurationError } from "../errors/deferred-error.ts";
import { ResponseTooLargeError } from "../errors/response-too-large-error.ts";

/** A body as bytes. */
export type Body = Uint8Array<ArrayBuffer>;

/** The body of a response that has not been read. */
export const emptyBody: Body = new Uint8Array();

/**
 * Reads the body of a successful response.
 *
 * @throws {@link DeferredError} if it has more bytes than allowed; the rest of it is not read
 */
export async function readBody(response: Response, limit: number, signal: AbortSignal): Promise<Body> {
  const chunks: Uint8Array[] = [];
  await readChunks(response, chunks, limit, signal);
  const body = concatenate(chunks);
  if (body.length <= limit) return body;
  const problem = `the body of the response exceeds ${limit} bytes. Raise maxResponseBytes to read more.`;
  throw new DeferredError(problem, ResponseTooLargeError, { status: response.status, limit });
}

/**
 * Reads the beginning of a body, as far as it arrives in time. Never rejects.
 *
 * @param run - Runs the work for a limited time.
 */
export async function readBeginning(
  response: Response,
  maxBytes: number,
  run: (work: (signal: AbortSignal) => Promise<void>) => Promise<void>,
): Promise<Body> {
  const chunks: Uint8Array[] = [];
  await run((signal) => readChunks(response, chunks, maxBytes, signal)).catch(() => {});
  return concatenate(chunks).subarray(0, maxBytes);
}

/** Discards a body that nobody reads, so that its connection is free again. */
export function discardBody({ body }: Response): void {
  // A foreign response may have another kind of stream, which its garbage collection closes.
  if (typeof body?.cancel === "function") body.cancel().catch(() => {});
}

/** Decodes a body as UTF-8. */
export function decodeBody(body: Body): string {
  return decoder.decode(body);
}

const decoder = new TextDecoder();

/** Reads a body into chunks until there are more bytes than allowed. Some `fetch` functions return a text without a stream. */
async function readChunks(
  response: Response,
  chunks: Uint8Array[],
  maxBytes: number,
  signal: AbortSignal,
): Promise<void> {
  const { body } = response;
  if (body === null) return;
  if (typeof body?.getReader !== "function") {
    chunks.push(new TextEncoder().encode(await response.text()));
    return;
  }
  const reader = body.getReader();
  const cancel = () => void reader.cancel().catch(() => {});
  signal.addEventListener("abort", cancel);
  for (let bytes = 0; bytes <= maxBytes; ) {
    const { done, value } = await reader.read();
    if (done) return;
    if (!ArrayBuffer.isView(value)) throwConfigurationError("fetch returned a response whose body is not bytes.");
    chunks.push(value);
    bytes += value.byteLength;
  }
  cancel();
}

function concatenate(chunks: readonly Uint8Array[]): Body {
  const [only] = chunks;
  if (only && chunks.length === 1) return only as Uint8Array<ArrayBuffer>;
  const bytes = new Uint8Array(chunks.reduce((sum, { length }) => sum + length, 0));
  let offset = 0;
  for (const chunk of chunks) {
    bytes.set(chunk, offset);
    offset += chunk.length;
  }
  return bytes;
}
