import { runProgram } from "../run-program.ts";
import type { Figure } from "./measure.ts";

interface Budget {
  /** The command fails if the figure is larger. */
  readonly limit: number;
  /** What we want but don't reach yet, if that is less than the limit. */
  readonly goal?: number;
  readonly what: string;
}

const programs: Readonly<Record<string, Readonly<Record<string, Budget>>>> = {
  "packages/sdk/bench/compare-clients.ts": {
    "sdk.get": { limit: 1.4, what: "CPU time of calls 101 to 1,000: a GET, relative to ky" },
    "sdk.patch": { limit: 1.3, goal: 1.1, what: "the same of a PATCH with a body" },
    "sdk.page": { limit: 1.5, goal: 1.3, what: "the same of a page with an embedding of 1,536 numbers" },
  },
  "packages/sdk/bench/bundle-size.ts": {
    "sdk.bundle": {
      limit: 35_328,
      goal: 32_256,
      what: "bytes of a bundle with one call, zod and ky, minified and gzipped",
    },
  },
  "packages/sdk/bench/cold-start.ts": {
    "sdk.import": { limit: 2.6, goal: 1.4, what: "CPU time of importing the client, relative to ky" },
  },
  "packages/sdk/bench/embedding-memory.ts": {
    "sdk.embedding": { limit: 1.1, what: "heap of a page from a call, relative to JSON.parse" },
  },
  "packages/sdk/bench/hostile-bodies.ts": {
    "sdk.hostile": {
      limit: 12,
      goal: 5,
      what: "CPU time of 1 MB of anything from a server, relative to JSON.parse of valid entries",
    },
  },
  "packages/sdk/bench/tool-tokens.ts": {
    "sdk.tools": { limit: 1500, what: "tokens of the definitions of all six tools" },
  },
  "packages/types/bench/validation.ts": {
    "types.page": {
      limit: 1.35,
      what: "JSON.parse and validation of a page with 1,536 numbers, relative to JSON.parse",
    },
    "types.entries": { limit: 1.45, goal: 1.35, what: "the same of 200 entries" },
    "types.page-without-eval": { limit: 2.6, what: "the same of a page, without new Function, as in browsers" },
    "types.entries-without-eval": { limit: 3.1, goal: 2.6, what: "the same of 200 entries" },
  },
  "packages/server/bench/stand-in.ts": {
    "server.fetch-get": {
      limit: 1.1,
      what: "CPU time of a GET through server.fetch, relative to a handwritten router",
    },
    "server.fetch-patch": { limit: 2, goal: 1.5, what: "the same of a PATCH" },
  },
  "packages/server/bench/routes.ts": {
    "server.routes": { limit: 1.05, what: "CPU time of a GET with 60 routes, relative to 6" },
  },
  "packages/server/bench/node-http.ts": {
    "server.http-get": { limit: 1.9, what: "CPU time of a GET over HTTP, relative to plain node:http" },
    "server.http-patch": { limit: 2.1, goal: 1.9, what: "the same of a PATCH" },
  },
  "packages/server/bench/prompt-index.ts": {
    "server.index": { limit: 2, what: "CPU time of the first 50 of 100,000 pages, relative to 1,000" },
    "server.change": { limit: 1, what: "milliseconds of a change of a brain with 100,000 pages and of its next index" },
  },
  "packages/server/bench/start.ts": {
    "server.create": { limit: 5, what: "milliseconds of the first createReferenceServer() of a process" },
    "server.command": { limit: 300, what: "milliseconds until knowledge-base-server is ready" },
  },
  "packages/server/bench/inspector.ts": {
    "inspector.cpu": { limit: 1.15, what: "CPU time of the server with the inspector open, relative to closed" },
    "inspector.longest-task": { limit: 200, what: "milliseconds of CPU time of the longest task of the inspector" },
    "inspector.memory-growth": {
      limit: 5,
      what: "megabytes that the inspector gains with 10,000 requests in a minute",
    },
  },
};

const names = process.argv.slice(2);
const isNamed = (figure: string) => names.length === 0 || names.some((name) => figure.startsWith(name));
const selected = Object.entries(programs).filter(([, budgets]) => Object.keys(budgets).some(isNamed));

if (selected.length === 0) {
  const known = Object.values(programs).flatMap((budgets) => Object.keys(budgets));
  throw new Error(`No name of a budget begins with ${names.join(" or ")}. The budgets are ${known.join(", ")}.`);
}
await runProgram("npm", ["run", "build"], ".");
for (const [program, budgets] of selected) console.table(await measure(program, budgets));

// Runs a benchmark with the built packages. Each line that it prints is a figure as JSON.
async function measure(program: string, budgets: Readonly<Record<string, Budget>>) {
  const output = await runProgram(process.execPath, [program], ".");
  const figures = output.split("\n").flatMap((line): Figure[] => (line.startsWith("{") ? [JSON.parse(line)] : []));
  const missing = Object.keys(budgets).filter((name) => !figures.some((figure) => figure.name === name));
  if (missing.length > 0) throw new Error(`${program} did not print ${missing.join(", ")}.`);
  return figures.map(({ name, value, note }) => {
    const measured = Number.isInteger(value) ? value : Number(value.toPrecision(3));
    const budget = budgets[name];
    if (!budget) return { name, measured, note };
    const { limit, goal = limit, what } = budget;
    const isMet = value <= limit;
    if (!isMet) process.exitCode = 1;
    return {
      name,
      measured,
      limit,
      goal,
      result: isMet ? (value > goal ? "above goal" : "met") : "FAILED",
      what,
      note,
    };
  });
}
