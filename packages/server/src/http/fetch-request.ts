import { readBytes } from "@knowledge-base/internal/bytes";
import { parseUrl } from "@knowledge-base/internal/url";
import { choices } from "../basics/specification-choices.ts";
import { isLargerThan } from "../basics/values.ts";
import { type HttpRequest, noBody, type RequestBody } from "./message.ts";

/** A request, as the arguments of a `fetch` describe it. */
export interface FetchRequest extends HttpRequest {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly redirect: RequestRedirect;
  /** The `Request` objects from which it was read. Whoever waits for the signal must hold them: without them, it never aborts. */
  readonly requests?: readonly Request[];
  /** Throws the reason of the abortion, or the error of a body that can't be read. */
  throwIfFailed(): void;
}

type Sent = Pick<FetchRequest, "method" | "headers" | "body" | "signal" | "redirect" | "requests">;

export function createRequest(url: URL, sent: Sent): FetchRequest {
  if (url.protocol !== "https:" && url.protocol !== "http:")
    throw networkError("The URL must begin with https:// or http://");
  const { body, signal } = sent;
  let failure: unknown;
  const keepFailure = (error: unknown) => {
    failure = error;
    return noBody;
  };
  return {
    ...sent,
    url: url.href.replace(/#.*/, ""),
    origin: url.origin,
    path: url.pathname,
    query: url.search.slice(1),
    body: body instanceof Promise ? body.catch(keepFailure) : body,
    isAborted: () => failure !== undefined || (signal?.aborted ?? false),
    throwIfFailed() {
      signal?.throwIfAborted();
      if (failure !== undefined) throw failure;
    },
  };
}

/** Returns whether an argument of `fetch` is a `Request`, of any realm: test environments have their own. */
export function isRequest(input: string | URL | Request): input is Request {
  return typeof input === "object" && "headers" in input;
}

/** Converts the arguments of `fetch` into a `Request`; an unread `Request` that no init changes is returned as it is. */
export function toRequest(input: string | URL | Request, init: RequestInit = {}): Request {
  const isUnchanged = Object.keys(init).every((name) => name === "redirect");
  return isRequest(input) && isUnchanged && !input.bodyUsed ? input : new Request(input, init);
}

const methodsWithBody = new Set(["POST", "PUT", "PATCH", "DELETE"]);

const plainOptions: ReadonlySet<string> = new Set(["method", "headers", "body", "signal"]);

/** Reads the arguments of `fetch`. */
export function readFetchRequest(input: string | URL | Request, init: RequestInit): FetchRequest {
  return readPlainRequest(input, init) ?? readRequest(input, init);
}

// Reads an ordinary request without a `Request`, whose creation costs more than the response: the budgets `server.fetch-get` and
// `server.fetch-patch` need it (decision 17). Returns undefined for all others: `Request` reads them and throws the errors of the
// global `fetch`.
function readPlainRequest(input: string | URL | Request, init: RequestInit): FetchRequest | undefined {
  const { method = "GET", headers: given, body: text = null, signal = null } = init;
  if (isRequest(input) || (text !== null && typeof text !== "string")) return undefined;
  if (!(method === "GET" && text === null) && !methodsWithBody.has(method)) return undefined;
  if (!Object.keys(init).every((name) => plainOptions.has(name))) return undefined;
  const url = parseUrl(input);
  if (url?.username !== "" || url.password !== "") return undefined;
  const headers = Object.fromEntries(new Headers(given));
  if (text !== null) headers["content-type"] ??= "text/plain;charset=UTF-8";
  return createRequest(url, { method, headers, body: bodyOfText(text ?? ""), signal, redirect: "follow" });
}

// Reads a text as it is after encoding and decoding as UTF-8: without a byte order mark and lone surrogates.
function bodyOfText(text: string): RequestBody {
  const isTooLarge = isLargerThan(choices.maxBodyBytes, text);
  const sent = (text.startsWith("\ufeff") ? text.slice(1) : text).toWellFormed();
  return { text: isTooLarge ? sent.slice(0, choices.maxBodyBytes) : sent, isTooLarge };
}

function readRequest(input: string | URL | Request, init: RequestInit): FetchRequest {
  const request = toRequest(input, init);
  const { method, signal } = request;
  // A `Request` of another realm may lack the option.
  const redirect = init.redirect ?? request.redirect ?? "follow";
  const headers = Object.fromEntries(request.headers);
  const body = request.body === null ? bodyOfText("") : bodyOfRequest(request);
  const requests = isRequest(input) ? [input, request] : [request];
  return createRequest(new URL(request.url), { method, headers, body, signal, redirect, requests });
}

async function bodyOfRequest(request: Request): Promise<RequestBody> {
  const { signal } = request;
  const body = bodyOf(request);
  // The body counts as used at once.
  const stream = body instanceof Promise ? await body : body;
  const { bytes, ended, error } = await readBytes(stream, choices.maxBodyBytes, signal);
  signal.throwIfAborted();
  if (ended === "failed") throw new TypeError("fetch failed", { cause: error });
  return { text: new TextDecoder().decode(bytes), isTooLarge: ended === "too_large" };
}

/** Returns the body of a request as a stream. Some browsers have no `body` in requests. */
export function bodyOf(request: Request): Promise<ReadableStream<Uint8Array>> | ReadableStream<Uint8Array> | null {
  return request.body === undefined ? request.blob().then((blob) => blob.stream()) : request.body;
}

/** Returns the error with which `fetch` fails without a response. */
export function networkError(message: string, fields: object = {}): TypeError {
  return new TypeError("fetch failed", { cause: Object.assign(new Error(message), fields) });
}
