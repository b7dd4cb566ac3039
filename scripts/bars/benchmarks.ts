/** A program that measures figures and prints them with `--json`. */
export interface Benchmark {
  /** Description for `--help`. */
  readonly what: string;
  /** Path from the root of the repository. */
  readonly program: string;
  /** Options of Node, such as the condition with which packages are resolved to their sources. */
  readonly nodeOptions?: readonly string[];
  /** Whether it measures the built packages. */
  readonly needsBuild?: boolean;
  readonly needsChromium?: boolean;
}

const source = "--conditions=@knowledge-base/source";

/** The benchmarks by their ids, in the order in which they run. */
export const benchmarks = {
  tests: { what: "runs `npm test`", program: "scripts/bars/measure-tests.ts" },
  clients: {
    what: "compares the CPU time of clients",
    program: "packages/sdk/bench/compare-clients.ts",
    needsBuild: true,
  },
  size: { what: "measures the sizes of bundles", program: "scripts/check/check-size.ts", needsBuild: true },
  imports: {
    what: "imports the client in new processes",
    program: "packages/sdk/bench/cold-start.ts",
    needsBuild: true,
  },
  bodies: {
    what: "sends endless bodies to the client",
    program: "packages/sdk/bench/endless-bodies.ts",
    nodeOptions: [source],
  },
  embedding: {
    what: "measures the heap of received pages",
    program: "packages/sdk/bench/embedding-memory.ts",
    needsBuild: true,
  },
  tools: {
    what: "counts the tokens of the tools for agents",
    program: "packages/sdk/bench/tool-tokens.ts",
    nodeOptions: [source],
  },
  validation: {
    what: "validates parsed bodies",
    program: "packages/types/bench/validation.ts",
    needsBuild: true,
  },
  "stand-in": {
    what: "calls `server.fetch` and a handwritten router",
    program: "packages/server/bench/stand-in.ts",
    needsBuild: true,
  },
  routes: {
    what: "calls a server with more routes",
    program: "packages/server/bench/routes.ts",
    needsBuild: true,
  },
  http: { what: "calls servers over HTTP", program: "packages/server/bench/node-http.ts", needsBuild: true },
  index: {
    what: "gets the index of large brains",
    program: "packages/server/bench/prompt-index.ts",
    needsBuild: true,
  },
  growth: {
    what: "measures larger and larger inputs",
    program: "packages/server/bench/growth.ts",
    nodeOptions: [source],
  },
  start: { what: "starts the server and its command", program: "packages/server/bench/start.ts", needsBuild: true },
  inspector: {
    what: "sends requests without and with the open inspector",
    program: "packages/server/bench/inspector.ts",
    needsBuild: true,
    needsChromium: true,
  },
  docs: {
    what: "builds the documentation and tests it",
    program: "scripts/bars/measure-docs.ts",
    needsChromium: true,
  },
} as const satisfies Readonly<Record<string, Benchmark>>;

export type BenchmarkId = keyof typeof benchmarks;
