// The table of allowed imports. `import-rules.ts` turns it into the rules of dependency-cruiser, `npm run lint` checks them,
// and `boundaries.slow.test.ts` adds every forbidden import to a copy of the project.

export interface PackageBoundary {
  /** The other packages that the sources may import. */
  readonly imports: readonly string[];
  readonly why: string;
}

/** Below `packages/`. Whatever is not in a package (docs, examples, scripts) is above all of them. */
export const packages: Readonly<Record<string, PackageBoundary>> = {
  types: { imports: [], why: "Everything is derived from the contract, so it depends on nothing." },
  "command-line": { imports: ["types"], why: "Server, conformance and mcp bundle it, so it can know none of them." },
  sdk: { imports: ["types"], why: "Client and server share only the contract, so each is a test of the other." },
  server: { imports: ["types", "command-line", "inspector"], why: "Client and server share only the contract." },
  inspector: {
    imports: ["types", "server"],
    why: "It uses the controls over HTTP, and knows only the types of the server.",
  },
  conformance: {
    imports: ["types", "sdk", "command-line"],
    why: "The suite checks any implementation, not only ours.",
  },
  mcp: {
    imports: ["types", "sdk", "server", "command-line"],
    why: "It serves the client's tools, for any service or for the reference server.",
  },
};

export interface Layer {
  readonly name: string;
  /** Files, or folders with a slash at the end, below `packages/server/src/`. `*.ts` is every other file there. */
  readonly members: readonly string[];
  /** Whether the members of this layer may import one another. */
  readonly isConnected?: true;
  /** The members of lower layers that this layer may import. @default all of them */
  readonly imports?: readonly string[];
  readonly why: string;
}

/** Inside the server, from top to bottom. A layer may import those below it; a new folder needs a line here. */
export const serverLayers: readonly Layer[] = [
  {
    name: "entries",
    members: ["index.ts", "control.ts", "demo.ts", "factories.ts", "msw.ts", "node.ts", "vitest.ts", "cli.ts"],
    why: "Nothing inside the server needs an entry file, which would bring in everything that it exports.",
  },
  { name: "cli", members: ["cli/"], why: "Only the command itself reads flags, prints and ends the process." },
  {
    name: "demo",
    members: ["demo/"],
    imports: ["store/", "*.ts"],
    why: "The demo seed is data of the public state format: bundles without it stay small.",
  },
  {
    name: "factories",
    members: ["factories/"],
    imports: ["store/", "*.ts"],
    why: "The factories make data of the public state format: bundles with them alone stay small.",
  },
  {
    name: "environments",
    members: ["msw/", "node/", "control-api/", "vitest/"],
    why: "Each of them works without the others and their dependencies.",
  },
  {
    name: "events",
    members: ["events/"],
    why: "What happens in a server is collected whoever reads it.",
  },
  {
    name: "reference-server",
    members: ["reference-server.ts", "reference-server-options.ts", "server-settings.ts", "server-organization.ts"],
    isConnected: true,
    why: "One file puts the server together, and only what wraps a whole server imports it.",
  },
  { name: "adapters", members: ["adapters/"], why: "Only these files know Request and Response of the platform." },
  {
    name: "http",
    members: ["http/"],
    why: "Routes, authentication and error responses know operations, not the reverse.",
  },
  {
    name: "behavior",
    members: ["operations/", "control/"],
    why: "Operations of the specification do not depend on controls for tests, and neither depends on HTTP.",
  },
  {
    name: "state",
    members: ["server-state.ts", "server-observer.ts", "faults/", "journal/", "deliveries/", "oauth/"],
    isConnected: true,
    why: "The state of a running server does not depend on who changes it.",
  },
  {
    name: "inspector",
    members: ["inspector/"],
    imports: ["*.ts"],
    why: "The files of the page and its token depend on no server.",
  },
  { name: "store", members: ["store/"], why: "Records and their order depend on no clock, request or operation." },
  { name: "leaves", members: ["*.ts"], isConnected: true, why: "Files that every layer needs depend on no layer." },
];

export interface Restriction {
  readonly name: string;
  /** The restricted modules: a regular expression for their path, or the modules of Node. */
  readonly module: RegExp | "node";
  /** Specifier of an import of it. */
  readonly specifier: string;
  /** The files that the restriction applies to. @default the sources of all packages */
  readonly within?: RegExp;
  /** The files and folders that may import it. */
  readonly only: readonly string[];
  readonly why: string;
}

/** Modules that only some files may import. */
export const restrictions: readonly Restriction[] = [
  {
    name: "node-modules",
    module: "node",
    specifier: "node:fs",
    only: [
      "packages/command-line/src/",
      "packages/conformance/src/cli/",
      "packages/mcp/src/cli/",
      "packages/server/src/cli/",
      "packages/server/src/node/",
    ],
    why: "All other code runs in browsers and on edge runtimes too.",
  },
  {
    name: "ky",
    module: /node_modules\/ky\//,
    specifier: "ky",
    only: ["packages/sdk/src/call/send-request.ts"],
    why: "Retries, deadlines and errors are the client's own: one file knows the HTTP library.",
  },
  {
    name: "msw",
    module: /node_modules\/msw\//,
    specifier: "msw",
    only: ["packages/server/src/msw/"],
    why: "Importing msw throws on edge runtimes and in Jest.",
  },
  {
    name: "vitest",
    module: /node_modules\/(vitest|@vitest)\//,
    specifier: "vitest",
    only: ["packages/server/src/vitest/"],
    why: "A test runner must not be loaded outside of tests.",
  },
  {
    name: "node-fetch-server",
    module: /node_modules\/@remix-run\/node-fetch-server\//,
    specifier: "@remix-run/node-fetch-server",
    only: ["packages/server/src/node/"],
    why: "It uses modules of Node.",
  },
  {
    name: "command-line",
    module: /^packages\/command-line\/src\/(?!escape-control-characters\.ts$)/,
    specifier: "@knowledge-base/command-line",
    only: [
      "packages/command-line/src/",
      "packages/conformance/src/cli.ts",
      "packages/conformance/src/cli/",
      "packages/mcp/src/cli.ts",
      "packages/mcp/src/cli/",
      "packages/server/src/cli.ts",
      "packages/server/src/cli/",
    ],
    why: "It needs Node, all but one function, and what applications import runs elsewhere too.",
  },
  {
    name: "mcp-server",
    module: /node_modules\/@modelcontextprotocol\/(server|node)\//,
    specifier: "@modelcontextprotocol/server",
    only: ["packages/mcp/src/"],
    why: "Applications that use the client without MCP must not load it.",
  },
  {
    name: "internal-entry",
    module: /^packages\/types\/src\/internal\.ts$/,
    specifier: "@knowledge-base/types/internal",
    within: /^(docs|examples|packages)\//,
    only: ["packages/"],
    why: "It is for the packages of this repository and may change in any release.",
  },
];
