import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";

/** A socket on which a `fetch` answers. */
export interface Listening extends AsyncDisposable {
  /** Base URL, without a slash at its end. */
  readonly url: string;
}

/** What answers: a `fetch` that is given a URL and init. */
type AnswerFrom = (url: string, init: RequestInit) => Promise<Response>;

/** Answers on a free port of this machine until it is disposed. A request whose caller goes away is aborted. */
export async function listen(fetch: AnswerFrom): Promise<Listening> {
  const server = createServer((incoming, outgoing) => {
    answer(fetch, incoming, outgoing).catch(() => outgoing.destroy());
  });
  const { promise: listening, resolve: start } = Promise.withResolvers<void>();
  server.listen(0, "127.0.0.1", start);
  await listening;
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      const { promise: closed, resolve: finish } = Promise.withResolvers<unknown>();
      server.close(finish);
      await closed;
    },
  };
}

async function answer(fetch: AnswerFrom, incoming: IncomingMessage, outgoing: ServerResponse): Promise<void> {
  const gone = new AbortController();
  outgoing.once("close", () => gone.abort());
  const { method = "GET", url = "/", headers } = incoming;
  const body = await text(incoming);
  const response = await fetch(`http://${headers.host}${url}`, {
    method,
    headers: Object.entries(headers).flatMap(([name, value]): [string, string][] => [[name, String(value)]]),
    signal: gone.signal,
    ...(body !== "" && { body }),
  });
  outgoing.writeHead(response.status, Object.fromEntries(response.headers));
  outgoing.end(new Uint8Array(await response.arrayBuffer()));
}
