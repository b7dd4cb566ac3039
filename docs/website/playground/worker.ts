import * as sdk from "@knowledge-base/sdk";
import * as oauth from "@knowledge-base/sdk/oauth";
import * as prompt from "@knowledge-base/sdk/prompt";
import * as tools from "@knowledge-base/sdk/tools";
import * as referenceServer from "@knowledge-base/server";
import * as demo from "@knowledge-base/server/demo";
import * as factories from "@knowledge-base/server/factories";
import * as types from "@knowledge-base/types";
import { formatValue, truncate } from "./format-value.ts";
import type { CreatedServer, Line, Report, WorkerSetup } from "./messages.ts";
import { BrowserKnowledgeBase, exampleSeed, provideGlobals } from "./provided-globals.ts";
import type { moduleNames } from "./provided-names.ts";
import { recordExchanges } from "./record-exchanges.ts";
import { currentLine, describeThrown, publishModules, runModule } from "./run-module.ts";

// Runs the reader's code, with a server and a client of it as globals. A page can end a worker that does not end by itself.

const addresses = publishModules({
  "@knowledge-base/sdk": { ...sdk, KnowledgeBase: BrowserKnowledgeBase },
  "@knowledge-base/sdk/oauth": oauth,
  "@knowledge-base/sdk/prompt": prompt,
  "@knowledge-base/sdk/tools": tools,
  "@knowledge-base/server": { ...referenceServer, createReferenceServer: createObservedServer },
  "@knowledge-base/server/demo": demo,
  "@knowledge-base/server/factories": factories,
  "@knowledge-base/types": types,
} satisfies Record<(typeof moduleNames)[number], object>);

/** More lines of a run would make the page too slow. */
const maxLines = 1_000;
let lines = 0;
let running = false;
/** The last server that the code of the run created, with its initial state. */
let created: { readonly server: referenceServer.ReferenceServer; readonly before: referenceServer.State } | undefined;

const { state, port } = await new Promise<WorkerSetup>((resolve) => {
  globalThis.addEventListener("message", ({ data }: MessageEvent<WorkerSetup>) => resolve(data), { once: true });
});
const server = observe(referenceServer.createReferenceServer({ seed: exampleSeed() }));
if (state) server.restore(state);
replaceConsole();
reportState();
port.onmessage = ({ data: code }: MessageEvent<string>) => run(code);

// Uncaught errors come from the reader's code, so they are output and not errors of the page.
globalThis.addEventListener("error", (event) => {
  event.preventDefault();
  print({ level: "error", ...describeThrown(event.error) });
});
globalThis.addEventListener("unhandledrejection", (event) => {
  event.preventDefault();
  print({ level: "error", ...describeThrown(event.reason) });
});

function createObservedServer(options?: referenceServer.ReferenceServerOptions): referenceServer.ReferenceServer {
  const server = observe(referenceServer.createReferenceServer(options));
  created = { server, before: server.snapshot() };
  return server;
}

/** Returns the server with a `fetch` that reports its exchanges. */
function observe(server: referenceServer.ReferenceServer): referenceServer.ReferenceServer {
  const recordedFetch = recordExchanges(server, (exchange) => report({ kind: "exchange", exchange }));
  const fetch: typeof globalThis.fetch = (input, init) =>
    recordedFetch(input, init).finally(() => {
      if (!running) reportState();
    });
  return { ...server, fetch };
}

function replaceConsole(): void {
  for (const level of ["log", "info", "debug", "warn", "error", "dir", "table"] as const) {
    console[level] = (...values: unknown[]) => {
      const text = values.map(formatValue).join(" ");
      const line = lines < maxLines ? currentLine(new Error()) : undefined;
      print({ level: level === "error" ? "error" : "log", text, line });
    };
  }
}

async function run(code: string): Promise<void> {
  running = true;
  lines = 0;
  created = undefined;
  provideGlobals(server);
  const failure = await runModule(code, addresses).catch(describeThrown);
  running = false;
  if (failure) reportLine({ level: "error", ...failure });
  reportState();
  report({ kind: "finished" });
}

function print(line: Line): void {
  lines += 1;
  if (lines <= maxLines) reportLine(line);
  else if (lines === maxLines + 1) reportLine({ level: "error", text: `Only the first ${maxLines} lines are shown.` });
}

function reportLine(line: Line): void {
  report({ kind: "line", line: { ...line, text: truncate(line.text) } });
}

function reportState(): void {
  report({ kind: "state", state: server.snapshot(), ...(created && { created: stateOf(created) }) });
}

function stateOf({ server, before }: NonNullable<typeof created>): CreatedServer {
  return { stateBefore: before, state: server.snapshot() };
}

function report(report: Report): void {
  port.postMessage(report);
}
