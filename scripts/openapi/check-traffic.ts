import { type ChildProcessByStdio, spawn } from "node:child_process";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import type { Readable } from "node:stream";
import { text } from "node:stream/consumers";
import { runConformance } from "@knowledge-base/conformance";
import { setup } from "@knowledge-base/conformance/reference-server";
import { createReferenceServer } from "@knowledge-base/server";
import { withControl } from "@knowledge-base/server/control";
import { listen } from "@knowledge-base/server/node";
import type { OpenApiDocument } from "@knowledge-base/types/openapi";

/** The report of the proxy, in the format SARIF. */
interface Report {
  readonly runs: readonly { readonly results: readonly Finding[] }[];
}

/** A violation of the document. */
interface Finding {
  readonly level: "error" | "warning" | "note";
  readonly message: { readonly text: string };
  readonly properties: {
    readonly method: string;
    readonly path: string;
    readonly status: number;
    readonly target: "request" | "response";
  };
}

/** A request and its response, in the HTTP archive of the proxy. */
interface Exchange {
  readonly request: { readonly method: string; readonly url: string };
  readonly response: { readonly status: number; readonly content: { readonly mimeType: string } };
}

/** Runs the conformance suite through a proxy that validates its traffic: it must conform to the document, and include all of it. */
export async function checkTraffic(documentPath: string, redocly: string, folder: string): Promise<void> {
  const archive = join(folder, "traffic.har");
  const server = createReferenceServer();
  await using listener = await listen({ ...server, fetch: withControl(server) });
  // Without --ignore-headers it reports the header of the key, and those that every client sends, as undocumented.
  const flags = ["--port=0", "--match-mode=basepath", "--ignore-headers=*", "--format=sarif", `--har=${archive}`];
  const args = [redocly, "proxy", `--api=${documentPath}`, `--target=${listener.url}`, ...flags];
  const proxy = spawn(process.execPath, args, { stdio: ["ignore", "pipe", "pipe"] });
  const report = text(proxy.stdout);
  try {
    const target = { baseUrl: await waitForUrl(proxy), apiKey: server.apiKey, setup, write: true };
    const { results } = await runConformance(target, { strict: true });
    const others = results.filter(({ status }) => status !== "passed");
    requireNone("cases that did not pass", others);
  } finally {
    proxy.kill("SIGINT");
  }
  requireNone("violations of the document", violationsIn(JSON.parse(await report)));
  const document: OpenApiDocument = JSON.parse(await readFile(documentPath, "utf8"));
  const { log }: { log: { entries: Exchange[] } } = JSON.parse(await readFile(archive, "utf8"));
  checkResponses(document, log.entries);
}

/** Resolves with the URL of the proxy as soon as it listens. Reads its later output too, so that the pipe never fills up. */
function waitForUrl({ stderr }: ChildProcessByStdio<null, Readable, Readable>): Promise<string> {
  return new Promise((resolve, reject) => {
    let output = "";
    stderr.on("data", (bytes: Buffer) => {
      output += bytes.toString();
      const [, url] = /Proxy listening on (http:\S+)/.exec(output) ?? [];
      if (url !== undefined) resolve(url);
    });
    stderr.once("end", () => reject(new Error(`The proxy ended before it listened. It printed ${output}`)));
  });
}

/** Ignores the controls, which the document does not describe, and invalid requests that were rejected: the suite sends them on purpose. */
function violationsIn({ runs }: Report): readonly object[] {
  return runs
    .flatMap(({ results }) => results)
    .filter(({ level, properties: { path } }) => level === "error" && !path.startsWith("/_control/"))
    .filter(({ properties: { target, status } }) => target === "response" || status < 400 || status >= 500)
    .map(({ message, properties }) => ({ message: message.text, ...properties }));
}

/** Requires every documented response of each operation, no other success, and only JSON. */
function checkResponses({ paths }: OpenApiDocument, exchanges: readonly Exchange[]): void {
  for (const [path, operations] of Object.entries(paths)) {
    const pattern = new RegExp(`^${path.replaceAll(/\{\w+\}/g, "[^/]+")}$`);
    for (const [method, { operationId, responses }] of Object.entries(operations)) {
      const responded = exchanges
        .filter(({ request }) => request.method.toLowerCase() === method && pattern.test(new URL(request.url).pathname))
        .map(({ response }) => ({ status: String(response.status), type: response.content.mimeType }));
      const received = new Set(responded.map(({ status }) => status));
      const missing = Object.keys(responses).filter((status) => !received.has(status));
      requireNone(`responses of ${operationId} that the suite did not receive`, missing);
      // The specification leaves other errors open, but no operation has a second success.
      const others = responded.filter(({ status }) => status < "400" && !(status in responses));
      requireNone(`successes of ${operationId} that the document does not have`, others);
      const otherTypes = responded.filter(({ type }) => !/^application\/json\b/.test(type));
      requireNone(`responses of ${operationId} that are not JSON`, otherTypes);
    }
  }
}

function requireNone(what: string, found: readonly unknown[]): void {
  if (found.length > 0) throw new Error(`Found ${found.length} ${what}, such as ${JSON.stringify(found[0], null, 2)}`);
}
