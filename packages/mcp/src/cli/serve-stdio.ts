import type { Readable, Writable } from "node:stream";
import { fieldsOf, parseJson } from "@knowledge-base/internal/json";
import {
  isSpecType,
  type JSONRPCMessage,
  type JSONRPCNotification,
  type McpServerFactory,
  ProtocolErrorCode,
  type Transport,
} from "@modelcontextprotocol/server";
import { serveStdio as serveTransport } from "@modelcontextprotocol/server/stdio";
import { readMessage } from "../read-message.ts";

// Messages have a few short fields. A longer message is refused by its id, which can be anywhere in the message. So it is read to its
// end, up to a length that no host sends.
const maxMessageLength = 1_048_576;
const maxReadLength = 64 * maxMessageLength;

/** Serves one client over the standard input and output. */
export function serveStdio(factory: McpServerFactory, onerror: (error: Error) => void) {
  const { promise: ended, resolve } = Promise.withResolvers<void>();
  const transport = new StdioTransport(process.stdin, process.stdout, resolve);
  const handle = serveTransport(factory, { transport, onerror });
  return { name: "standard input and output", ended, close: () => handle.close() };
}

type RequestId = string | number;

// Reads and writes a message a line, until the host closes the input or doesn't read any more. The transport of the SDK ends after a
// message that is too long, doesn't respond to an invalid one, or to open calls when the input ends, and adds listeners to the output
// for each message that the host hasn't read.
class StdioTransport implements Transport {
  onmessage?: (message: JSONRPCMessage) => void;
  onerror?: (error: Error) => void;
  onclose?: () => void;

  readonly #input: Readable;
  readonly #output: Writable;
  readonly #onEnd: () => void;
  readonly #lines = new LineReader();
  // The ids of the requests that have no response yet.
  readonly #requestsFromHost = new Set<unknown>();
  readonly #requestsToHost = new Set<RequestId>();
  #hasInputEnded = false;

  constructor(input: Readable, output: Writable, onEnd: () => void) {
    this.#input = input;
    this.#output = output;
    this.#onEnd = onEnd;
  }

  async start(): Promise<void> {
    this.#input.setEncoding("utf8").on("data", this.#readChunk).on("end", this.#endInput).on("close", this.#endInput);
    for (const stream of [this.#input, this.#output]) stream.on("error", () => void this.close());
  }

  async send(message: JSONRPCMessage): Promise<void> {
    const isRequest = "id" in message && "method" in message;
    if (isRequest) this.#requestsToHost.add(message.id);
    await new Promise((written) => this.#output.write(`${JSON.stringify(message)}\n`, written));
    if (!("method" in message)) this.#requestsFromHost.delete(message.id);
    await this.#closeIfDone();
  }

  async close(): Promise<void> {
    this.#input.off("data", this.#readChunk).off("end", this.#endInput).off("close", this.#endInput).pause();
    this.#onEnd();
    this.onclose?.();
  }

  readonly #readChunk = (chunk: string): void => {
    for (const line of this.#lines.read(chunk)) this.#readLine(line);
  };

  readonly #endInput = (): void => {
    this.#readLine(this.#lines.endLine());
    this.#hasInputEnded = true;
    for (const id of this.#requestsToHost) this.#failRequestToHost(id, "The client has closed the connection.");
    void this.#closeIfDone();
  };

  // Closes as soon as the host has the responses to all of its requests. A call ends by its deadline.
  async #closeIfDone(): Promise<void> {
    if (this.#hasInputEnded && this.#requestsFromHost.size === 0) await this.close();
  }

  #readLine(line: string): void {
    const text = line.trim();
    if (text === "") return;
    const isTooLong = text.length > maxMessageLength;
    for (const message of [readMessage(parseJson(text))].flat()) {
      if (isTooLong) this.#refuse(message, `is longer than ${maxMessageLength} characters`);
      else if (!isSpecType.JSONRPCMessage(message)) this.#refuse(message, "is not JSON-RPC");
      else this.#receive(message);
    }
  }

  #receive(message: JSONRPCMessage): void {
    const isResponse = !("method" in message);
    if (isResponse) this.#requestsToHost.delete(message.id ?? "");
    else if (!("id" in message)) this.#receiveNotification(message);
    // A subscription has no deadline: the end of the input doesn't wait for it.
    else if (message.method !== "subscriptions/listen") this.#requestsFromHost.add(message.id);
    this.onmessage?.(message);
  }

  #receiveNotification({ method, params }: JSONRPCNotification): void {
    // A canceled request gets no response.
    if (method === "notifications/cancelled") this.#requestsFromHost.delete(params?.["requestId"]);
  }

  #refuse(message: unknown, problem: string): void {
    this.onerror?.(new Error(`the client has sent a message that ${problem}`));
    const { id, method } = fieldsOf(message);
    if (typeof id !== "string" && typeof id !== "number") return;
    const text = `The message ${problem}. It was ignored.`;
    const isResponse = method === undefined && this.#requestsToHost.has(id);
    if (isResponse) this.#failRequestToHost(id, text);
    else this.#respondWithError(id, text);
  }

  // Passes an error to the server in place of the response of the host, so that the server doesn't wait for it.
  #failRequestToHost(id: RequestId, problem: string): void {
    this.#requestsToHost.delete(id);
    this.onmessage?.(createError(id, problem));
  }

  #respondWithError(id: RequestId, problem: string): void {
    // The connection stays open until the error is written.
    this.#requestsFromHost.add(id);
    void this.send(createError(id, problem));
  }
}

function createError(id: RequestId, message: string): JSONRPCMessage {
  return { jsonrpc: "2.0", id, error: { code: ProtocolErrorCode.InvalidRequest, message } };
}

// Joins the chunks of an input to lines.
class LineReader {
  #line = "";

  /** Returns the lines that end in a chunk. */
  read(chunk: string): string[] {
    const lines: string[] = [];
    for (const [index, part] of chunk.split("\n").entries()) {
      if (index > 0) lines.push(this.endLine());
      if (this.#line.length < maxReadLength) this.#line += part;
    }
    return lines;
  }

  /** Returns the line that was read so far, and begins the next one. */
  endLine(): string {
    const line = this.#line;
    this.#line = "";
    return line;
  }
}
