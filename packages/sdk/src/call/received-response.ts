import { Failure, throwConfigurationError } from "../errors/failure.ts";
import { fieldsOf } from "../fields-of.ts";
import type { FetchResponse } from "../options/middleware.ts";
import { readNetworkFailure } from "./network-failure.ts";

/** The body of an error is read up to this limit, and for at most this time. */
const maxErrorBytes = 16_384;
const maxErrorBodyMs = 1000;

const redirectStatuses = [301, 302, 303, 307, 308];
/** Statuses whose responses have no body. */
const emptyStatuses = [204, 205, 304];

/**
 * A response of `fetch` or of a middleware, with the part of its body that was read. The platform, undici, node-fetch, msw and polyfills
 * have responses of their own: all that the client does afterwards knows only this one.
 */
export class ReceivedResponse {
  readonly status: number;
  readonly headers: Headers;
  readonly isRedirect: boolean;
  /** Whether the whole body was read. */
  isComplete = false;
  readonly original: FetchResponse;
  #chunks: AsyncIterator<unknown> | undefined;
  #buffer = new Uint8Array();
  #length = 0;

  /** @param source - Who has returned the response, for messages. */
  constructor(response: FetchResponse, source: string) {
    if (!isResponse(response)) throwConfigurationError(`${source} must return a Response.`);
    this.original = response;
    this.status = response.status;
    this.headers = response instanceof Response ? response.headers : new Headers([...response.headers] as [string, string][]);
    // A browser hides the status of a redirect.
    this.isRedirect = redirectStatuses.includes(response.status) || response.type === "opaqueredirect";
  }

  get isSuccessful(): boolean {
    return this.status >= 200 && this.status <= 299;
  }

  get body(): Uint8Array<ArrayBuffer> {
    return this.#buffer.subarray(0, this.#length);
  }

  /** Reads the body. What is wrong with the body of an error never hides its status. */
  async read(maxBytes: number, host: string): Promise<void> {
    if (this.isRedirect) return this.discard();
    if (!this.isSuccessful) return this.#readErrorBody();
    try {
      await this.#readUpTo(maxBytes);
    } catch (thrown) {
      throw thrown instanceof Failure ? thrown : readNetworkFailure(thrown, host, true);
    }
    if (this.#length <= maxBytes) return;
    const problem = `the body of the response exceeds ${maxBytes} bytes. Raise maxResponseBytes to read more.`;
    throw new Failure("response", problem, { status: this.status });
  }

  async #readErrorBody(): Promise<void> {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const isLate = new Promise<void>((resolve) => {
      timer = setTimeout(resolve, maxErrorBodyMs);
    });
    await Promise.race([isLate, this.#readUpTo(maxErrorBytes).catch(() => {})]);
    clearTimeout(timer);
    if (!this.isComplete) this.discard();
    this.#length = Math.min(this.#length, maxErrorBytes);
  }

  async #readUpTo(maxBytes: number): Promise<void> {
    const { body } = this.original;
    if (this.original.bodyUsed) {
      throwConfigurationError("the response was read before. fetch must return a new one for each request.");
    }
    if (!isStream(body)) {
      // Polyfills have no streams.
      if (body !== null) this.#append(new TextEncoder().encode(await this.original.text()));
      this.isComplete = true;
      return;
    }
    this.#chunks = readChunks(body);
    for (let count = 1; this.#length <= maxBytes; count += 1) {
      if (count % chunksBetweenPauses === 0) await letOthersRun();
      const { done, value } = await this.#chunks.next();
      if (done) {
        this.isComplete = true;
        return;
      }
      if (!ArrayBuffer.isView(value)) throwConfigurationError("fetch returned a response whose body is not bytes.");
      this.#append(value);
    }
    this.discard();
  }

  /** Ends a body that nobody reads any further, so that its connection is free again. */
  discard(): void {
    const { body, bodyUsed } = this.original;
    this.#chunks ??= isStream(body) && !bodyUsed ? readChunks(body) : undefined;
    // The body may be broken already.
    this.#chunks?.return?.().catch(() => {});
  }

  #append({ buffer, byteOffset, byteLength }: ArrayBufferView): void {
    const chunk = new Uint8Array(buffer as ArrayBuffer, byteOffset, byteLength);
    const length = this.#length + byteLength;
    // Most bodies arrive in one chunk. It is not copied, unless it would keep a much larger buffer in memory.
    if (this.#length === 0 && buffer.byteLength <= 2 * byteLength) this.#buffer = chunk;
    else {
      if (length > this.#buffer.length) {
        // The space doubles, so that each byte is copied only a few times.
        const larger = new Uint8Array(Math.max(length, 2 * this.#length));
        larger.set(this.body);
        this.#buffer = larger;
      }
      this.#buffer.set(chunk, this.#length);
    }
    this.#length = length;
  }

  /** Returns the body as text: JSON is UTF-8, and pages of gateways have their own charset. */
  get text(): string {
    const [, charset = "utf-8"] = /charset="?([^\s;"]+)/i.exec(this.headers.get("content-type") ?? "") ?? [];
    try {
      return new TextDecoder(this.isSuccessful ? "utf-8" : charset).decode(this.body);
    } catch {
      return new TextDecoder().decode(this.body);
    }
  }

  /** Creates a complete response of the platform, which can be cloned and passed on. Its body is decompressed. */
  toResponse(): Response {
    const { status, statusText = "", url = "" } = this.original;
    if (status < 200 || status > 599) return Response.error();
    const headers = new Headers(this.headers);
    headers.delete("content-encoding");
    headers.delete("content-length");
    const body = emptyStatuses.includes(status) ? null : this.body;
    const response = new Response(body, { status, statusText, headers });
    return Object.defineProperty(response, "url", { value: url });
  }
}

function isResponse(value: unknown): value is FetchResponse {
  const { status, headers, text } = fieldsOf(value);
  return Number.isInteger(status) && typeof text === "function" && Symbol.iterator in Object(headers);
}

type Stream = ReadableStream | AsyncIterable<unknown>;

function isStream(body: unknown): body is Stream {
  return typeof body === "object" && body !== null && ("getReader" in body || Symbol.asyncIterator in body);
}

/** Safari cannot iterate over a stream of the platform; a stream of Node has no reader. */
function readChunks(body: Stream): AsyncIterator<unknown> {
  if (!("getReader" in body)) return body[Symbol.asyncIterator]();
  const reader = body.getReader();
  return { next: () => reader.read(), return: async (value) => ({ done: true, value: await reader.cancel(value) }) };
}

const chunksBetweenPauses = 1000;

/** No timer fires while a stream returns all its chunks without waiting. A timer of our own would hang under fake timers. */
function letOthersRun(): Promise<void> {
  return new Promise((resolve) => {
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = () => {
      port1.close();
      resolve();
    };
    port2.postMessage(undefined);
  });
}
