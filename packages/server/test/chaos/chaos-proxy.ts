import { once } from "node:events";
import { createServer, type IncomingMessage, request as sendRequest } from "node:http";
import type { AddressInfo, Socket } from "node:net";
import { text } from "node:stream/consumers";
import { setTimeout as wait } from "node:timers/promises";
import type { Disturbance } from "./disturbance.ts";

/** A request of a client, as the proxy has received it. */
export interface ProxiedRequest {
  readonly method: string;
  /** Path and query. */
  readonly target: string;
  readonly headers: IncomingMessage["headers"];
  readonly body: string;
}

/** A complete response of the server. */
export interface ServerResponseText {
  readonly status: number;
  readonly headers: readonly string[];
  readonly body: string;
}

/** Decides about the requests of one client, and is told what became of them. */
export interface RequestObserver {
  /** Called with each request that has arrived. Returns what happens to it. */
  onRequest(request: ProxiedRequest): Disturbance;
  /**
   * Forwards a request, now or later, and reports the response of the server; undefined if there was none. Requests of one client
   * are forwarded one after another, so that their order is known.
   */
  forward(request: ProxiedRequest, send: SendRequest): Promise<ServerResponseText | undefined>;
  /** Called before anything of a response is sent to the client. Returns the request id to send with it. */
  onResponse(request: ProxiedRequest, response: ServerResponseText): string;
}

/** Sends a request to the server. Returns its response, or undefined if there was none in time. */
export type SendRequest = (timeoutMs: number) => Promise<ServerResponseText | undefined>;

/** A proxy that cuts, delays, truncates and duplicates requests and responses. */
export class ChaosProxy {
  readonly #server = createServer((incoming) => this.#accept(incoming));
  readonly #upstream: URL;
  readonly #observers = new Map<string, RequestObserver>();
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

  /** Observes the requests with an API key. */
  observe(apiKey: string, observer: RequestObserver): void {
    this.#observers.set(apiKey, observer);
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
    const observer = this.#observers.get(String(incoming.headers["x-api-key"]));
    if (!observer) throw new Error("A request has the API key of no client.");
    const body = await text(incoming).catch(() => undefined);
    // The client left before the request was complete.
    if (body === undefined) return;
    const { method = "", url: target = "", headers, socket } = incoming;
    await this.#respond({ method, target, headers, body }, observer, socket);
  }

  async #respond(request: ProxiedRequest, observer: RequestObserver, socket: Socket): Promise<void> {
    const { delay, ...disturbance } = observer.onRequest(request);
    const forward = () => observer.forward(request, (timeoutMs) => this.#send(request, timeoutMs));
    if (disturbance.request === "cut" || disturbance.request === "cut and deliver late") socket.destroy();
    if (disturbance.request === "cut") return;
    if (disturbance.request !== "pass") await wait(delay);
    const first = await forward();
    const received = disturbance.request === "duplicate" ? ((await forward()) ?? first) : first;
    if (disturbance.response === "delay") await wait(delay);
    if (socket.destroyed) return;
    if (!received) return void socket.destroy();
    const response = disturbance.response === "echo the request" ? echo(request) : received;
    write(socket, response, disturbance.response, observer.onResponse(request, response));
  }

  /** Sends a request to the server. */
  async #send(
    { method, target, headers, body }: ProxiedRequest,
    timeoutMs: number,
  ): Promise<ServerResponseText | undefined> {
    const signal = AbortSignal.timeout(timeoutMs);
    const { hostname, port } = this.#upstream;
    const outgoing = sendRequest({ hostname, port, method, path: target, headers, signal });
    outgoing.end(body);
    try {
      const [incoming] = (await once(outgoing, "response")) as [IncomingMessage];
      return { status: incoming.statusCode ?? 0, headers: incoming.rawHeaders, body: await text(incoming) };
    } catch {
      return undefined;
    }
  }
}

/** The response of a gateway that shows the request, with the API key. */
function echo({ target, headers }: ProxiedRequest): ServerResponseText {
  const [path] = target.split("?");
  const error = {
    statusCode: 502,
    timestamp: new Date().toISOString(),
    path,
    message: `Failed to send ${JSON.stringify(headers)}`,
  };
  return { status: 502, headers: ["content-type", "application/json"], body: JSON.stringify(error) };
}

const framing = /^(connection|keep-alive|transfer-encoding|content-length|date)$/i;

/** Writes a response, or a part of it, to the socket of a client. */
function write(
  socket: Socket,
  { status, headers, body }: ServerResponseText,
  how: Disturbance["response"],
  requestId: string,
): void {
  const pairs = Array.from({ length: headers.length / 2 }, (_, index) => headers.slice(index * 2, index * 2 + 2));
  const fields = pairs.filter(([name = ""]) => !framing.test(name)).map(([name, value]) => `${name}: ${value}\r\n`);
  const content = Buffer.from(body);
  const head = `HTTP/1.1 ${status} Chaos\r\n${fields.join("")}x-request-id: ${requestId}\r\ncontent-length: ${content.length}\r\n\r\n`;
  const whole = Buffer.concat([Buffer.from(head), content]);
  const half = head.length + Math.floor(content.length / 2);
  switch (how) {
    case "cut":
      return void socket.destroy();
    case "cut in the head":
      return void socket.end(whole.subarray(0, Math.floor(head.length / 2)));
    case "cut in the body":
      return void socket.end(whole.subarray(0, half));
    case "stall":
      return;
    case "stall in the body":
      return void socket.write(whole.subarray(0, half));
    case "truncate the JSON": {
      const cut = content.subarray(0, Math.floor(content.length / 2));
      return void socket.write(
        Buffer.concat([Buffer.from(head.replace(/content-length: \d+/, `content-length: ${cut.length}`)), cut]),
      );
    }
    case "duplicate":
      return void socket.write(Buffer.concat([whole, whole]));
    case "drip":
      drip(socket, whole);
      return;
    default:
      return void socket.write(whole);
  }
}

/** Writes bytes in small parts. */
function drip(socket: Socket, bytes: Buffer): void {
  socket.setNoDelay(true);
  for (let start = 0; start < bytes.length; start += 97) socket.write(bytes.subarray(start, start + 97));
}
