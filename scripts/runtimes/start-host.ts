import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { createReferenceServer } from "@knowledge-base/server";
import { demoSeed } from "@knowledge-base/server/demo";
import { listen } from "@knowledge-base/server/node";
import type { CheckContext, CheckResult } from "./checks/check.ts";

/** The servers that the checks call. */
export interface Host extends AsyncDisposable {
  readonly context: CheckContext;
  /** Serves a page that runs a script. Its report has the results of the checks. */
  readonly servePage: (script: string) => { readonly url: string; readonly report: Promise<readonly CheckResult[]> };
}

type Respond = (request: IncomingMessage, response: ServerResponse, count: () => number) => void;

/**
 * What happens to requests of each kind. In the URL of a request, `/services/CLIENT` is followed by the path of an operation, in
 * which an id names the kind.
 */
const kinds: Readonly<Record<string, Respond>> = {
  kept: (_, response) => respondJson(response, 200, []),
  reset: (request, _, count) => {
    count();
    request.socket.resetAndDestroy();
  },
  misdirected: (_, response, count) => {
    count();
    respondJson(response, 421, {});
  },
  redirect: ({ headers, url = "" }, response) => {
    response.writeHead(307, { location: `http://${headers.host}${url.replace("redirect", "followed")}` }).end();
  },
  followed: (_, response, count) => {
    count();
    respondJson(response, 200, []);
  },
  "slow-body": (_, response) => {
    response.writeHead(200, { "content-type": "application/json" }).write("[");
  },
};

/** Starts the servers that the checks call, on any free ports. */
export async function startHost(): Promise<Host> {
  const service = createReferenceServer({ seed: demoSeed(), cors: true });
  const listener = await listen(service, { port: 0 });
  const counts = new Map<string, number>();
  let pageScript = "";
  let pageReport = Promise.withResolvers<readonly CheckResult[]>();

  const server = createServer((request, response) => {
    const { pathname } = new URL(request.url ?? "", "http://host");
    const [, area = "", client = "", counted = ""] = pathname.split("/");
    if (area === "services") {
      const kind = Object.keys(kinds).find((name) => request.url?.includes(name)) ?? "kept";
      const key = `${client}/${kind}`;
      const count = () => counts.set(key, (counts.get(key) ?? 0) + 1).size;
      kinds[kind]?.(request, response, count);
    } else if (area === "counts") response.end(String(counts.get(`${client}/${counted}`) ?? 0));
    else if (area === "close-connections") {
      response.setHeader("connection", "close").end();
      server.closeIdleConnections();
    } else if (area === "results") {
      void readJson(request).then((report) => pageReport.resolve(report as readonly CheckResult[]), pageReport.reject);
      response.end();
    } else if (area === "page.js") response.setHeader("content-type", "text/javascript").end(pageScript);
    else if (area === "page.html") {
      response.setHeader("content-type", "text/html");
      response.end('<!doctype html><meta charset="utf-8"><script type="module" src="/page.js"></script>');
    } else response.writeHead(404).end();
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const hostUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const closed = await listen(service, { port: 0 });
  await closed.close();
  const context = { serviceUrl: listener.url, apiKey: service.apiKey, hostUrl, closedUrl: closed.url };

  return {
    context,
    servePage: (script) => {
      pageScript = script;
      pageReport = Promise.withResolvers();
      return {
        url: `${hostUrl}/page.html?${new URLSearchParams({ context: JSON.stringify(context) })}`,
        report: pageReport.promise,
      };
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

async function readJson(request: IncomingMessage): Promise<unknown> {
  const chunks = await request.setEncoding("utf8").toArray();
  return JSON.parse(chunks.join(""));
}
