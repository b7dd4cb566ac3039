import type { Figure } from "./bars.ts";

/** The requests of the comparison of clients. */
export const comparedRequests = {
  get: "GET, 3 channels",
  list: "GET, 50 entries",
  patch: "PATCH with a body",
  page: "a page with 1,536 numbers",
};

/** The compared clients, with the titles of their columns. A version is appended to those that are packages of others. */
export const comparedClients = {
  fetch: "`fetch`",
  ky: "ky",
  openai: "openai",
  stripe: "stripe",
  octokit: "octokit",
  client: "this client",
  unvalidated: "without validation",
  transport: "ky as this client uses it",
};

export type ComparedRequest = keyof typeof comparedRequests;
export type ComparedClient = keyof typeof comparedClients;

type ClientCostId = `clients.${ComparedRequest}.${ComparedClient}`;

function listClientCosts(): Readonly<Record<ClientCostId, Figure>> {
  const entries = Object.entries(comparedRequests).flatMap(([request, what]) =>
    Object.entries(comparedClients).map(([client, title]): [string, Figure] => [
      `clients.${request}.${client}`,
      { what: `CPU time of ${what}, ${title}`, unit: "microseconds", benchmark: "clients" },
    ]),
  );
  return Object.fromEntries(entries) as Record<ClientCostId, Figure>;
}

/** The servers that are compared over HTTP, besides that of the bars. */
export const comparedServers = {
  byHand: "from a handwritten server",
  withoutJournal: "without a journal",
  adapter: "from `listen` with a `fetch` that does nothing",
  hono: "from `@hono/node-server`",
  honoWithGlobals: "from `@hono/node-server` that replaces the globals",
};

export type ComparedServer = keyof typeof comparedServers;

type ServerCostId = `http.${"get" | "patch"}.${ComparedServer}`;

function listServerCosts(): Readonly<Record<ServerCostId, Figure>> {
  const entries = ["get", "patch"].flatMap((method) =>
    Object.entries(comparedServers).map(([server, title]): [string, Figure] => [
      `http.${method}.${server}`,
      {
        what: `CPU time of a ${method.toUpperCase()} over HTTP ${title}, relative to the same bytes from plain \`node:http\``,
        unit: "ratio",
        benchmark: "http",
      },
    ]),
  );
  return Object.fromEntries(entries) as Record<ServerCostId, Figure>;
}

/** Figures without a limit, which the guide on performance shows. */
export const otherFigures = {
  ...listClientCosts(),
  ...listServerCosts(),
  "size.render-prompt-index": { what: "a bundle with `renderPromptIndex`", unit: "bytes", benchmark: "size" },
  "size.read-oauth-callback": { what: "a bundle with `readOAuthCallback`", unit: "bytes", benchmark: "size" },
  "size.is-page-type": { what: "a bundle with `isPageType`", unit: "bytes", benchmark: "size" },
  "imports.prompt": {
    what: "CPU time of importing `@knowledge-base/sdk/prompt`, without the start of Node, relative to ky",
    unit: "ratio",
    benchmark: "imports",
  },
  "index.small": {
    what: "the first 50 of a brain with 100,000 pages, relative to one with 100",
    unit: "ratio",
    benchmark: "index",
  },
  "start.second-server": {
    what: "the second `createReferenceServer()` of a process",
    unit: "milliseconds",
    benchmark: "start",
  },
  "inspector.closed": {
    what: "CPU time of the server for a request without the inspector",
    unit: "microseconds",
    benchmark: "inspector",
  },
  "inspector.open": {
    what: "CPU time of the server for a request with the open inspector",
    unit: "microseconds",
    benchmark: "inspector",
  },
  "inspector.longest-task": {
    what: "longest task of the page's main thread; shorter than 50 ms counts as 50 ms",
    unit: "milliseconds",
    benchmark: "inspector",
  },
  "inspector.long-tasks": {
    what: "tasks of the page that took 50 ms or more",
    unit: "count",
    benchmark: "inspector",
  },
  "inspector.memory": {
    what: "memory of the page's JavaScript with all requests",
    unit: "megabytes",
    benchmark: "inspector",
  },
  "tests.count": { what: "tests that `npm test` runs", unit: "count", benchmark: "tests" },
} as const satisfies Readonly<Record<string, Figure>>;
