import type { Readable, Writable } from "node:stream";
import { fieldsOf, parseJson } from "@knowledge-base/internal";
import {
  isJSONRPCNotification,
  isJSONRPCRequest,
  isJSONRPCResponse,
  isSpecType,
  ProtocolErrorCode,
  type Transport,
} from "@modelcontextprotocol/server";
import { readRequest } from "../lenient-server.ts";

/** Messages have a few short fields. */
const maxMessageLength = 1024 * 1024;

/** Length of the beginning and of the end of a longer message, which are enough to find its id. */
const keptLength = 1000;

/** Longest time for open calls after the host has closed the input. */
const lastCallsMs = 30_000;

/**
 * Creates a transport that reads and writes a message a line, until the host closes the input or does not read any more. The transport
 * of the SDK ends after a message that is too long, does not respond to an invalid one, or to open calls when the input ends, and adds
 * listeners to the output for each message that the host has not read.
 */
export function createStdioTransport(
  input: Readable,
  output: Writable,
): Transport & { readonly closed: Promise<void> } {
  const { promise: closed, resolve } = Promise.withResolvers<void>();
  const openIds = new Set<unknown>();
  /** Ids of the open requests to the host. */
  const questions = new Set<string | number>();
  let hasEnded = false;
  let line = "";
  let length = 0;

  const transport: Transport & { readonly closed: Promise<void> } = {
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

  function end(): void {
    receive();
    hasEnded = true;
    for (const id of questions) fail(id, "The client has closed the connection.");
    if (openIds.size === 0) void transport.close();
    else setTimeout(() => void transport.close(), lastCallsMs).unref();
  }

  function read(chunk: string): void {
    for (const [index, part] of chunk.split("\n").entries()) {
      if (index > 0) receive();
      length += part.length;
      line += part;
      if (length > maxMessageLength) line = line.slice(0, keptLength) + line.slice(keptLength).slice(-keptLength);
    }
  }

  function receive(): void {
    const [received, isTooLong] = [line.trim(), length > maxMessageLength];
    [line, length] = ["", 0];
    const values = isTooLong ? [undefined] : [parseJson(received)].flat().map(readRequest);
    for (const value of received === "" ? [] : values) {
      if (isJSONRPCRequest(value) && value.method !== "subscriptions/listen") openIds.add(value.id);
      if (isJSONRPCResponse(value)) questions.delete(value.id ?? "");
      if (isJSONRPCNotification(value)) openIds.delete(value.params?.["requestId"]);
      if (isSpecType.JSONRPCMessage(value)) transport.onmessage?.(value);
      else refuse(received, value, isTooLong ? `is longer than ${maxMessageLength} characters` : "is not JSON-RPC");
    }
  }

  /** Responds to an invalid request. An invalid response lets the request to the host fail. */
  function refuse(received: string, value: unknown, problem: string): void {
    const id = value === undefined ? findId(received) : fieldsOf(value)["id"];
    transport.onerror?.(new Error(`the client has sent a message that ${problem}`));
    if (typeof id !== "string" && typeof id !== "number") return;
    const message = `The message ${problem}. It was ignored.`;
    if (questions.has(id) && !/"method"\s*:/.test(received)) fail(id, message);
    else {
      openIds.add(id);
      void transport.send({ jsonrpc: "2.0", id, error: { code: ProtocolErrorCode.InvalidRequest, message } });
    }
  }

  function fail(question: string | number, message: string): void {
    questions.delete(question);
    transport.onmessage?.({ jsonrpc: "2.0", id: question, error: { code: ProtocolErrorCode.InvalidRequest, message } });
  }
}

const scalar = String.raw`(?:"(?:[^"\\]|\\.)*"|-?\d+|true|false|null)`;
const idField = String.raw`"id"\s*:\s*("(?:[^"\\]|\\.)*"|-?\d+)`;
/** An id before or after the long field of a message, with short ones beside it. */
const idPatterns = [
  new RegExp(String.raw`^\{\s*(?:"\w+"\s*:\s*${scalar}\s*,\s*)*${idField}`),
  new RegExp(String.raw`${idField}\s*(?:,\s*"\w+"\s*:\s*${scalar}\s*)*\}$`),
];

/** Finds the id of a message, of which only the beginning and the end are known. */
function findId(received: string): unknown {
  return idPatterns.map((pattern) => parseJson(pattern.exec(received)?.[1] ?? "")).find((id) => id !== undefined);
}
