import { readBytes } from "@knowledge-base/internal";
import { choices } from "../state/choices.ts";
import { parseUrl } from "./base-url.ts";
import { type HttpRequest, noBody, type RequestBody } from "./message.ts";

function isHttpUrl({ protocol }: URL): boolean {
  return protocol === "https:" || protocol === "http:";
}

/** Creates the error with which `fetch` rejects if there is no response. */
export function networkError(message: string, fields: object = {}): TypeError {
  return new TypeError("fetch failed", { cause: Object.assign(new Error(message), fields) });
}

/** Checks whether an argument of `fetch` is a `Request`, of any realm: test environments have their own. */
export function isRequest(input: string | URL | Request): input is Request {
  return typeof input === "object" && "headers" in input;
}

/** Converts the arguments of `fetch` into a `Request`; an unread `Request` that no init changes is returned as it is. */
export function toRequest(input: string | URL | Request, init: RequestInit = {}): Request {
  const isUnchanged = Object.keys(init).every((name) => name === "redirect");
  return isRequest(input) && isUnchanged && !input.bodyUsed ? input : new Request(input, init);
}

interface FetchRequestInit extends Pick<FetchRequest, "method" | "headers" | "body" | "signal" | "redirect"> {
  readonly url: URL;
  readonly sources?: FetchRequest["sources"];
}

/** A request as it was when `fetch` was called. */
export class FetchRequest implements HttpRequest {
  readonly method: string;
  readonly url: string;
  readonly origin: string;
  readonly path: string;
  readonly query: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: HttpRequest["body"];
  readonly signal: AbortSignal | null;
  readonly redirect: RequestRedirect;
  /** The `Request` objects from which it was read. */
  readonly sources: readonly Request[] | undefined;
  #failure: unknown;

  constructor({ method, url, headers, body, signal, redirect, sources }: FetchRequestInit) {
    this.method = method;
    this.url = url.href.replace(/#.*/, "");
    this.origin = url.origin;
    this.path = url.pathname;
    this.query = url.search.slice(1);
    this.headers = headers;
    this.body = body instanceof Promise ? body.catch((error) => this.#fail(error)) : body;
    this.signal = signal;
    this.redirect = redirect;
    this.sources = sources;
    if (!isHttpUrl(url)) throw networkError("The URL must begin with https:// or http://");
  }

  /** Returns the request to which a redirect leads, as the standard of `fetch` changes it. */
  follow(url: URL, status: number): FetchRequest {
    const { method, signal, redirect, sources } = this;
    const isRead = method === "GET" || method === "HEAD";
    const becomesGet = status === 303 ? !isRead : status < 303 && method === "POST";
    const isAway = url.origin !== this.origin;
    const isKept = (name: string) =>
      !(becomesGet && name.startsWith("content-")) && !(isAway && /^(authorization|cookie)$/.test(name));
    return new FetchRequest({
      url,
      method: becomesGet ? "GET" : method,
      headers: Object.fromEntries(Object.entries(this.headers).filter(([name]) => isKept(name))),
      body: becomesGet ? noBody : this.body,
      signal,
      redirect,
      sources,
    });
  }

  header(name: string): string | null {
    return this.headers[name] ?? null;
  }

  isAborted(): boolean {
    return this.#failure !== undefined || (this.signal?.aborted ?? false);
  }

  /** @throws the reason of the abortion, or the error of a body that cannot be read */
  throwIfFailed(): void {
    this.signal?.throwIfAborted();
    if (this.#failure !== undefined) throw this.#failure;
  }

  #fail(error: unknown): RequestBody {
    this.#failure = error;
    return noBody;
  }
}

const methodsWithBody = new Set(["POST", "PUT", "PATCH", "DELETE"]);

const plainOptions: ReadonlySet<string> = new Set(["method", "headers", "body", "signal", "redirect"]);
const redirectModes: ReadonlySet<string> = new Set(["follow", "error", "manual"]);

/** Reads the arguments of `fetch`. */
export function readFetchRequest(input: string | URL | Request, init: RequestInit | undefined): FetchRequest {
  return receivePlainRequest(input, init) ?? receiveRequest(input, init);
}

/**
 * Reads an ordinary request without a `Request`, whose creation costs more than the response. Returns
 * undefined for all others: `Request` reads them and throws the errors of the global `fetch`.
 */
function receivePlainRequest(input: string | URL | Request, init: RequestInit = {}): FetchRequest | undefined {
  const { method = "GET", headers: given, body: text = null, signal = null, redirect = "follow" } = init;
  if (isRequest(input) || (text !== null && typeof text !== "string")) return undefined;
  if (!(method === "GET" && text === null) && !methodsWithBody.has(method)) return undefined;
  if (!redirectModes.has(redirect) || !Object.keys(init).every((name) => plainOptions.has(name))) return undefined;
  const url = parseUrl(input);
  if (url?.username !== "" || url.password !== "") return undefined;
  const headers = copyHeaders(given);
  if (text !== null) headers["content-type"] ??= "text/plain;charset=UTF-8";
  return new FetchRequest({ method, url, headers, body: readText(text ?? ""), signal, redirect });
}

/** Copies headers: the caller can change its own at any time. */
function copyHeaders(init: HeadersInit | undefined): Record<string, string> {
  return copyPlainHeaders(init) ?? Object.fromEntries(new Headers(init));
}

const headerName = /^[\w!#$%&'*+.^`|~-]+$/;
const headerValue = /^[\x21-\x7e](?:[\t\x20-\x7e]*[\x21-\x7e])?$/;

/**
 * Copies the headers of an ordinary object without a `Headers`, which costs more. Returns undefined for all others: `Headers`
 * reads them and throws the errors of the global `fetch`.
 */
function copyPlainHeaders(init: HeadersInit | undefined): Record<string, string> | undefined {
  if (init !== undefined && Object.getPrototypeOf(init) !== Object.prototype) return undefined;
  const headers: Record<string, string> = {};
  for (const [name, value] of Object.entries(init ?? {})) {
    const key = name.toLowerCase();
    const isOrdinary = typeof value === "string" && headerName.test(name) && headerValue.test(value);
    if (!isOrdinary || key in headers) return undefined;
    headers[key] = value;
  }
  return headers;
}

/** Reads a text as it is after encoding and decoding as UTF-8: without a byte order mark and lone surrogates. */
function readText(text: string): RequestBody {
  // A UTF-16 code unit takes at most three bytes.
  const isSmall = text.length * 3 <= choices.bodyLimitBytes;
  const isTooLarge = !isSmall && new TextEncoder().encode(text).length > choices.bodyLimitBytes;
  const sent = (text.startsWith("\ufeff") ? text.slice(1) : text).toWellFormed();
  return { text: isTooLarge ? sent.slice(0, choices.bodyLimitBytes) : sent, isTooLarge };
}

function receiveRequest(input: string | URL | Request, init: RequestInit | undefined): FetchRequest {
  const request = toRequest(input, init);
  const { method, signal } = request;
  // A `Request` of another realm may lack the option.
  const redirect = init?.redirect ?? request.redirect ?? "follow";
  const headers = copyHeaders(request.headers);
  const body = request.body === null ? readText("") : readBody(request);
  const sources = isRequest(input) ? [input, request] : [request];
  return new FetchRequest({ method, url: new URL(request.url), headers, body, signal, redirect, sources });
}

async function readBody(request: Request): Promise<RequestBody> {
  const { signal } = request;
  const body = bodyOf(request);
  // The body counts as used at once.
  const stream = body instanceof Promise ? await body : body;
  const { bytes, ended, error } = await readBytes(stream, choices.bodyLimitBytes, signal);
  signal.throwIfAborted();
  if (ended === "failed") throw new TypeError("fetch failed", { cause: error });
  return { text: new TextDecoder().decode(bytes), isTooLarge: ended === "too_large" };
}

/** Returns the body of a request as a stream. Some browsers have no `body` in requests. */
export function bodyOf(request: Request): Promise<ReadableStream<Uint8Array>> | ReadableStream<Uint8Array> | null {
  return request.body === undefined ? request.blob().then((blob) => blob.stream()) : request.body;
}
