import type { IncomingMessage, ServerResponse } from "node:http";
import { choices } from "../choices.ts";
import { quoteWhole } from "../quote-whole.ts";
import type { HttpRequest } from "../service/http-message.ts";
import { type RequestHost, readForwardedOrigin } from "./allowed-hosts.ts";

/** How a listener reads requests. */
export interface RequestReader {
  readonly readHost: (host: string | undefined) => RequestHost;
  /** Whether the headers of a proxy determine the origin. */
  readonly trustProxy: boolean;
}

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
  body = "";
  isBodyTooLarge = false;
  /** Whether the response will never be complete. */
  isEndless = false;
  /** A `Request` that must not be garbage-collected, because its signal would then never abort. */
  retained: Request | undefined;
  #isAborted = false;
  #controller: AbortController | undefined;

  constructor(message: IncomingMessage, response: ServerResponse, { readHost, trustProxy }: RequestReader) {
    const { method = "GET", url = "", headers } = message;
    const { host = headers.host, path, query } = readTarget(url);
    const { origin, isAllowed } = readHost(host);
    this.message = message;
    this.response = response;
    this.method = method;
    this.origin = trustProxy ? readForwardedOrigin(headers, origin) : origin;
    this.path = path;
    this.query = query;
    this.headers = headers;
    this.rejection = findRejection(message, path, isAllowed ? undefined : host);
  }

  /** Created on demand: few requests need it, and creating one costs much. */
  get signal(): AbortSignal {
    this.#controller ??= new AbortController();
    if (this.#isAborted) this.#controller.abort();
    return this.#controller.signal;
  }

  /** Whether the request has a body that may be read. */
  get hasBody(): boolean {
    const { "content-length": length = "0", "transfer-encoding": encoding } = this.message.headers;
    return (encoding !== undefined || Number(length) > 0) && !methodsWithoutBody.has(this.method);
  }

  header(name: string): string | null {
    return this.headers[name]?.toString() ?? null;
  }

  isAborted(): boolean {
    return this.#isAborted;
  }

  /** Called when the client disconnects before it has received the whole response. */
  abort(): void {
    this.#isAborted = true;
    this.#controller?.abort();
  }

  /** Reads the body up to the limit. Node discards the rest. Never settles if the client disconnects before the end. */
  readBody(): Promise<void> {
    const { message } = this;
    return new Promise((resolve) => {
      const chunks: Uint8Array[] = [];
      let size = 0;
      const finish = () => {
        message.off("data", onData).off("end", finish);
        this.body = decoder.decode(Buffer.concat(chunks));
        resolve();
      };
      const onData = (chunk: Uint8Array) => {
        size += chunk.length;
        this.isBodyTooLarge = size > choices.bodyLimitBytes;
        if (this.isBodyTooLarge) finish();
        else chunks.push(chunk);
      };
      this.isBodyTooLarge = Number(message.headers["content-length"]) > choices.bodyLimitBytes;
      if (this.isBodyTooLarge) resolve();
      else message.on("data", onData).on("end", finish);
    });
  }
}

/** Returns the parts of the target of a request: of a path, or of a URL. */
function readTarget(target: string) {
  const [start = "", host] = target.startsWith("/") ? [] : (/^https?:\/\/([^/?#]*)/i.exec(target) ?? []);
  const [, path = "", query = ""] = /^([^?#]*)\??([^#]*)/.exec(target.slice(start.length)) ?? [];
  return { host, path: path === "" && host !== undefined ? "/" : path, query };
}

/** Returns why a listener rejects a request itself; undefined if it does not. */
function findRejection(
  { headers, httpVersion, method }: IncomingMessage,
  path: string,
  refusedHost: string | undefined,
): HttpRequest["rejection"] {
  const { host, expect } = headers;
  // Node joins several headers with commas.
  if (host === undefined ? httpVersion !== "1.0" : host.includes(",")) {
    return { status: 400, message: "The request must have exactly one Host header" };
  }
  if (refusedHost !== undefined) {
    const advice = "Use localhost, or allow the name with --allowed-hosts (allowedHosts in listen).";
    return { status: 403, message: `The host ${quoteWhole(refusedHost)} is not allowed. ${advice}` };
  }
  if (!path.startsWith("/") && path !== "*") return { status: 400, message: "The request target is not a path" };
  if (method === "TRACE") return { status: 501, message: `The method ${method} is not supported` };
  if (expect !== undefined && !/^100-continue$/i.test(expect)) {
    return { status: 417, message: `The expectation ${expect} cannot be met` };
  }
  return undefined;
}
