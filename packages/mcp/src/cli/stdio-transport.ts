import type { Readable, Writable } from "node:stream";
import { fieldsOf, parseJson } from "@knowledge-base/internal";
import {
  isJSONRPCNotification,
  isJSONRPCRequest,
  isJSONRPCResponse,
  type JSONRPCMessage,
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
 * Reads and writes a message a line. The transport of the SDK ends after a message that is too long, does not respond to an invalid
 * one or to open calls when the input ends, and adds listeners to the output for each message that the host has not read.
 */
export class StdioTransport implements Transport {
  onmessage: Transport["onmessage"];
  onclose: Transport["onclose"];
  onerror: Transport["onerror"];
  readonly #input: Readable;
  readonly #output: Writable;
  readonly #closed = Promise.withResolvers<void>();
  readonly #openIds = new Set<unknown>();
  #hasEnded = false;
  #line = "";
  #length = 0;

  constructor(input: Readable, output: Writable) {
    this.#input = input;
    this.#output = output;
  }

  /** Resolves when the host has closed the input, or does not read the output any more. */
  get closed(): Promise<void> {
    return this.#closed.promise;
  }

  async start(): Promise<void> {
    this.#input.setEncoding("utf8").on("data", this.#read).on("end", this.#end);
    for (const stream of [this.#input, this.#output]) {
      stream.on("error", (error) => {
        this.onerror?.(error);
        void this.close();
      });
    }
  }

  async send(message: JSONRPCMessage): Promise<void> {
    if (isJSONRPCResponse(message)) this.#openIds.delete(message.id);
    await new Promise<void>((resolve) => this.#output.write(`${JSON.stringify(message)}\n`, () => resolve()));
    if (this.#hasEnded && this.#openIds.size === 0) await this.close();
  }

  async close(): Promise<void> {
    this.#input.off("data", this.#read).off("end", this.#end).pause();
    this.#closed.resolve();
    this.onclose?.();
  }

  readonly #end = (): void => {
    this.#receive();
    this.#hasEnded = true;
    if (this.#openIds.size === 0) void this.close();
    else setTimeout(() => this.close(), lastCallsMs).unref();
  };

  readonly #read = (chunk: string): void => {
    for (const [index, part] of chunk.split("\n").entries()) {
      if (index > 0) this.#receive();
      this.#length += part.length;
      this.#line += part;
      if (this.#length <= maxMessageLength) continue;
      this.#line = this.#line.slice(0, keptLength) + this.#line.slice(keptLength).slice(-keptLength);
    }
  };

  #receive(): void {
    const [line, isTooLong] = [this.#line.trim(), this.#length > maxMessageLength];
    [this.#line, this.#length] = ["", 0];
    if (line === "") return;
    const values = isTooLong ? [undefined] : [parseJson(line)].flat().map(readRequest);
    for (const value of values) {
      if (isJSONRPCRequest(value) && value.method !== "subscriptions/listen") this.#openIds.add(value.id);
      if (isJSONRPCNotification(value)) this.#openIds.delete(value.params?.["requestId"]);
      if (isMessage(value)) this.onmessage?.(value);
      else this.#refuse(line, value, isTooLong ? `is longer than ${maxMessageLength} characters` : "is not JSON-RPC");
    }
  }

  /** Responds to an invalid request, or lets the request to the host fail to which it is the response. */
  #refuse(line: string, value: unknown, problem: string): void {
    const id = value === undefined ? findId(line) : fieldsOf(value)["id"];
    this.onerror?.(new Error(`the client has sent a message that ${problem}`));
    if (typeof id !== "string" && typeof id !== "number") return;
    const error = { code: -32_600, message: `The message ${problem}. It was ignored.` };
    const response = { jsonrpc: "2.0", id, error } as const;
    if (/^\{[^{}[\]]*"(?:result|error)"\s*:/.test(line)) this.onmessage?.(response);
    else void this.send(response);
  }
}

function isMessage(value: unknown): value is JSONRPCMessage {
  return isJSONRPCRequest(value) || isJSONRPCNotification(value) || isJSONRPCResponse(value);
}

/** Finds the id of a message, of which only the beginning and the end are known, before or after the other fields. */
function findId(line: string): unknown {
  const first = /^\{\s*(?:"(?:jsonrpc|method)"\s*:\s*"[^"]*"\s*,\s*)*"id"\s*:\s*("[^"\\]*"|-?\d+)/.exec(line);
  const last = /"id"\s*:\s*("[^"\\]*"|-?\d+)\s*(?:,\s*"jsonrpc"\s*:\s*"2\.0"\s*)?\}$/.exec(line);
  return parseJson((first ?? last)?.[1] ?? "");
}
