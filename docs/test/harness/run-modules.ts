import { readFileSync, writeSync } from "node:fs";
import { getCallSites, inspect } from "node:util";
import { server as givenServer } from "../given-values.ts";
import { resetService } from "./example-service.ts";

// Runs the modules that its arguments name by URL, one after the other. To file descriptor 3 it writes a line of JSON for each
// text that a module prints and for the end of each module. Environment variables and servers are reset before each module.

/** A text that a module printed, with `console.log` or otherwise. */
export interface PrintedText {
  readonly url: string;
  /** Line of the module that printed it; 0 if code that the module does not call directly printed it. */
  readonly line: number;
  readonly text: string;
}

/** The end of a module. */
export interface EndedModule {
  readonly url: string;
  /** The thrown error, if any. */
  readonly error?: string;
}

const timeoutMs = 30_000;
const maxCallSites = 200;
const variables = { ...process.env };

function report(event: PrintedText | EndedModule): void {
  writeSync(3, `${JSON.stringify(event)}\n`);
}

let currentUrl = "";

for (const stream of [process.stdout, process.stderr]) {
  stream.write = (chunk: Uint8Array | string) => {
    const text = typeof chunk === "string" ? chunk : Buffer.from(chunk).toString();
    const site = getCallSites(maxCallSites).find(({ scriptName }) => scriptName === currentUrl);
    report({ url: currentUrl, line: site?.lineNumber ?? 0, text: text.replace(/\n$/, "") });
    return true;
  };
}

for (const url of process.argv.slice(2)) {
  process.env = { ...variables };
  resetService(readFileSync(new URL(url), "utf8"));
  givenServer.reset();
  currentUrl = url;
  report({ url, ...(await runToEnd(url)) });
}

/** Imports a module and waits until nothing that it started keeps the process alive. Returns the error that it threw. */
async function runToEnd(url: string): Promise<{ error?: string }> {
  const { promise, resolve } = Promise.withResolvers<{ error?: string }>();
  const fail = (error: unknown) => resolve({ error: inspect(error) });
  let isEvaluated = false;
  const finish = () => {
    if (isEvaluated) resolve({});
    else fail(new Error("It waits for something that never happens."));
    setImmediate(() => {});
  };
  const timer = setTimeout(() => {
    fail(new Error(`It does not end, because of ${process.getActiveResourcesInfo().join(", ")}.`));
  }, timeoutMs).unref();
  process.on("uncaughtException", fail).on("beforeExit", finish);
  import(url).then(() => {
    isEvaluated = true;
  }, fail);
  const end = await promise;
  process.off("uncaughtException", fail).off("beforeExit", finish);
  clearTimeout(timer);
  return end;
}
