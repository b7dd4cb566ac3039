import * as sdk from "@knowledge-base/sdk";
import * as oauth from "@knowledge-base/sdk/oauth";
import * as prompt from "@knowledge-base/sdk/prompt";
import * as referenceServer from "@knowledge-base/server";
import * as demo from "@knowledge-base/server/demo";
import * as types from "@knowledge-base/types";
import { formatValue } from "./format-value.ts";
import type { Line, Order, Report } from "./messages.ts";
import { recordExchanges } from "./record-exchanges.ts";
import { type Failure, runModule, textOf } from "./run-module.ts";

// Runs the reader's code, with a server and a client of it as globals. A page can end a worker that does not end by itself.

const modules = {
  "@knowledge-base/sdk": sdk,
  "@knowledge-base/sdk/oauth": oauth,
  "@knowledge-base/sdk/prompt": prompt,
  "@knowledge-base/server": referenceServer,
  "@knowledge-base/server/demo": demo,
  "@knowledge-base/types": types,
};

const server = referenceServer.createReferenceServer({ seed: demo.demoSeed() });
const { baseUrl, apiKey } = server;

globalThis.addEventListener("message", ({ data }: MessageEvent<Order>) => {
  if (data.kind === "begin") begin(data.state);
  else void run(data.code);
});
// What nobody catches is the reader's to see, and not a failure of the page.
globalThis.addEventListener("error", (event) => {
  event.preventDefault();
  printFailure({ text: textOf(event.error) });
});
globalThis.addEventListener("unhandledrejection", (event) => {
  event.preventDefault();
  printFailure({ text: textOf(event.reason) });
});

function begin(state: referenceServer.State | undefined): void {
  if (state) server.restore(state);

  const networkFetch = globalThis.fetch;
  const serverFetch = recordExchanges(server, (exchange) => report({ kind: "exchange", exchange }));
  globalThis.fetch = (input, init) => {
    const request = new Request(input, init);
    return new URL(request.url).origin === baseUrl ? serverFetch(request) : networkFetch(request);
  };
  for (const level of ["log", "info", "debug", "warn", "error"] as const) {
    console[level] = (...values: unknown[]) => {
      print({ level: level === "error" ? "error" : "log", text: values.map(formatValue).join(" ") });
    };
  }

  const kb = new sdk.KnowledgeBase({ baseUrl, apiKey, dangerouslyAllowBrowser: true });
  Object.assign(globalThis, { kb, server: { ...server, fetch: globalThis.fetch } });
  report({ kind: "begun", state: server.snapshot() });
}

async function run(code: string): Promise<void> {
  report({ kind: "begun", state: server.snapshot() });
  const failure = await runModule(code, modules);
  if (failure) printFailure(failure);
  report({ kind: "finished", state: server.snapshot() });
}

function printFailure({ text, line }: Failure): void {
  print({ level: "error", text: line === undefined ? text : `Line ${line}: ${text}` });
}

function print(line: Line): void {
  report({ kind: "line", line });
}

function report(report: Report): void {
  globalThis.postMessage(report);
}
