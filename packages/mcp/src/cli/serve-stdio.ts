import { fieldsOf, parseJson } from "@knowledge-base/internal/json";
import {
  isSpecType,
  type JSONRPCMessage,
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
  const transport = new StdioTransport();
  const handle = serveTransport(factory, { transport, onerror });
  return { name: "standard input and output", ended: transport.ended.promise, close: () => handle.close() };
}

type RequestId = string | number;

// Reads and writes a message a line, until the host closes the input or doesn't read any more. The transport of the SDK ends after a
// message that is too long, doesn't respond to an invalid one, or to open calls when the input ends, and adds listeners to the output
// for each message that the host hasn't read.
class StdioTransport implements Transport {
  onmessage?: (message: JSONRPCMessage) => void;
  onerror?: (error: Error) => void;
  onclose?: () => void;

  readonly ended = Promise.withResolvers<void>();
  readonly #input = process.stdin;
  readonly #output = process.stdout;
  // The ids of the requests that have no response yet.
  readonly #requestsFromHost = new Set<unknown>();
  readonly #requestsToHost = new Set<RequestId>();
  #line = "";
  #hasInputEnded = false;

  async start(): Promise<void> {
    const endInput = () => this.#endInput();
    this.#input.setEncoding("utf8").on("data", (chunk: string) => this.#readChunk(chunk));
    this.#input.on("end", endInput).on("close", endInput);
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
    this.#input.pause();
    this.ended.resolve();
    this.onclose?.();
  }

  #readChunk(chunk: string): void {
    for (const part of chunk.split(/(?<=\n)/)) {
      if (this.#line.length < maxReadLength) this.#line += part;
      if (part.endsWith("\n")) this.#endLine();
    }
  }

  #endInput(): void {
    this.#endLine();
    this.#hasInputEnded = true;
    for (const id of this.#requestsToHost) this.#failRequestToHost(id, "The client has closed the connection.");
    void this.#closeIfDone();
  }

  // Closes as soon as the host has the responses to all of its requests. A call ends by its deadline.
  async #closeIfDone(): Promise<void> {
    if (this.#hasInputEnded && this.#requestsFromHost.size === 0) await this.close();
  }

  #endLine(): void {
    const text = this.#line.trim();
    this.#line = "";
    if (text === "") return;
    const isTooLong = text.length > maxMessageLength;
    for (const message of [readMessage(parseJson(text))].flat()) {
      if (isTooLong) this.#refuse(message, `is longer than ${maxMessageLength} characters`);
      else if (!isSpecType.JSONRPCMessage(message)) this.#refuse(message, "is not JSON-RPC");
      else this.#receive(message);
    }
  }

  #receive(message: JSONRPCMessage): void {
    if (!("method" in message)) this.#requestsToHost.delete(message.id ?? "");
    // A canceled request gets no response.
    else if (message.method === "notifications/cancelled") this.#requestsFromHost.delete(message.params?.["requestId"]);
    // A subscription has no deadline: the end of the input doesn't wait for it.
    else if ("id" in message && message.method !== "subscriptions/listen") this.#requestsFromHost.add(message.id);
    this.onmessage?.(message);
  }

  #refuse(message: unknown, problem: string): void {
    this.onerror?.(new Error(`the client has sent a message that ${problem}`));
    const { id, method } = fieldsOf(message);
    if (typeof id !== "string" && typeof id !== "number") return;
    const text = `The message ${problem}. It was ignored.`;
    const isResponse = method === undefined && this.#requestsToHost.has(id);
    if (isResponse) {
      this.#failRequestToHost(id, text);
    } else {
      // The connection stays open until the error is written.
      this.#requestsFromHost.add(id);
      void this.send(createError(id, text));
    }
  }

  // Passes an error to the server in place of the response of the host, so that the server doesn't wait for it.
  #failRequestToHost(id: RequestId, problem: string): void {
    this.#requestsToHost.delete(id);
    this.onmessage?.(createError(id, problem));
  }
}

function createError(id: RequestId, message: string): JSONRPCMessage {
  return { jsonrpc: "2.0", id, error: { code: ProtocolErrorCode.InvalidRequest, message } };
}
