import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from "node:http";
import { createHostCheck, isLoopbackHost, parseHost } from "@knowledge-base/internal/hosts";
import { showValue } from "@knowledge-base/internal/texts";
import { choices } from "../basics/specification-choices.ts";
import { type HttpRequest, noBody, type RequestBody } from "../http/message.ts";

const methodsWithoutBody = new Set(["GET", "HEAD"]);

const decoder = new TextDecoder();

/** A request of a Node server, and its response. */
export class NodeRequest implements HttpRequest {
  readonly message: IncomingMessage;
  readonly response: ServerResponse;
  readonly method: string;
  readonly origin: string;
  readonly path: string;
  readonly query: string;
  readonly headers: HttpRequest["headers"];
  readonly rejection: HttpRequest["rejection"];
  /** Whether the response will never be complete. */
  isEndless = false;
  /** A `Request` that must not be garbage-collected, because its signal would then never abort. */
  retained: Request | undefined;
  readonly #controller = new AbortController();
  readonly signal = this.#controller.signal;
  #body: HttpRequest["body"] | undefined;

  constructor(message: IncomingMessage, response: ServerResponse, readHost: HostReader) {
    const { method = "GET", url = "", headers } = message;
    const { host = headers.host, path, query } = readTarget(url);
    const { origin, isAllowed } = readHost(host, headers);
    this.message = message;
    this.response = response;
    this.method = method;
    this.origin = origin;
    this.path = path;
    this.query = query;
    // Only `set-cookie` is a list, and only responses have it.
    this.headers = headers as HttpRequest["headers"];
    this.rejection = findRejection(message, path, isAllowed ? undefined : host);
  }

  /** Whether the request may have a body. After a 417, the client doesn't send it. */
  get hasBody(): boolean {
    if (methodsWithoutBody.has(this.method) || this.rejection?.status === 417) return false;
    return this.headers["content-length"] !== "0" && !this.message.readableEnded;
  }

  /** Read when it is first needed: otherwise, the body is streamed to a `fetch`. */
  get body(): HttpRequest["body"] {
    this.#body ??= this.hasBody ? this.#readBody() : noBody;
    return this.#body;
  }

  isAborted(): boolean {
    return this.signal.aborted;
  }

  /** Called when the client disconnects before it has received the whole response. */
  abort(): void {
    this.#controller.abort();
  }

  // Reads the body up to the limit, and discards the rest while it arrives. Aborts the request if the client disconnects before the end.
  #readBody(): Promise<RequestBody> {
    return new Promise((resolve) => {
      const chunks: Uint8Array[] = [];
      let size = 0;
      const finish = () => {
        resolve({ text: decoder.decode(Buffer.concat(chunks)), isTooLarge: size > choices.maxBodyBytes });
      };
      const onData = (chunk: Uint8Array) => {
        size += chunk.length;
        if (size <= choices.maxBodyBytes) chunks.push(chunk);
        else if (size - chunk.length <= choices.maxBodyBytes) finish();
      };
      const onClose = () => {
        if (!this.message.complete) this.abort();
        finish();
      };
      this.message.on("data", onData).on("close", onClose);
    });
  }
}

// Splits the target of a request, which is a path or a URL.
function readTarget(target: string) {
  const [start = "", host] = target.startsWith("/") ? [] : (/^https?:\/\/([^/?#]+)/i.exec(target) ?? []);
  const [, path = "", query = ""] = /^([^?#]*)\??([^#]*)/.exec(target.slice(start.length)) ?? [];
  return { host, path: path === "" && host !== undefined ? "/" : path, query };
}

const rejection = (status: number, message: string) => ({ status, message });

function findRejection(message: IncomingMessage, path: string, refusedHost: string | undefined) {
  const { httpVersion, method } = message;
  const { host, expect = "100-continue" } = message.headers;
  // Node joins several headers with commas.
  if (host === undefined ? httpVersion !== "1.0" : host.includes(","))
    return rejection(400, "The request must have exactly one Host header");
  if (refusedHost !== undefined) {
    const advice = "Use localhost, or allow the name with --allowed-hosts (allowedHosts in listen).";
    return rejection(403, `The host ${showValue(refusedHost)} is not allowed. ${advice}`);
  }
  if (!path.startsWith("/") && path !== "*") return rejection(400, "The request target is not a path");
  if (method === "TRACE") return rejection(501, `The method ${method} is not supported`);
  return /^100-continue$/i.test(expect) ? undefined : rejection(417, `The expectation ${expect} cannot be met`);
}

interface RequestHost {
  // Origin of the URLs with this host; the listener's own if the host is missing or invalid.
  readonly origin: string;
  readonly isAllowed: boolean;
}

/** Returns what the host of a request says, if it has one. */
export type HostReader = (host: string | undefined, headers: IncomingHttpHeaders) => RequestHost;

interface HostReaderOptions {
  // Origin of the listener, such as `http://127.0.0.1:43521`.
  readonly ownOrigin: string;
  readonly address: string;
  readonly host: string;
  // Further hosts; undefined if a listener beyond loopback allows every host.
  readonly allowedHosts: readonly string[] | undefined;
  readonly trustProxy: boolean;
}

/**
 * Creates the function that reads and checks the host of a request. A client that sends no host isn't a browser, so DNS rebinding
 * can't concern it.
 */
export function createHostReader(options: HostReaderOptions): HostReader {
  const { ownOrigin, address, host, allowedHosts, trustProxy } = options;
  const { host: ownHost, protocol } = new URL(ownOrigin);
  const names = allowedHosts ?? (isLoopbackHost(address) ? [] : ["*"]);
  const isAllowed = createHostCheck([host, address, ...names]);
  return (sent, headers) => {
    // Most clients use the listener's own address. Parsing another one takes a seventh of the time of a GET (decision 17).
    const isOwn = !sent || sent === ownHost;
    const url = isOwn ? undefined : parseHost(sent, protocol);
    const origin = url?.origin ?? ownOrigin;
    return {
      origin: trustProxy ? readForwardedOrigin(headers, origin) : origin,
      isAllowed: isOwn || isAllowed(url),
    };
  };
}

// Returns the origin that clients of a proxy use, from the headers that the proxy adds.
function readForwardedOrigin(headers: IncomingHttpHeaders, origin: string): string {
  const protocol = firstOf(headers["x-forwarded-proto"])?.toLowerCase();
  const { host } = parseHost(firstOf(headers["x-forwarded-host"])) ?? new URL(origin);
  return new URL(`${protocol === "https" ? protocol : "http"}://${host}`).origin;
}

// Each proxy appends to the list, so the first value comes from the proxy nearest to the client.
function firstOf(header: string | readonly string[] | undefined): string | undefined {
  return header?.toString().split(",")[0]?.trim();
}
