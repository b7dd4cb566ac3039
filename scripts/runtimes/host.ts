import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";
import { createReferenceServer } from "@knowledge-base/server";
import { demoSeed } from "@knowledge-base/server/demo";
import { listen } from "@knowledge-base/server/node";
import type { Context } from "../tarballs/consumer/connections.ts";

/** The servers that the checks call. */
export interface Host extends AsyncDisposable {
  readonly addresses: Omit<Context, "limitations">;
  /** Serves a page that runs a script. `problems` has what the script posts. */
  readonly servePage: (script: string) => { readonly url: string; readonly problems: Promise<readonly string[]> };
}

type Respond = (request: IncomingMessage, response: ServerResponse) => void;

/**
 * What happens to requests of each kind. In the URL of a request, `/services/CLIENT` is followed by the path of an operation, in
 * which an id names the kind.
 */
const kinds: Readonly<Record<string, Respond>> = {
  kept: (_, response) => respondJson(response, 200, []),
  reset: ({ socket }) => socket.resetAndDestroy(),
  misdirected: (_, response) => respondJson(response, 421, {}),
  redirect: ({ headers, url = "" }, response) => {
    response.writeHead(307, { location: `http://${headers.host}${url.replace("redirect", "followed")}` }).end();
  },
  followed: (_, response) => respondJson(response, 200, []),
  "slow-body": (_, response) => {
    response.writeHead(200, { "content-type": "application/json" }).write("[");
  },
};

/** Starts the servers that the checks call, on any free ports. */
export async function startHost(): Promise<Host> {
  const service = createReferenceServer({ seed: demoSeed(), cors: true });
  const listener = await listen(service, { port: 0 });
  const counts = new Map<string, number>();
  let script = "";
  let report = Promise.withResolvers<readonly string[]>();

  const areas: Readonly<Record<string, (request: IncomingMessage, response: ServerResponse, path: string[]) => void>> =
    {
      services: (request, response, [client]) => {
        const kind = Object.keys(kinds).find((name) => request.url?.includes(name)) ?? "kept";
        const key = `${client}/${kind}`;
        counts.set(key, (counts.get(key) ?? 0) + 1);
        kinds[kind]?.(request, response);
      },
      counts: (_, response, [client, kind]) => response.end(String(counts.get(`${client}/${kind}`) ?? 0)),
      "close-connections": (_, response) => {
        response.setHeader("connection", "close").end();
        server.closeIdleConnections();
      },
      "page.html": (_, response) => {
        response.setHeader("content-type", "text/html");
        response.end('<!doctype html><meta charset="utf-8"><script type="module" src="/page.js"></script>');
      },
      "page.js": (_, response) => response.setHeader("content-type", "text/javascript").end(script),
      problems: (request, response) => {
        void text(request).then((body) => report.resolve(JSON.parse(body)), report.reject);
        response.end();
      },
    };
  const server = createServer((request, response) => {
    const [, area = "", ...path] = new URL(request.url ?? "", "http://host").pathname.split("/");
    if (areas[area]) areas[area](request, response, path);
    else response.writeHead(404).end();
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const hostUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const closed = await listen(service, { port: 0 });
  await closed.close();

  return {
    addresses: { serviceUrl: listener.url, apiKey: service.apiKey, hostUrl, closedUrl: closed.url },
    servePage: (source) => {
      script = source;
      report = Promise.withResolvers();
      return { url: `${hostUrl}/page.html`, problems: report.promise };
    },
    [Symbol.asyncDispose]: async () => {
      await listener.close();
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

function respondJson(response: ServerResponse, status: number, body: unknown): void {
  response.writeHead(status, { "content-type": "application/json" }).end(JSON.stringify(body));
}
