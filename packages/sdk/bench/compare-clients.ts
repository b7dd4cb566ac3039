import { type ChildProcess, execFileSync, fork } from "node:child_process";
import { once } from "node:events";
import { existsSync } from "node:fs";
import { join } from "node:path";

// CPU time of a call over an injected `fetch` that returns the same bodies: bare fetch, this client, and other clients with their
// defaults. Each runs in a process of its own; they take turns. Prints a table for docs/guides/performance.md.

const rounds = 25;

const requests = { get: "GET, 3 channels", list: "GET, 50 entries", patch: "PATCH", page: "a page with 1,536 numbers" };
const names = ["fetch", "ky", "openai", "stripe", "octokit", "client"] as const;

type RequestName = keyof typeof requests;
type ClientName = (typeof names)[number];

const folder = join(import.meta.dirname, "peers");
if (!existsSync(join(folder, "node_modules"))) {
  execFileSync("npm", ["ci", "--ignore-scripts", "--no-audit", "--no-fund"], { cwd: folder, stdio: "inherit" });
}

const processes = new Map<ClientName, ChildProcess>();
try {
  for (const name of names) {
    const child = fork(join(folder, "measure.js"), [name]);
    processes.set(name, child);
    await nextMessage(child);
  }
  for (const request of Object.keys(requests) as RequestName[]) await compare(request);
} finally {
  for (const child of processes.values()) child.kill();
}

async function compare(request: RequestName): Promise<void> {
  const times = new Map<ClientName, number[]>(names.map((name) => [name, []]));
  for (let round = 0; round < rounds; round += 1) {
    for (const [name, child] of processes) {
      child.send(request);
      times.get(name)?.push(Number(await nextMessage(child)));
    }
  }
  const cost = (name: ClientName) => median(times.get(name) ?? []);
  const cells = names.map((name) => `${cost(name).toFixed(0)} µs (${(cost(name) / cost("ky")).toFixed(2)})`);
  if (request === "get")
    console.log(`| request | ${names.join(" | ")} |\n| ${"--- | ".repeat(names.length + 1).trim()}`);
  console.log(`| ${requests[request]} | ${cells.join(" | ")} |`);
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

function median(values: readonly number[]): number {
  return values.toSorted((left, right) => left - right)[Math.floor(values.length / 2)] ?? Number.NaN;
}
