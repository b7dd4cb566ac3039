import { once } from "node:events";
import { connect as openSocket, type Socket } from "node:net";
import { onTestFinished } from "vitest";

/** Where a listener accepts connections. */
export interface Address {
  readonly host: string;
  readonly port: number;
}

/** A client that sends any bytes. */
export class RawConnection {
  readonly socket: Socket;
  /** Everything received so far. */
  received = "";
  /** Resolves when the connection is closed: with the code of its error, or `undefined` if it was closed without one. */
  readonly closed: Promise<string | undefined>;

  constructor(socket: Socket) {
    this.socket = socket;
    let code: string | undefined;
    socket.on("data", (bytes) => {
      this.received += bytes.toString("latin1");
    });
    socket.on("error", (error: NodeJS.ErrnoException) => {
      code = error.code;
    });
    const { promise, resolve } = Promise.withResolvers<string | undefined>();
    socket.on("close", () => resolve(code));
    this.closed = promise;
  }

  write(text: string): void {
    this.socket.write(text, "latin1");
  }

  /** Waits until a text was received. */
  async until(text: string): Promise<void> {
    while (!this.received.includes(text)) await once(this.socket, "data");
  }

  /** Waits until the connection is closed. Returns everything received. */
  async rest(): Promise<string> {
    await this.closed;
    return this.received;
  }
}

/** Opens a connection that is closed when the test has finished. */
export async function openConnection({ host, port }: Address): Promise<RawConnection> {
  const socket = openSocket({ port, host });
  onTestFinished(() => void socket.destroy());
  await once(socket, "connect");
  return new RawConnection(socket);
}

/** Sends a request on a connection of its own. Returns everything received until the server closes the connection. */
export async function sendRaw(address: Address, text: string): Promise<string> {
  const connection = await openConnection(address);
  connection.write(text);
  return connection.rest();
}

/** A response as it was received on a connection. */
export interface RawResponse {
  readonly status: number;
  readonly headers: Headers;
  readonly body: unknown;
}

/** Parses the responses that were received on a connection. Each must be complete, and its body, if any, must be JSON. */
export function parseResponses(text: string): RawResponse[] {
  const responses: RawResponse[] = [];
  for (let rest = text; rest !== ""; ) {
    const [head, afterHead] = splitAt(rest, rest.indexOf("\r\n\r\n"), 4);
    const [statusLine = "", ...lines] = head.split("\r\n");
    const headers = new Headers(lines.map((line) => line.split(": ") as [string, string]));
    const length = Number(headers.get("content-length") ?? 0);
    const isChunked = headers.get("transfer-encoding") === "chunked";
    const [body, afterBody] = isChunked ? joinChunks(afterHead) : splitAt(afterHead, length);
    responses.push({ status: Number(statusLine.split(" ")[1]), headers, body: body === "" ? "" : JSON.parse(body) });
    rest = afterBody;
  }
  return responses;
}

/** Joins the chunks of a body. Returns the body and the text after it. */
export function joinChunks(text: string): [body: string, rest: string] {
  const [size, afterSize] = splitAt(text, text.indexOf("\r\n"), 2);
  const [chunk, next] = splitAt(afterSize, Number.parseInt(size, 16), 2);
  if (chunk === "") return ["", next];
  const [body, rest] = joinChunks(next);
  return [chunk + body, rest];
}

function splitAt(text: string, index: number, skipped = 0): [before: string, after: string] {
  if (index < 0 || index > text.length) throw new Error(`${JSON.stringify(text.slice(0, 100))} is not complete.`);
  return [text.slice(0, index), text.slice(index + skipped)];
}
