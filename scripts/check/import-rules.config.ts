import { readdirSync, readFileSync } from "node:fs";
import type { IConfiguration, IRegularForbiddenRuleType } from "dependency-cruiser";

// Which files may import which others, for dependency-cruiser. Imports of types count too. Paths are regular expressions.

/** The other packages that the sources of a package may import. Documents, examples and scripts are above all of them. */
const packages: Readonly<Record<string, readonly string[]>> = {
  internal: [], // All others bundle it.
  types: ["internal"], // Everything is derived from the contract.
  sdk: ["types", "internal"], // Client and server share only the contract, so each is a test of the other.
  server: ["types", "internal", "inspector"],
  inspector: ["types", "internal", "server"], // It calls the controls over HTTP, and knows only the types of the server.
  conformance: ["types", "internal", "sdk"], // The suite checks any implementation.
  mcp: ["types", "internal", "sdk", "server"], // It serves the client's tools, also for the reference server.
};

const server = "^packages/server/src/";
const entries = ["index", "control", "demo", "msw", "node", "vitest", "cli"].map((name) => `${name}\\.ts$`);
const factories = "factories\\.ts$";
const wholeServer =
  "(reference-server|reference-server-options|server-settings|server-organization|custom-operations)\\.ts$";
const state = "((server-state|test-tools-state|test-clock)\\.ts$|faults/|journal/|deliveries/)";
const otherFiles = `(?!${[...entries, factories, wholeServer, state].join("|")})[^/]+$`;

/**
 * The layers of the server, from top to bottom. A file may import what is in its own part of a layer, and all lower layers or
 * only those that are named.
 */
const serverLayers: readonly { readonly parts: readonly string[]; readonly imports?: readonly string[] }[] = [
  { parts: entries },
  { parts: ["cli/"] },
  { parts: ["demo/"], imports: ["records/", otherFiles] }, // Bundles without the demo data stay small.
  { parts: [factories], imports: ["records/", otherFiles] }, // Bundles with the factories alone stay small.
  { parts: ["vitest/"] }, // Tests may share a server that they connect to.
  { parts: ["node/", "http-control/"] }, // Each works without the dependencies of the others.
  { parts: [wholeServer] },
  { parts: ["adapters/"] }, // Only these files know Request and Response of the platform.
  { parts: ["service/"] },
  { parts: ["operations/", "control/"] }, // Operations of the specification do not depend on controls for tests.
  { parts: [state] },
  { parts: ["records/"] }, // Records and their order depend on no clock, request or operation.
  { parts: [otherFiles] },
];

/** Modules that only some of the packages' sources may import. */
const restrictedModules = [
  // One file knows the HTTP library.
  { module: "node_modules/ky/", only: "sdk/src/call/attempts\\.ts$" },
  // Importing msw throws on edge runtimes and in Jest.
  { module: "node_modules/msw/", only: "server/src/msw\\.ts$" },
  // A test runner must not be loaded outside of tests.
  { module: "node_modules/(vitest|@vitest)/", only: "server/src/vitest/" },
  // Applications that use the client without MCP must not load it.
  { module: "node_modules/@modelcontextprotocol/(server|node)/", only: "mcp/src/" },
  // It needs Node.
  {
    module: "^packages/internal/src/command-line\\.ts$",
    only: "(conformance|mcp|server)/src/cli(\\.ts$|/)",
  },
];

type Rule = IRegularForbiddenRuleType;

const packageRules = readdirSync("packages").map(
  (name): Rule => ({
    name: `package-${name}`,
    comment: "The table of packages in scripts/check/import-rules.config.ts lists what this package may import.",
    from: { path: `^packages/${name}/src/` },
    to: { path: "^packages/", pathNot: [name, ...(packages[name] ?? [])].map((allowed) => `^packages/${allowed}/`) },
  }),
);

const layerRules = serverLayers.flatMap(({ parts, imports }, index) => {
  const lower = imports ?? serverLayers.slice(index + 1).flatMap((layer) => layer.parts);
  return parts.map(
    (part): Rule => ({
      name: `server/${part}`,
      comment: "The table of layers in scripts/check/import-rules.config.ts lists what this part may import.",
      from: { path: server + part },
      to: { path: server, pathNot: [part, ...lower].map((allowed) => server + allowed) },
    }),
  );
});

const moduleRules = restrictedModules.map(
  ({ module, only }): Rule => ({
    name: `only ${only}`,
    comment: "See the table of restricted modules in scripts/check/import-rules.config.ts.",
    from: { path: "^packages/[^/]+/src/", pathNot: `^packages/${only}` },
    to: { path: module },
  }),
);

const publicFiles = readdirSync("packages").flatMap((name) => {
  const manifest = JSON.parse(readFileSync(`packages/${name}/package.json`, "utf8"));
  const targets = Object.values<{ readonly "@knowledge-base/source"?: string }>(manifest.exports);
  return targets.map((target) => `^${target["@knowledge-base/source"]?.replace("./", `packages/${name}/`)}$`);
});

const generalRules: readonly Rule[] = [
  {
    name: "no-cycles",
    comment: "Files that import each other, types included, can only be read and changed together.",
    from: {},
    to: { circular: true },
  },
  {
    name: "no-built-files",
    comment: "A path into dist/ avoids all other rules, and fails before the first build.",
    from: {},
    // The second pattern is for files that are not built yet, whose path is the specifier.
    to: { path: ["^packages/[^/]+/dist/", "^\\.\\.?/.*\\bdist/"], pathNot: "node_modules/" },
  },
  {
    name: "no-tests-in-sources",
    comment: "Published code depends only on published code.",
    from: { path: "^packages/[^/]+/src/" },
    to: { path: ["^packages/[^/]+/(test|bench)/", "^(docs|examples|scripts)/", "^[^/]+\\.[a-z]+$"] },
  },
  {
    name: "entries-for-other-packages",
    comment: "Other packages use what a package exports, as applications do.",
    from: { path: "^packages/([^/]+)/" },
    to: { path: "^packages/[^/]+/src/", pathNot: ["^packages/$1/", ...publicFiles] },
  },
  {
    name: "entries-for-all-others",
    comment: "Documents, examples and scripts use what a package exports for everyone, so not its entry `internal`.",
    // Generated documents describe what is in the packages, such as the flags of a command.
    from: { pathNot: "^(packages|scripts/generate)/" },
    to: { path: "^packages/[^/]+/src/", pathNot: publicFiles.filter((path) => !path.includes("internal")) },
  },
  {
    name: "no-node-modules",
    comment: "All code but commands and the Node listener runs in browsers and on edge runtimes too.",
    from: {
      path: "^packages/[^/]+/src/",
      pathNot: "^packages/(internal/src/command-line\\.ts$|(conformance|mcp|server)/src/cli|server/src/node/)",
    },
    to: { dependencyTypes: ["core"] },
  },
];

const configuration: IConfiguration = {
  forbidden: [...generalRules, ...packageRules, ...layerRules, ...moduleRules].map((rule) => ({
    severity: "error",
    ...rule,
  })),
  options: {
    // Otherwise imports of types are ignored.
    tsPreCompilationDeps: true,
    tsConfig: { fileName: "tsconfig.json" },
    // Not excluded, because that would hide imports of these files.
    doNotFollow: { path: ["node_modules", "^packages/[^/]+/dist/"] },
    exclude: {
      path: [
        "^docs/website/dist/",
        "^scripts/openapi/.build/",
        "^scripts/tarballs/consumer/",
        "^scripts/runtimes/next-application/",
      ],
    },
    enhancedResolveOptions: {
      exportsFields: ["exports"],
      conditionNames: ["@knowledge-base/source", "import", "types", "node", "default"],
    },
  },
};

export default configuration;
