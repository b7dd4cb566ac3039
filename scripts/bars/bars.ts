import type { BenchmarkId } from "./benchmarks.ts";
import type { Unit } from "./units.ts";

/** A value that a benchmark measures. */
export interface Figure {
  readonly what: string;
  readonly unit: Unit;
  /** The benchmark that measures it. */
  readonly benchmark: BenchmarkId;
}

/** A figure with a limit. */
export interface Bar extends Figure {
  /** Largest value that meets the bar. */
  readonly limit: number;
  /** What prevents the bar from being met, if it is known to be missed. */
  readonly explanation?: string;
}

const ratio = { unit: "ratio" } as const;
const clients = { ...ratio, benchmark: "clients" } as const;
const validation = { ...ratio, benchmark: "validation" } as const;
const standIn = { ...ratio, benchmark: "stand-in" } as const;
const http = { ...ratio, benchmark: "http" } as const;
const growth = { ...ratio, benchmark: "growth" } as const;
const docs = { unit: "count", benchmark: "docs" } as const;

const costOfCall =
  "Most of a call is spent in ky, even without its retries and timeouts, in `fetch` and in `JSON.parse`: see the last column of " +
  "the comparison. The rest is for reading the input and the body, for validation, and for deadlines, limits and events.";

const testsVary =
  "The speed of this virtual machine varies: on the same day, nearly the same tests took 67 to 93 seconds, and 83 to 129 " +
  "seconds of CPU time.";

/** The bars by their ids. The part of an id before the dot is the bar's area. */
export const bars = {
  "tests.time": {
    what: "`npm test`, from start to end",
    limit: 90,
    unit: "seconds",
    benchmark: "tests",
    explanation: testsVary,
  },
  "tests.cpu": {
    what: "CPU time of `npm test`",
    limit: 120,
    unit: "seconds",
    benchmark: "tests",
    explanation: testsVary,
  },

  "sdk.get": {
    ...clients,
    what: "CPU time of a GET, relative to ky",
    limit: 1,
    explanation: costOfCall,
  },
  "sdk.patch": {
    ...clients,
    what: "CPU time of a PATCH with a body, relative to ky",
    limit: 0.65,
    explanation: costOfCall,
  },
  "sdk.page": {
    ...clients,
    what: "CPU time of receiving a page with an embedding of 1,536 numbers, relative to ky",
    limit: 1.05,
    explanation: costOfCall,
  },
  "sdk.bundle": {
    what: "a bundle with one call, with zod and ky",
    limit: 29 * 1024,
    unit: "bytes",
    benchmark: "size",
  },
  "sdk.own-code": {
    what: "the same bundle without zod and ky",
    limit: 12 * 1024,
    unit: "bytes",
    benchmark: "size",
    explanation:
      "The client does what zod's parser did before (decision 29), which made the whole bundle smaller. The rest is for messages, " +
      "checks and limits.",
  },
  "sdk.import": {
    ...ratio,
    what: "CPU time of importing `@knowledge-base/sdk` in a new process, without the start of Node, relative to ky",
    limit: 1.3,
    benchmark: "imports",
  },
  "sdk.response-body": {
    what: "what is read of the endless body of a successful response",
    limit: 2 ** 25 + 64 * 1024,
    unit: "bytes",
    benchmark: "bodies",
  },
  "sdk.error-body": {
    what: "what is read of the endless body of an error",
    limit: 20 * 1024,
    unit: "bytes",
    benchmark: "bodies",
  },
  "sdk.embedding": {
    ...ratio,
    what: "heap of a page with 1,536 numbers that a call returned, relative to one from `JSON.parse`",
    limit: 1.1,
    benchmark: "embedding",
  },
  "sdk.tools": { what: "definitions of all six tools", limit: 1500, unit: "tokens", benchmark: "tools" },

  "types.page": {
    ...validation,
    what: "`JSON.parse` and validation of a page with 1,536 numbers, relative to `JSON.parse` alone",
    limit: 1.35,
  },
  "types.entries": {
    ...validation,
    what: "`JSON.parse` and validation of 200 entries, relative to `JSON.parse` alone",
    limit: 1.35,
  },

  "server.fetch-get": {
    ...standIn,
    what: "CPU time of a GET through `server.fetch`, relative to a handwritten router",
    limit: 1.5,
  },
  "server.fetch-patch": {
    ...standIn,
    what: "CPU time of a PATCH through `server.fetch`, relative to a handwritten router",
    limit: 1.5,
  },
  "server.routes": {
    ...ratio,
    what: "CPU time of a GET through `server.fetch` with 60 routes, relative to 6 routes",
    limit: 1.05,
    benchmark: "routes",
  },
  "server.http-get": {
    ...http,
    what: "CPU time of a GET over HTTP, relative to the same bytes from plain `node:http`",
    limit: 1.5,
  },
  "server.http-patch": {
    ...http,
    what: "CPU time of a PATCH over HTTP, relative to the same bytes from plain `node:http`",
    limit: 1.5,
  },
  "server.index": {
    ...ratio,
    what: "the first 50 of a brain with 1,000,000 pages, relative to one with 1,000",
    limit: 2,
    benchmark: "index",
  },
  "server.growth-operations": {
    ...growth,
    what: "CPU time of operations if their input doubles, relative to the input before",
    limit: 2.4,
  },
  "server.growth-controls": {
    ...growth,
    what: "CPU time of controls if their input doubles, relative to the input before",
    limit: 2.4,
  },
  "server.growth-rejections": {
    ...growth,
    what: "CPU time of rejections if their input doubles, relative to the input before",
    limit: 2.4,
    explanation:
      "The fastest growth is that of objects with 100,000 fields and more. Reading such fields with `Object.keys` and " +
      "`Object.hasOwn` alone grows as fast.",
  },
  "server.create": {
    what: "the first `createReferenceServer()` of a process",
    limit: 5,
    unit: "milliseconds",
    benchmark: "start",
  },
  "server.command": {
    what: "`knowledge-base-server`, from start until ready",
    limit: 300,
    unit: "milliseconds",
    benchmark: "start",
  },

  "inspector.cpu": {
    ...ratio,
    what: "CPU time of the server for a request with the open inspector, relative to none",
    limit: 1.15,
    benchmark: "inspector",
  },

  "docs.exports": { ...docs, what: "failed checks of docstrings: each export is documented", limit: 0 },
  "docs.code": { ...docs, what: "failed tests of code in documents: each block compiles and runs", limit: 0 },
  "docs.accessibility": { ...docs, what: "failed tests of axe on all kinds of pages of the site", limit: 0 },
} as const satisfies Readonly<Record<`${string}.${string}`, Bar>>;

export type BarId = keyof typeof bars;
