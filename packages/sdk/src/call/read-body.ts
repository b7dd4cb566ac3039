import { throwConfigurationError } from "../errors/deferred-error.ts";
import { runWithTimeout, type TimeoutOptions } from "./run-with-timeout.ts";

/** A body as bytes, or as text if the response of a `fetch` function has no stream. */
export type Body = Uint8Array<ArrayBuffer> | string;

/** Reads a body. Returns undefined if it has more bytes than allowed; the rest of it is not read. */
export async function readBody(response: Response, maxBytes: number, signal: AbortSignal): Promise<Body | undefined> {
  const chunks: Uint8Array[] = [];
  const text = await readChunks(response, chunks, maxBytes, signal);
  const body = text ?? concatenate(chunks);
  return countBytes(body) > maxBytes ? undefined : body;
}

/** Reads the beginning of a body, as far as it arrives in time. Never rejects. */
export async function readBeginning(response: Response, maxBytes: number, limits: TimeoutOptions): Promise<Body> {
  const chunks: Uint8Array[] = [];
  const result = await runWithTimeout((signal) => readChunks(response, chunks, maxBytes, signal), limits);
  const text = result.kind === "completed" ? result.value : undefined;
  return text ?? concatenate(chunks).subarray(0, maxBytes);
}

/** Discards a body that nobody reads, so that its connection is free again. */
export function discardBody({ body }: Response): void {
  // A foreign response may have another kind of stream, which its garbage collection closes.
  if (typeof body?.cancel === "function") body.cancel().catch(() => {});
}

/** Decodes a body as UTF-8. */
export function decodeBody(body: Body): string {
  return typeof body === "string" ? body : decoder.decode(body);
}

const decoder = new TextDecoder();

/** Reads a stream into chunks until there are more bytes than allowed, or returns the text of a response that has no stream. */
async function readChunks(
  response: Response,
  chunks: Uint8Array[],
  maxBytes: number,
  signal: AbortSignal,
): Promise<string | undefined> {
  const { body } = response;
  if (body === null) return undefined;
  if (typeof body?.getReader !== "function") return response.text();
  const reader = body.getReader();
  const cancel = () => void reader.cancel().catch(() => {});
  signal.addEventListener("abort", cancel);
  for (let bytes = 0; bytes <= maxBytes; ) {
    const { done, value } = await reader.read();
    if (done) return undefined;
    if (!ArrayBuffer.isView(value)) throwConfigurationError("fetch returned a response whose body is not bytes.");
    chunks.push(value);
    bytes += value.byteLength;
  }
  cancel();
  return undefined;
}

function concatenate(chunks: readonly Uint8Array[]): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(chunks.reduce((sum, { length }) => sum + length, 0));
  let offset = 0;
  for (const chunk of chunks) {
    bytes.set(chunk, offset);
    offset += chunk.length;
  }
  return bytes;
}

function countBytes(body: Body): number {
  return typeof body === "string" ? new TextEncoder().encode(body).length : body.length;
}
