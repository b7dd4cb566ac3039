import { once } from "node:events";
import { createServer, request } from "node:http";
import type { AddressInfo } from "node:net";

/** A forward proxy for requests over plain `http:`. */
export interface Proxy {
  readonly url: string;
  /** URLs of the requests that it has forwarded. */
  readonly forwarded: readonly string[];
  readonly close: () => void;
}

/** Starts a forward proxy on a free port of this machine. */
export async function startProxy(): Promise<Proxy> {
  const forwarded: string[] = [];
  const server = createServer((incoming, outgoing) => {
    const { url = "", method = "GET", headers } = incoming;
    forwarded.push(url);
    const onward = request(url, { method, headers }, (response) => {
      outgoing.writeHead(response.statusCode ?? 502, response.headers);
      response.pipe(outgoing);
    });
    onward.on("error", (error) => outgoing.destroy(error));
    incoming.pipe(onward);
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    forwarded,
    close() {
      server.close();
      server.closeAllConnections();
    },
  };
}
