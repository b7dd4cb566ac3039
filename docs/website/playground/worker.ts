import * as sdk from "@knowledge-base/sdk";
import { KnowledgeBase } from "@knowledge-base/sdk";
import * as oauth from "@knowledge-base/sdk/oauth";
import * as prompt from "@knowledge-base/sdk/prompt";
import * as tools from "@knowledge-base/sdk/tools";
import * as referenceServer from "@knowledge-base/server";
import * as demo from "@knowledge-base/server/demo";
import * as factories from "@knowledge-base/server/factories";
import * as types from "@knowledge-base/types";
import { format } from "node-inspect-extracted";
import type { playgroundModules } from "../programs.ts";
import { currentLine, describeThrown, runProgram } from "./run-program.ts";
import type { Line, Report, Start } from "./session.ts";

// Runs a program. A page can end a worker that doesn't end by itself.

// The client, which programs create without the option for browsers. No key leaves this page.
const BrowserKnowledgeBase = new Proxy(KnowledgeBase, {
  construct: (target, [options], newTarget) =>
    Reflect.construct(target, [{ dangerouslyAllowBrowser: true, ...options }], newTarget),
});

const modules = {
  "@knowledge-base/sdk": { ...sdk, KnowledgeBase: BrowserKnowledgeBase },
  "@knowledge-base/sdk/oauth": oauth,
  "@knowledge-base/sdk/prompt": prompt,
  "@knowledge-base/sdk/tools": tools,
  "@knowledge-base/server": { ...referenceServer, createReferenceServer: createObservedServer },
  "@knowledge-base/server/demo": demo,
  "@knowledge-base/server/factories": factories,
  "@knowledge-base/types": types,
} satisfies Record<(typeof playgroundModules)[number], object>;

// More lines of a run would make the page too slow.
const maxLines = 1000;
let lines = 0;

const { code, port } = await new Promise<Start>((resolve) => {
  globalThis.addEventListener("message", ({ data }: MessageEvent<Start>) => resolve(data), { once: true });
});
provideService();
replaceConsole();

// Uncaught errors come from the program, so they are output and not errors of the page.
globalThis.addEventListener("error", (event) => {
  event.preventDefault();
  print({ level: "error", ...describeThrown(event.error) });
});
globalThis.addEventListener("unhandledrejection", (event) => {
  event.preventDefault();
  print({ level: "error", ...describeThrown(event.reason) });
});

const failure = await runProgram(code, modules).catch(describeThrown);
if (failure) report({ kind: "line", line: { level: "error", ...failure } });
report({ kind: "finished" });

function createObservedServer(options?: referenceServer.ReferenceServerOptions): referenceServer.ReferenceServer {
  const server = referenceServer.createReferenceServer(options);
  const { journal } = server;
  const show = (isShown: (entry: referenceServer.JournalEntry) => boolean) => {
    const entry = journal.entries().findLast(isShown);
    if (entry) report({ kind: "exchange", exchange: { entry, explanation: journal.explain(entry) } });
  };
  const fetch: typeof globalThis.fetch = async (input, init) => {
    try {
      const response = await server.fetch(input, init);
      const id = response.headers.get("x-request-id");
      show(({ responseHeaders }) => responseHeaders?.["x-request-id"] === id);
      return response;
    } catch (error) {
      show(({ status }) => status === null);
      throw error;
    }
  };
  return { ...server, fetch, connection: { ...server.connection, fetch } };
}

// Lets a server with the demo seed respond at the base URL that documents use in place of the reader's.
function provideService(): void {
  const baseUrl = "https://kb.example.com";
  const service = createObservedServer({ baseUrl, apiKey: "YOUR_API_KEY", seed: demo.demoSeed() });
  const networkFetch = globalThis.fetch;
  const fetch: typeof globalThis.fetch = (input, init) => {
    const request = new Request(input, init);
    return new URL(request.url).origin === baseUrl ? service.fetch(request) : networkFetch(request);
  };
  Object.assign(globalThis, { fetch, process: { env: {} } });
}

function replaceConsole(): void {
  for (const level of ["log", "info", "debug", "warn", "error", "dir", "table"] as const) {
    console[level] = (...values: unknown[]) => {
      const line = lines < maxLines ? currentLine(new Error()) : undefined;
      print({ level: level === "error" ? "error" : "log", text: format(...values), line });
    };
  }
}

function print(line: Line): void {
  lines += 1;
  const rest: Line = { level: "error", text: `Only the first ${maxLines} lines are shown.` };
  if (lines <= maxLines + 1) report({ kind: "line", line: lines > maxLines ? rest : line });
}

function report(report: Report): void {
  port.postMessage(report);
}
