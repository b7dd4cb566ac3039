import { readFileSync } from "node:fs";
import { resolve as resolvePath } from "node:path";
import { pathToFileURL } from "node:url";
import { getCallSites, inspect } from "node:util";
import { resetService } from "./example-service.ts";
import type { Run } from "./find-problems.ts";

// Runs the modules that its arguments name, one after the other, and prints an array with the run of each in JSON. Environment
// variables and the service are reset before each module.

const variables = { ...process.env };
const print = process.stdout.write.bind(process.stdout);

const runs: Run[] = [];
let currentUrl = "";
let printed: { line: number; text: string }[] = [];

for (const stream of [process.stdout, process.stderr]) {
  stream.write = (chunk: Uint8Array | string) => {
    const text = typeof chunk === "string" ? chunk : Buffer.from(chunk).toString();
    const site = getCallSites(200).find(({ scriptName }) => scriptName === currentUrl);
    printed.push({ line: site?.lineNumber ?? 0, text: text.replace(/\n$/, "") });
    return true;
  };
}

for (const file of process.argv.slice(2)) {
  process.env = { ...variables };
  resetService(readFileSync(file, "utf8"));
  currentUrl = pathToFileURL(resolvePath(file)).href;
  printed = [];
  const error = await runToEnd(currentUrl);
  runs.push({ printed, error });
}
print(JSON.stringify(runs), () => process.exit());

// Imports a module and waits until nothing that it started keeps the process alive. Returns the error that it threw.
async function runToEnd(url: string): Promise<string | undefined> {
  const { promise, resolve } = Promise.withResolvers<string | undefined>();
  const fail = (error: unknown) => resolve(inspect(error));
  let isEvaluated = false;
  const finish = () => {
    resolve(isEvaluated ? undefined : "nothing, and waits for something that never happens.");
    setImmediate(() => {}); // The process continues with the next module.
  };
  process.on("uncaughtException", fail).on("beforeExit", finish);
  import(url).then(() => {
    isEvaluated = true;
  }, fail);
  const error = await promise;
  process.off("uncaughtException", fail).off("beforeExit", finish);
  return error;
}
