import * as sdk from "@knowledge-base/sdk";
import * as oauth from "@knowledge-base/sdk/oauth";
import * as prompt from "@knowledge-base/sdk/prompt";
import * as referenceServer from "@knowledge-base/server";
import * as demo from "@knowledge-base/server/demo";
import * as types from "@knowledge-base/types";
import { formatValue, truncate } from "./format-value.ts";
import type { Line, Report, WorkerSetup } from "./messages.ts";
import { recordExchanges } from "./record-exchanges.ts";
import { describeThrown, type ModuleError, publishModules, runModule } from "./run-module.ts";

// Runs the reader's code, with a server and a client of it as globals. A page can end a worker that does not end by itself.

const addresses = publishModules({
  "@knowledge-base/sdk": sdk,
  "@knowledge-base/sdk/oauth": oauth,
  "@knowledge-base/sdk/prompt": prompt,
  "@knowledge-base/server": referenceServer,
  "@knowledge-base/server/demo": demo,
  "@knowledge-base/types": types,
});

/** More lines of a run would make the page too slow. */
const maxLines = 1_000;
let lines = 0;
let running = false;

const { state, port } = await new Promise<WorkerSetup>((resolve) => {
  globalThis.addEventListener("message", ({ data }: MessageEvent<WorkerSetup>) => resolve(data), { once: true });
});
const server = referenceServer.createReferenceServer({ seed: demo.demoSeed() });
if (state) server.restore(state);
provideGlobals();
reportState();
port.onmessage = ({ data: code }: MessageEvent<string>) => run(code);

// Uncaught errors come from the reader's code, so they are output and not errors of the page.
globalThis.addEventListener("error", (event) => {
  event.preventDefault();
  print({ level: "error", text: describeThrown(event.error) });
});
globalThis.addEventListener("unhandledrejection", (event) => {
  event.preventDefault();
  print({ level: "error", text: describeThrown(event.reason) });
});

function provideGlobals(): void {
  const { baseUrl, apiKey } = server;
  const networkFetch = globalThis.fetch;
  const recordedFetch = recordExchanges(server, (exchange) => report({ kind: "exchange", exchange }));
  const serverFetch: typeof fetch = (input, init) =>
    recordedFetch(input, init).finally(() => {
      if (!running) reportState();
    });
  globalThis.fetch = (input, init) => {
    const request = new Request(input, init);
    return new URL(request.url).origin === baseUrl ? serverFetch(request) : networkFetch(request);
  };
  for (const level of ["log", "info", "debug", "warn", "error", "dir", "table"] as const) {
    console[level] = (...values: unknown[]) => {
      print({ level: level === "error" ? "error" : "log", text: values.map(formatValue).join(" ") });
    };
  }

  const kb = new sdk.KnowledgeBase({ baseUrl, apiKey, dangerouslyAllowBrowser: true });
  Object.assign(globalThis, { kb, server: { ...server, fetch: serverFetch } });
}

async function run(code: string): Promise<void> {
  running = true;
  lines = 0;
  const failure = await runModule(code, addresses);
  running = false;
  if (failure) reportFailure(failure);
  reportState();
  report({ kind: "finished" });
}

function print({ level, text }: Line): void {
  lines += 1;
  if (lines <= maxLines) reportLine({ level, text });
  else if (lines === maxLines + 1) reportLine({ level: "error", text: `Only the first ${maxLines} lines are shown.` });
}

function reportFailure({ text, line }: ModuleError): void {
  reportLine({ level: "error", text: line === undefined ? text : `Line ${line}: ${text}` });
}

function reportLine({ level, text }: Line): void {
  report({ kind: "line", line: { level, text: truncate(text) } });
}

function reportState(): void {
  report({ kind: "state", state: server.snapshot() });
}

function report(report: Report): void {
  port.postMessage(report);
}
