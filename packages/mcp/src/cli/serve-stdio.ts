import type { Readable, Writable } from "node:stream";
import { fieldsOf, parseJson } from "@knowledge-base/internal";
import { isSpecType, type McpServerFactory, ProtocolErrorCode, type Transport } from "@modelcontextprotocol/server";
import { serveStdio as serveTransport } from "@modelcontextprotocol/server/stdio";
import { readMessage } from "../read-message.ts";

// Messages have a few short fields. A longer message is refused by its id, which can be anywhere in the message. So it is read to its
// end, up to a length that no host sends.
const maxMessageLength = 1_048_576;
const maxReadLength = 64 * maxMessageLength;

/** Serves one client over the standard input and output. */
export function serveStdio(factory: McpServerFactory, onerror: (error: Error) => void) {
  const { promise: ended, resolve } = Promise.withResolvers<void>();
  const transport = createTransport(process.stdin, process.stdout, resolve);
  const handle = serveTransport(factory, { transport, onerror });
  return { name: "standard input and output", ended, close: () => handle.close() };
}

// Creates a transport that reads and writes a message a line, until the host closes the input or doesn't read any more. The transport
// of the SDK ends after a message that is too long, doesn't respond to an invalid one, or to open calls when the input ends, and adds
// listeners to the output for each message that the host hasn't read.
function createTransport(input: Readable, output: Writable, onEnd: () => void): Transport {
  const openIds = new Set<unknown>();
  // Ids of the open requests to the host.
  const questions = new Set<string | number>();
  let hasEnded = false;
  let line = "";

  const transport: Transport = {
    async start() {
      input.setEncoding("utf8").on("data", read).on("end", end).on("close", end);
      for (const stream of [input, output]) stream.on("error", () => void transport.close());
    },
    async send(message) {
      if ("id" in message && "method" in message) questions.add(message.id);
      await new Promise((written) => output.write(`${JSON.stringify(message)}\n`, written));
      if (!("method" in message)) openIds.delete(message.id);
      if (hasEnded && openIds.size === 0) await transport.close();
    },
    async close() {
      input.off("data", read).off("end", end).off("close", end).pause();
      onEnd();
      transport.onclose?.();
    },
  };
  return transport;

  // An open call ends by its deadline.
  function end(): void {
    receive();
    hasEnded = true;
    for (const id of questions) reject(id, "The client has closed the connection.");
    if (openIds.size === 0) void transport.close();
  }

  function read(chunk: string): void {
    for (const [index, part] of chunk.split("\n").entries()) {
      if (index > 0) receive();
      if (line.length < maxReadLength) line += part;
    }
  }

  function receive(): void {
    const received = line.trim();
    line = "";
    if (received === "") return;
    const isTooLong = received.length > maxMessageLength;
    for (const message of [readMessage(parseJson(received))].flat()) {
      if (isTooLong) refuse(message, `is longer than ${maxMessageLength} characters`);
      else if (!isSpecType.JSONRPCMessage(message)) refuse(message, "is not JSON-RPC");
      else {
        if (!("method" in message)) questions.delete(message.id ?? "");
        else if (!("id" in message)) openIds.delete(message.params?.["requestId"]);
        else if (message.method !== "subscriptions/listen") openIds.add(message.id);
        transport.onmessage?.(message);
      }
    }
  }

  function refuse(message: unknown, problem: string): void {
    const { id, method } = fieldsOf(message);
    transport.onerror?.(new Error(`the client has sent a message that ${problem}`));
    if (typeof id === "string" || typeof id === "number") reject(id, `The message ${problem}. It was ignored.`, method);
  }

  // Makes a request of the host fail, or if the message isn't one, the request that it is the response to.
  function reject(id: string | number, problem: string, method?: unknown): void {
    const error = { jsonrpc: "2.0" as const, id, error: { code: ProtocolErrorCode.InvalidRequest, message: problem } };
    if (method === undefined && questions.delete(id)) transport.onmessage?.(error);
    else {
      openIds.add(id);
      void transport.send(error);
    }
  }
}
