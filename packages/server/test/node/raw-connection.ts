import { once } from "node:events";
import { connect, type Socket } from "node:net";
import type { Listener } from "@knowledge-base/server/node";
import { onTestFinished } from "vitest";

/** A client that sends whatever bytes it likes. */
export class RawConnection {
  readonly socket: Socket;
  /** Everything that came so far. */
  received = "";
  /** The code with which the connection broke, or `undefined` when it was ended in order. Settles when it is closed. */
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

  /** Waits until something came. */
  async until(text: string): Promise<void> {
    while (!this.received.includes(text)) await once(this.socket, "data");
  }

  /** Everything that came until the connection was closed. */
  async rest(): Promise<string> {
    await this.closed;
    return this.received;
  }
}

/** Opens a connection, which is cut when the test is over. It may stay half open after the server has ended it. */
export async function openConnection(
  { host, port }: Pick<Listener, "host" | "port">,
  options: { readonly allowHalfOpen?: boolean } = {},
): Promise<RawConnection> {
  const socket = connect({ port, host, ...options });
  onTestFinished(() => {
    socket.destroy();
  });
  await once(socket, "connect");
  return new RawConnection(socket);
}

/** Sends a request, ends with the answer, and gives everything that came. */
export async function exchange(listener: Pick<Listener, "host" | "port">, text: string): Promise<string> {
  const connection = await openConnection(listener);
  connection.write(text);
  return connection.rest();
}
