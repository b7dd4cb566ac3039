import { readdirSync } from "node:fs";
import type { IConfiguration, IRegularForbiddenRuleType } from "dependency-cruiser";
import { readEntryPoints } from "../manifests.ts";

// Which files may import which others, for dependency-cruiser. Imports of types count too. Paths are regular expressions.

// The other packages that the sources of a package may import. Documents, examples and scripts are above all of them.
const packages: Readonly<Record<string, readonly string[]>> = {
  internal: [], // All others bundle it.
  types: ["internal"], // Everything is derived from the contract.
  sdk: ["types", "internal"], // Client and server share only the contract, so each is a test of the other.
  server: ["types", "internal", "inspector"],
  inspector: ["types", "internal", "server"], // It imports only types of the server.
  conformance: ["types", "internal"], // The suite checks any implementation, without the client.
  mcp: ["types", "internal", "sdk", "server"], // It serves the client's tools, also for the reference server.
};

const server = "^packages/server/src/";

// The folders of the server that each have all about some of its nouns.
const nouns = ["organizations", "pages", "messaging", "test-tools"];

// The folders of the server, and what else the files of each may import: other folders, or the entry `demo`. The entries beside them
// may import all.
const serverFolders: Readonly<Record<string, readonly string[]>> = {
  basics: [], // The choices, errors, times, ids and schemas that all others use.
  store: ["basics", "state", ...nouns], // The records in memory. It knows no control and no request.
  state: ["basics", "store", "organizations", "pages", "messaging"], // The records as JSON.
  organizations: ["basics", "store", "state", "pages", "messaging", "control"],
  pages: ["basics", "store", "organizations", "messaging", "control", "http"],
  messaging: ["basics", "store", "organizations", "test-tools", "control", "http"],
  "test-tools": ["basics", "control", "http"],
  "reference-server": ["basics", "store", "state", ...nouns, "control", "http"], // It puts the parts together.
  control: ["basics", "store", "state", ...nouns, "reference-server", "http"],
  http: ["basics", "store", "test-tools"], // It knows no operation and no control.
  node: ["basics", "reference-server", "test-tools", "http"], // It works without the controls, and they without Node.
  vitest: ["basics", "state", "reference-server", "test-tools", "control"], // Tests may share a server that they connect to.
  cli: ["basics", "state", "reference-server", "test-tools", "http", "control", "node", "demo"],
};

const restrictedModules = [
  // One file knows the HTTP library.
  { module: "node_modules/ky/", only: "sdk/src/call/send-through-ky\\.ts$" },
  // Importing msw throws on edge runtimes and in Jest.
  { module: "node_modules/msw/", only: "server/src/msw\\.ts$" },
  // No application loads a test runner.
  { module: "node_modules/(vitest|@vitest)/", only: "server/src/vitest/" },
  // Applications that use the client without MCP don't load it.
  { module: "node_modules/@modelcontextprotocol/server/", only: "mcp/src/" },
  // It needs Node.
  {
    module: "^packages/internal/src/command-line/",
    only: "((conformance|mcp|server)/src/cli(\\.ts$|/)|internal/src/command-line/)",
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

const folderRules = Object.entries(serverFolders).map(
  ([folder, imports]): Rule => ({
    name: `server/${folder}`,
    comment: "The table of folders in scripts/check/import-rules.config.ts lists what this folder may import.",
    from: { path: `${server}${folder}/` },
    to: { path: server, pathNot: [folder, ...imports].map((allowed) => `${server}${allowed}[/.]`) },
  }),
);

const unlistedFolders: Rule = {
  name: "server-folders",
  comment: "Each folder has a line in the table of folders in scripts/check/import-rules.config.ts.",
  from: { path: `${server}.+/`, pathNot: Object.keys(serverFolders).map((folder) => `${server}${folder}/[^/]+$`) },
  to: {},
};

const moduleRules = restrictedModules.map(
  ({ module, only }): Rule => ({
    name: `only ${only}`,
    comment: "See the table of restricted modules in scripts/check/import-rules.config.ts.",
    from: { path: "^packages/[^/]+/src/", pathNot: `^packages/${only}` },
    to: { path: module },
  }),
);

const publicFiles = readdirSync("packages").flatMap((name) => {
  const { modules } = readEntryPoints(`packages/${name}`);
  return modules.map((module) => `^${module.replace("./", `packages/${name}/`).replace("*", ".+")}$`);
});

const generalRules: readonly Rule[] = [
  {
    name: "no-cycles",
    comment: "Files that import each other, types included, can only be read and changed together.",
    from: {},
    to: { circular: true },
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
    // Only the page of the inspector reads the server's updates.
    to: {
      path: "^packages/[^/]+/src/",
      pathNot: ["^packages/$1/", "^packages/server/src/control/server-actions", ...publicFiles],
    },
  },
  {
    name: "entries-for-all-others",
    comment: "Documents, examples and scripts use what a package exports for everyone, so not its entry `internal`.",
    // Generated documents describe what is in the packages, such as the flags of a command.
    from: { pathNot: "^(packages|scripts/generate)/" },
    to: { path: "^packages/[^/]+/src/", pathNot: publicFiles.filter((path) => !path.includes("internal")) },
  },
  {
    name: "types-of-the-server",
    comment: "The page of the inspector calls the server over HTTP. Code of the server would make it larger.",
    from: { path: "^packages/inspector/src/" },
    to: { path: "^packages/server/", dependencyTypesNot: ["type-only"] },
  },
  {
    name: "no-node-modules",
    comment: "All code but commands, builds and the Node listener runs in browsers and on edge runtimes too.",
    from: {
      path: "^packages/[^/]+/src/",
      pathNot:
        "^packages/(internal/src/command-line/|(conformance|mcp|server)/src/cli|server/src/node/|inspector/src/build-files)",
    },
    to: { dependencyTypes: ["core"] },
  },
];

const configuration: IConfiguration = {
  forbidden: [...generalRules, ...packageRules, ...folderRules, unlistedFolders, ...moduleRules].map((rule) => ({
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
      path: ["^docs/website/dist/", "^scripts/tarballs/consumer/", "^scripts/runtimes/next-application/"],
    },
    enhancedResolveOptions: {
      exportsFields: ["exports"],
      conditionNames: ["@knowledge-base/source", "import", "types", "node", "default"],
    },
  },
};

export default configuration;
