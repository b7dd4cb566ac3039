import type { Readable, Writable } from "node:stream";
import { fieldsOf, parseJson } from "@knowledge-base/internal";
import {
  isJSONRPCNotification,
  isJSONRPCRequest,
  isJSONRPCResponse,
  isSpecType,
  type McpServerFactory,
  ProtocolErrorCode,
  type Transport,
} from "@modelcontextprotocol/server";
import { serveStdio as serveTransport } from "@modelcontextprotocol/server/stdio";
import { readRequests } from "../lenient-server.ts";

// Messages have a few short fields. A longer one is read, because its id can be anywhere, up to a length that no host sends.
const maxMessageLength = 1_048_576;
const maxReadLength = 64 * maxMessageLength;

/** Serves one client over the standard input and output. */
export function serveStdio(factory: McpServerFactory, onerror: (error: Error) => void) {
  const transport = createTransport(process.stdin, process.stdout);
  const handle = serveTransport(factory, { transport, onerror });
  return { name: "standard input and output", ended: transport.closed, close: () => handle.close() };
}

interface StdioTransport extends Transport {
  readonly closed: Promise<void>;
}

// Creates a transport that reads and writes a message a line, until the host closes the input or doesn't read any more. The transport
// of the SDK ends after a message that is too long, doesn't respond to an invalid one, or to open calls when the input ends, and adds
// listeners to the output for each message that the host hasn't read.
function createTransport(input: Readable, output: Writable): StdioTransport {
  const { promise: closed, resolve } = Promise.withResolvers<void>();
  const openIds = new Set<unknown>();
  // Ids of the open requests to the host.
  const questions = new Set<unknown>();
  let hasEnded = false;
  let line = "";

  const transport: StdioTransport = {
    closed,
    async start() {
      input.setEncoding("utf8").on("data", read).on("end", end).on("close", end);
      for (const stream of [input, output]) stream.on("error", () => void transport.close());
    },
    async send(message) {
      if (isJSONRPCRequest(message)) questions.add(message.id);
      await new Promise((written) => output.write(`${JSON.stringify(message)}\n`, written));
      if (!("method" in message)) openIds.delete(message.id);
      if (hasEnded && openIds.size === 0) await transport.close();
    },
    async close() {
      input.off("data", read).off("end", end).off("close", end).pause();
      resolve();
      transport.onclose?.();
    },
  };
  return transport;

  // An open call ends by its deadline.
  function end(): void {
    receive();
    hasEnded = true;
    for (const id of questions) rejectQuestion(id as string, "The client has closed the connection.");
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
    for (const value of [readRequests(parseJson(received))].flat()) {
      if (isTooLong) refuse(value, `is longer than ${maxMessageLength} characters`);
      else if (!isSpecType.JSONRPCMessage(value)) refuse(value, "is not JSON-RPC");
      else {
        if (isJSONRPCRequest(value) && value.method !== "subscriptions/listen") openIds.add(value.id);
        if (isJSONRPCResponse(value)) questions.delete(value.id);
        if (isJSONRPCNotification(value)) openIds.delete(value.params?.["requestId"]);
        transport.onmessage?.(value);
      }
    }
  }

  // An invalid response makes the request to the host fail.
  function refuse(value: unknown, problem: string): void {
    const { id, method } = fieldsOf(value);
    transport.onerror?.(new Error(`the client has sent a message that ${problem}`));
    if (typeof id !== "string" && typeof id !== "number") return;
    const message = `The message ${problem}. It was ignored.`;
    if (questions.has(id) && method === undefined) rejectQuestion(id, message);
    else {
      openIds.add(id);
      void transport.send(errorOf(id, message));
    }
  }

  function rejectQuestion(id: string | number, message: string): void {
    questions.delete(id);
    transport.onmessage?.(errorOf(id, message));
  }
}

function errorOf(id: string | number, message: string) {
  return { jsonrpc: "2.0" as const, id, error: { code: ProtocolErrorCode.InvalidRequest, message } };
}
