import { type ChildProcess, execFileSync, fork } from "node:child_process";
import { once } from "node:events";
import { existsSync } from "node:fs";
import { join } from "node:path";

// CPU time of a call over an injected `fetch` that returns the same bodies: bare fetch, this client, and other clients with their
// defaults; "unvalidated" is this client without validation, and "transport" is only what ky does for it. Each runs in a process
// of its own; they take turns. Two processes of one client differ by up to a tenth, because the engine does not optimize the same
// code in both, so all processes are started several times. The lower quartile is compared: other programs only ever add to a
// time. Prints a table for docs/guides/performance.md.

const starts = 4;
const rounds = 7;

const requests = { get: "GET, 3 channels", list: "GET, 50 entries", patch: "PATCH", page: "a page with 1,536 numbers" };
const names = ["fetch", "ky", "openai", "stripe", "octokit", "client", "unvalidated", "transport"] as const;

type RequestName = keyof typeof requests;
type ClientName = (typeof names)[number];

const folder = join(import.meta.dirname, "peers");
if (!existsSync(join(folder, "node_modules"))) {
  execFileSync("npm", ["ci", "--ignore-scripts", "--no-audit", "--no-fund"], { cwd: folder, stdio: "inherit" });
}

const requestNames = Object.keys(requests) as RequestName[];
const times = new Map<string, number[]>();
for (let start = 0; start < starts; start += 1) await measureClients();

console.log(`| request | ${names.join(" | ")} |\n| ${"--- | ".repeat(names.length + 1).trim()}`);
for (const request of requestNames) {
  const cost = (name: ClientName) => lowerQuartile(times.get(`${name} ${request}`) ?? []);
  const cells = names.map((name) => `${cost(name).toFixed(0)} µs (${(cost(name) / cost("ky")).toFixed(2)})`);
  console.log(`| ${requests[request]} | ${cells.join(" | ")} |`);
}

async function measureClients(): Promise<void> {
  const processes = names.map((name) => ({ name, child: fork(join(folder, "measure.js"), [name]) }));
  try {
    for (const { child } of processes) await nextMessage(child);
    for (const request of requestNames) {
      for (let round = 0; round < rounds; round += 1) {
        for (const { name, child } of processes) {
          const message = nextMessage(child);
          child.send(request);
          const key = `${name} ${request}`;
          times.set(key, [...(times.get(key) ?? []), Number(await message)]);
        }
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

function lowerQuartile(values: readonly number[]): number {
  return values.toSorted((left, right) => left - right)[Math.floor(values.length / 4)] ?? Number.NaN;
}
