import { once } from "node:events";
import { createServer, type IncomingMessage, request as sendRequest } from "node:http";
import type { AddressInfo, Socket } from "node:net";
import { text } from "node:stream/consumers";
import { setTimeout as wait } from "node:timers/promises";
import type { RandomNumbers } from "./random-numbers.ts";

/** A request of a client, as the proxy has received it. */
export interface ProxiedRequest {
  readonly method: string;
  /** Path and query. */
  readonly target: string;
  readonly headers: IncomingMessage["headers"];
  readonly body: string;
}

/** A complete response of the server. */
export interface ProxiedResponse {
  readonly status: number;
  readonly headers: readonly string[];
  readonly body: string;
}

/** What happens to a request before it reaches the server, and to its response. */
export interface Disturbance {
  readonly request: "pass" | "delay" | "cut" | "deliver late" | "duplicate";
  readonly response: keyof typeof writers;
  readonly delayMs: number;
}

/** Chooses a disturbance. Half of the requests pass in both directions. */
export function chooseDisturbance(random: RandomNumbers): Disturbance {
  const isPassed = () => random.below(10) < 7;
  return {
    request: isPassed() ? "pass" : random.pick(["delay", "cut", "deliver late", "duplicate"]),
    response: isPassed() ? "pass" : random.pick(Object.keys(writers) as ["pass"]),
    delayMs: 1 + random.below(60),
  };
}

/** Decides about the requests of one client, and is told what became of them. */
export interface RequestObserver {
  /** Called with each request that has arrived. Returns what happens to it. */
  onRequest(request: ProxiedRequest): Disturbance;
  /** Forwards a request by calling `send`, now or later, and returns the response; undefined if there was none. */
  forward(request: ProxiedRequest, send: SendRequest): Promise<ProxiedResponse | undefined>;
  /** Called before anything of a response is sent to the client. Returns the request id to send with it. */
  onResponse(request: ProxiedRequest, response: ProxiedResponse): string;
}

/** Sends a request to the server. Returns its response, or undefined if there was none in time. */
type SendRequest = (timeoutMs: number) => Promise<ProxiedResponse | undefined>;

/** A proxy that cuts, delays, truncates and duplicates requests and responses. */
export class ChaosProxy {
  /** The observer of the requests with each API key. */
  readonly observers = new Map<string, RequestObserver>();
  readonly #server = createServer((incoming) => this.#accept(incoming));
  readonly #upstream: URL;
  readonly #pending = new Set<Promise<void>>();
  readonly #onFailure: (failure: unknown) => void;

  /** @param onFailure - called with what the observers throw */
  constructor(upstream: string, onFailure: (failure: unknown) => void) {
    this.#upstream = new URL(upstream);
    this.#onFailure = onFailure;
    // A client may leave whenever it wants to.
    this.#server.on("clientError", (_, socket) => socket.destroy());
  }

  async listen(): Promise<string> {
    this.#server.listen(0, "127.0.0.1");
    await once(this.#server, "listening");
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  close(): void {
    this.#server.close();
    this.#server.closeAllConnections();
  }

  /** Resolves when no request is on its way to the server. */
  async settled(): Promise<void> {
    while (this.#pending.size > 0) await Promise.all(this.#pending);
  }

  #accept(incoming: IncomingMessage): void {
    const handled = this.#handle(incoming).catch((failure: unknown) => {
      incoming.socket.destroy();
      this.#onFailure(failure);
    });
    this.#pending.add(handled);
    void handled.then(() => this.#pending.delete(handled));
  }

  async #handle(incoming: IncomingMessage): Promise<void> {
    const observer = this.observers.get(String(incoming.headers["x-api-key"]));
    if (!observer) throw new Error("A request has the API key of no client.");
    const body = await text(incoming).catch(() => undefined);
    // The client left before the request was complete.
    if (body === undefined) return;
    const { method = "", url: target = "", headers, socket } = incoming;
    const request = { method, target, headers, body };
    const disturbance = observer.onRequest(request);
    const forward = () => observer.forward(request, (timeoutMs) => this.#send(request, timeoutMs));
    if (disturbance.request === "cut" || disturbance.request === "deliver late") socket.destroy();
    if (disturbance.request === "cut") return;
    if (disturbance.request !== "pass") await wait(disturbance.delayMs);
    const first = await forward();
    const received = disturbance.request === "duplicate" ? ((await forward()) ?? first) : first;
    if (disturbance.response === "delay") await wait(disturbance.delayMs);
    if (socket.destroyed) return;
    if (!received) return void socket.destroy();
    const response = disturbance.response === "echo the request" ? echo(request) : received;
    const requestId = observer.onResponse(request, response);
    writers[disturbance.response](socket, writeHead(response, requestId), Buffer.from(response.body));
  }

  /** Sends a request to the server. */
  async #send(request: ProxiedRequest, timeoutMs: number): Promise<ProxiedResponse | undefined> {
    const { method, target: path, headers } = request;
    const { hostname, port } = this.#upstream;
    const signal = AbortSignal.timeout(timeoutMs);
    const outgoing = sendRequest({ hostname, port, method, path, headers, signal }).end(request.body);
    try {
      const [incoming] = (await once(outgoing, "response")) as [IncomingMessage];
      return { status: incoming.statusCode ?? 0, headers: incoming.rawHeaders, body: await text(incoming) };
    } catch {
      return undefined;
    }
  }
}

/** The response of a gateway that shows the request, with the API key. */
function echo({ target, headers }: ProxiedRequest): ProxiedResponse {
  const [path] = target.split("?");
  const message = `Failed to send ${JSON.stringify(headers)}`;
  const body = JSON.stringify({ statusCode: 502, timestamp: new Date().toISOString(), path, message });
  return { status: 502, headers: ["content-type", "application/json"], body };
}

const framing = /^(connection|keep-alive|transfer-encoding|content-length|date)$/i;

function writeHead({ status, headers, body }: ProxiedResponse, requestId: string): string {
  const fields = headers.flatMap((name, index) => {
    return index % 2 === 1 || framing.test(name) ? [] : `${name}: ${headers[index + 1]}\r\n`;
  });
  const length = Buffer.byteLength(body);
  return `HTTP/1.1 ${status} Chaos\r\n${fields.join("")}x-request-id: ${requestId}\r\ncontent-length: ${length}\r\n\r\n`;
}

type Write = (socket: Socket, head: string, body: Buffer) => unknown;

const writeAll: Write = (socket, head, body) => socket.write(Buffer.concat([Buffer.from(head), body]));
const half = (body: Buffer) => body.subarray(0, Math.floor(body.length / 2));

/** Ways to write a response, or a part of it, to the socket of a client. */
const writers = {
  pass: writeAll,
  delay: writeAll,
  "echo the request": writeAll,
  cut: (socket) => socket.destroy(),
  "cut in the head": (socket, head) => socket.end(head.slice(0, head.length / 2)),
  "cut in the body": (socket, head, body) => socket.end(Buffer.concat([Buffer.from(head), half(body)])),
  stall: () => {},
  "stall in the body": (socket, head, body) => writeAll(socket, head, half(body)),
  "truncate the JSON": (socket, head, body) =>
    writeAll(socket, head.replace(/content-length: \d+/, `content-length: ${half(body).length}`), half(body)),
  duplicate: (socket, head, body) => writeAll(socket, head, Buffer.concat([body, Buffer.from(head), body])),
  drip(socket, head, body) {
    const bytes = Buffer.concat([Buffer.from(head), body]);
    socket.setNoDelay(true);
    for (let start = 0; start < bytes.length; start += 97) socket.write(bytes.subarray(start, start + 97));
  },
} satisfies Record<string, Write>;
