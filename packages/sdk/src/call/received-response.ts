import { type ReadBytes, readBytes } from "@knowledge-base/internal/bytes";
import { bodylessStatuses, connectionHeader, redirectStatuses } from "@knowledge-base/internal/http";
import { fieldsOf } from "@knowledge-base/internal/json";
import { Failure, throwConfigurationError } from "../errors/failure.ts";
import type { FetchResponse } from "../options/middleware.ts";

/** The body of an error is read up to this limit. */
export const maxErrorBytes = 16_384;
const maxErrorBodyMs = 1000;

/**
 * A response of `fetch` or of a middleware, and the part of its body that was read. The platform, undici, node-fetch, msw and polyfills
 * have responses of their own: everything after this class knows only this one.
 */
export class ReceivedResponse {
  readonly status: number;
  readonly headers: Headers;
  readonly isRedirect: boolean;
  readonly isSuccessful: boolean;
  /** What `fetch` or the middleware has returned. */
  readonly original: FetchResponse;
  /** The part of the body that was read. */
  body: Uint8Array<ArrayBuffer> = new Uint8Array();
  /** Whether the whole body was read. */
  isComplete = false;

  /** @param source - who has returned the response, for messages */
  constructor(response: FetchResponse, source: string) {
    if (!isResponse(response)) throwConfigurationError(`${source} must return a Response.`);
    const { status, headers, type } = response;
    this.original = response;
    this.status = status;
    this.headers = headers instanceof Headers ? headers : copyHeaders(headers, source);
    // A browser hides the status of a redirect.
    this.isRedirect = redirectStatuses.includes(status) || type === "opaqueredirect";
    this.isSuccessful = status >= 200 && status <= 299;
  }

  /**
   * Reads the body, and throws what the platform throws if it breaks off. A broken body of an error never hides its status. The body of a
   * redirect isn't read.
   */
  async read(maxBytes: number, signal: AbortSignal): Promise<void> {
    if (!this.isSuccessful) return this.#readErrorBody(signal);
    const { ended, error } = await this.#readUpTo(maxBytes, signal);
    if (ended === "failed") throw error;
    if (ended !== "too_large") return;
    const problem = `the body of the response exceeds ${maxBytes} bytes. Raise maxResponseBytes to read more.`;
    throw new Failure("response", problem, { status: this.status });
  }

  async #readErrorBody(signal: AbortSignal): Promise<void> {
    if (this.isRedirect) return this.discard();
    const late = new AbortController();
    // Next.js has no AbortSignal.any on its edge runtime.
    const end = () => late.abort();
    const timer = setTimeout(end, maxErrorBodyMs);
    signal.addEventListener("abort", end);
    await this.#readUpTo(maxErrorBytes, late.signal).catch(() => {});
    signal.removeEventListener("abort", end);
    clearTimeout(timer);
  }

  async #readUpTo(maxBytes: number, signal: AbortSignal): Promise<ReadBytes> {
    const { original } = this;
    const { body, bodyUsed } = original;
    if (bodyUsed || fieldsOf(body)["locked"] === true)
      throwConfigurationError("the response was read before. Return a new one, or a clone, for each request.");
    // Polyfills have no streams: their text can't be read in part.
    const stream = body === null ? body : (toWebStream(body) ?? new Response(await original.text()).body);
    const read = await readBytes(stream, maxBytes, signal);
    this.body = read.bytes;
    this.isComplete = read.ended === "complete";
    return read;
  }

  /** Ends a body that nobody reads, so that its connection is free again. */
  discard(): void {
    const stream = toWebStream(this.original.body);
    // Rejects if a middleware reads the body.
    stream?.cancel().catch(() => {});
  }

  /** Returns the body as text: JSON is UTF-8, and pages of gateways have their own charset. */
  get text(): string {
    if (this.isSuccessful) return new TextDecoder().decode(this.body);
    const [, charset = "utf-8"] = /charset="?([^\s;"]+)/i.exec(this.headers.get("content-type") ?? "") ?? [];
    try {
      return new TextDecoder(charset).decode(this.body);
    } catch {
      return new TextDecoder().decode(this.body);
    }
  }

  /** Creates a complete response of the platform, which can be cloned and passed on. Its body is decompressed. */
  toResponse(): Response {
    const { status, url = "" } = this.original;
    // Servers may send what no platform takes.
    const statusText = this.original.statusText?.replace(/[^\t\x20-\x7e\x80-\xff]/g, "?") ?? "";
    if (status < 200 || status > 599) return Response.error();
    const headers = new Headers(this.headers);
    // The body is complete and decompressed now. Whoever passes the response on over HTTP/2 must not send the connection's headers.
    for (const name of this.headers.keys())
      if (connectionHeader.test(name) || name === "content-encoding") headers.delete(name);
    const body = bodylessStatuses.includes(status) ? null : this.body;
    return withUrl(new Response(body, { status, statusText, headers }), url);
  }
}

// Sets the URL of a response and of its clones, which the constructor doesn't take.
function withUrl(response: Response, url: string): Response {
  const clone = () => withUrl(Response.prototype.clone.call(response), url);
  return Object.defineProperties(response, {
    url: { value: url, configurable: true },
    clone: { value: clone, configurable: true },
  });
}

// The error of the platform would quote an invalid header, which may contain the key.
function copyHeaders(headers: FetchResponse["headers"], source: string): Headers {
  try {
    return new Headers(Array.from(headers, ([name, value]) => [name, value]));
  } catch {
    throwConfigurationError(`${source} has returned a response with an invalid header.`);
  }
}

function isResponse(value: unknown): value is FetchResponse {
  const { status, headers, text } = fieldsOf(value);
  return Number.isInteger(status) && typeof text === "function" && Symbol.iterator in fieldsOf(headers);
}

function toWebStream(body: unknown): ReadableStream<Uint8Array> | undefined {
  if (typeof body !== "object" || body === null) return undefined;
  if ("getReader" in body) return body as ReadableStream<Uint8Array>;
  return Symbol.asyncIterator in body
    ? (ReadableStream as StreamClass).from(body as AsyncIterable<Uint8Array>)
    : undefined;
}

// Every runtime with streams of Node has this `from`.
type StreamClass = typeof ReadableStream & {
  from(chunks: AsyncIterable<Uint8Array>): ReadableStream<Uint8Array>;
};
