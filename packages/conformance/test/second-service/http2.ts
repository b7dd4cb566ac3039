import { once } from "node:events";
import type { RequestListener } from "node:http";
import { connect, createServer } from "node:http2";
import type { Server } from "node:net";

/** Creates a server that speaks HTTP/2 without TLS (h2c). Its requests have the interface of HTTP/1. */
export function createHttp2Server(listener: RequestListener): Server {
  return createServer(listener as unknown as Parameters<typeof createServer>[1]);
}

/** Sends a request over a connection of its own, which speaks HTTP/2 from the start. */
export async function fetchOverHttp2(url: string, init: RequestInit): Promise<Response> {
  const request = new Request(url, init);
  const { origin, pathname, search } = new URL(request.url);
  const session = connect(origin);
  try {
    const body = Buffer.from(await request.arrayBuffer());
    const headers = { ...Object.fromEntries(request.headers), ":method": request.method, ":path": pathname + search };
    const stream = session.request(headers, { endStream: body.length === 0 });
    if (body.length > 0) stream.end(body);
    const [{ ":status": status, ...received }] = await once(stream, "response", { signal: request.signal });
    const bytes = Buffer.concat(await stream.toArray({ signal: request.signal }));
    return new Response(status === 204 ? null : bytes, { status, headers: Object.entries(received) });
  } finally {
    session.close();
  }
}
