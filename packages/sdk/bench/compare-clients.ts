import { type ChildProcess, execFileSync, fork } from "node:child_process";
import { once } from "node:events";
import { existsSync, readFileSync } from "node:fs";
import { findPackageJSON } from "node:module";
import { join } from "node:path";
import { isShort, type MeasuredFigure, printFigures, repetitions } from "../../../scripts/bars/figures.ts";
import { lowerQuartile, median } from "../../../scripts/bars/median.ts";
import {
  type ComparedClient,
  type ComparedRequest,
  comparedClients,
  comparedRequests,
} from "../../../scripts/bars/other-figures.ts";

// CPU time of a call over an injected `fetch` that returns the same bodies: bare fetch, this client, and other clients with their
// defaults; "unvalidated" is this client without validation, and "transport" is only what ky does for it. Each runs in a process
// of its own; they take turns. The engine compiles the code of a client during tens of thousands of calls, of which the first cost
// twice as much as the last, so each request is repeated for seconds before it is measured. Other programs only ever add to a
// time, so a process has the lower quartile of its rounds. All are started several times, and the medians are compared.

const starts = repetitions(3);
const measurement = { warmUpMs: isShort ? 100 : 3000, rounds: repetitions(10) };

const names = Object.keys(comparedClients) as ComparedClient[];
const requests = Object.keys(comparedRequests) as ComparedRequest[];

const folder = join(import.meta.dirname, "peers");
if (!existsSync(join(folder, "node_modules"))) {
  execFileSync("npm", ["ci", "--ignore-scripts", "--no-audit", "--no-fund"], {
    cwd: folder,
    stdio: ["ignore", process.stderr, "inherit"],
  });
}

const times = new Map<string, number[]>();
for (let start = 0; start < starts; start += 1) await measureClients();

const cost = (request: ComparedRequest, name: ComparedClient) => median(times.get(`${name} ${request}`) ?? []);
const ratio = (request: ComparedRequest) => ({ value: cost(request, "client") / cost(request, "ky") });
printFigures({
  "sdk.get": ratio("get"),
  "sdk.patch": ratio("patch"),
  "sdk.page": ratio("page"),
  ...Object.fromEntries(
    requests.flatMap((request) =>
      names.map((name): [string, MeasuredFigure] => [
        `clients.${request}.${name}`,
        { value: cost(request, name), ...describeVersion(name) },
      ]),
    ),
  ),
});

async function measureClients(): Promise<void> {
  const processes = names.map((name) => ({ name, child: fork(join(folder, "measure.js"), [name]) }));
  try {
    for (const { child } of processes) await nextMessage(child);
    for (const request of requests) {
      for (const { name, child } of processes) {
        const message = nextMessage(child);
        child.send({ request, ...measurement });
        const key = `${name} ${request}`;
        times.set(key, [...(times.get(key) ?? []), lowerQuartile((await message) as number[])]);
      }
    }
  } finally {
    for (const { child } of processes) child.kill();
  }
}

async function nextMessage(child: ChildProcess): Promise<unknown> {
  const stop = new AbortController();
  const { signal } = stop;
  try {
    const ended = once(child, "exit", { signal }).then(([code]) => {
      throw new Error(`A process ended with ${code}.`);
    });
    const [message] = await Promise.race([once(child, "message", { signal }), ended]);
    return message;
  } finally {
    stop.abort();
  }
}

/** Returns the version of a client that is a package of others. */
function describeVersion(name: ComparedClient): { readonly note?: string } {
  if (!["ky", "openai", "stripe", "octokit"].includes(name)) return {};
  const file = findPackageJSON(name, join(folder, "clients.js")) ?? "";
  const { version }: { readonly version: string } = JSON.parse(readFileSync(file, "utf8"));
  return { note: version };
}
