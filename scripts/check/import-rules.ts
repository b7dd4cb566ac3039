import { readdirSync } from "node:fs";
import type { IRegularForbiddenRuleType } from "dependency-cruiser";
import { readEntryPoints } from "../build/entry-points.ts";
import { type Layer, packages, type Restriction, restrictions, serverLayers } from "./boundaries.ts";

/** A forbidden kind of import, as dependency-cruiser takes it. */
export interface ImportRule extends IRegularForbiddenRuleType {
  readonly name: string;
  readonly comment: string;
}

const server = "packages/server/src/";

/** Returns the rules that the table describes, and those for all files. `root` is the folder of the repository. */
export function importRules(root: string): readonly ImportRule[] {
  return [
    noCycles,
    noBuiltFiles,
    noTestsInSources,
    ...Object.keys(packages).map(packageRule),
    ...publicFiles(root).map(entriesRule),
    ...serverLayers.flatMap((layer) => layer.members.map((member) => layerRule(layer, member))),
    noUnlistedFolders,
    ...restrictions.map(restrictionRule),
  ];
}

const noCycles: ImportRule = {
  name: "no-cycles",
  comment: "Files that import each other, types included, can only be read and changed together.",
  severity: "error",
  from: {},
  to: { circular: true },
};

const noBuiltFiles: ImportRule = {
  name: "no-built-files",
  comment: "A path into dist/ avoids all other rules, and fails before the first build.",
  severity: "error",
  from: {},
  // The second pattern is for files that are not built yet, whose path is the specifier.
  to: { path: ["^packages/[^/]+/dist/", "^\\.\\.?/.*\\bdist/"], pathNot: "node_modules/" },
};

const noTestsInSources: ImportRule = {
  name: "no-tests-in-sources",
  comment: "Published code depends only on published code.",
  severity: "error",
  from: { path: "^packages/[^/]+/src/" },
  to: { path: ["^packages/[^/]+/(test|bench)/", "^(docs|examples|scripts)/", "^[^/]+\\.[a-z]+$"] },
};

function packageRule(name: string): ImportRule {
  const { imports, why } = packages[name] ?? { imports: [], why: "" };
  return {
    name: `package-${name}`,
    comment: why,
    severity: "error",
    from: { path: `^packages/${name}/src/` },
    to: { path: "^packages/", pathNot: [name, ...imports].map((allowed) => `^packages/${allowed}/`) },
  };
}

/** The files of a package that other folders may import: the sources of its entry points. */
export interface PublicFiles {
  readonly name: string;
  readonly files: readonly string[];
}

/** @throws Error if a package is not in the table. */
export function publicFiles(root: string): readonly PublicFiles[] {
  return readdirSync(`${root}/packages`).map((name) => {
    if (!packages[name]) throw new Error(`packages/${name} has no line in scripts/check/boundaries.ts`);
    const { modules } = readEntryPoints(`${root}/packages/${name}`);
    return { name, files: modules.map((file) => file.replace("./", `packages/${name}/`)) };
  });
}

function entriesRule({ name, files }: PublicFiles): ImportRule {
  return {
    name: `entries-of-${name}`,
    comment: "Other folders use what the package exports, as applications do.",
    severity: "error",
    // The generators describe what is in the packages, such as the flags of a command.
    from: { pathNot: `^(packages/${name}|scripts/generate)/` },
    to: { path: `^packages/${name}/src/`, pathNot: files.map((file) => `^${escaped(file)}$`) },
  };
}

function layerRule(layer: Layer, member: string): ImportRule {
  return {
    name: layerRuleName(member),
    comment: `${layer.why} (Layer "${layer.name}" in scripts/check/boundaries.ts.)`,
    severity: "error",
    from: { path: memberPattern(member) },
    to: { path: `^${server}`, pathNot: allowedMembers(layer, member).map(memberPattern) },
  };
}

export function layerRuleName(member: string): string {
  return `server/${member}`;
}

/** Returns the members that a member of a layer may import, itself included. */
export function allowedMembers(layer: Layer, member: string): readonly string[] {
  const below = serverLayers.slice(serverLayers.indexOf(layer) + 1).flatMap(({ members }) => members);
  return [...(layer.isConnected ? layer.members : [member]), ...(layer.imports ?? below)];
}

const files = serverLayers.flatMap(({ members }) => members).filter((member) => /^[^*]+\.ts$/.test(member));

function memberPattern(member: string): string {
  if (member !== "*.ts") return `^${server}${escaped(member)}${member.endsWith("/") ? "" : "$"}`;
  // Whatever their extension is: a rule for .ts files alone would allow a .mts or .js file everything.
  return `^${server}(?!(?:${files.map(escaped).join("|")})$)[^/]+$`;
}

const noUnlistedFolders: ImportRule = {
  name: "server/unlisted-folders",
  comment: "Each folder of the server belongs to a layer: add it to the table in scripts/check/boundaries.ts.",
  severity: "error",
  from: {
    path: `^${server}`,
    pathNot: serverLayers.flatMap(({ members }) => members.map(memberPattern)),
  },
  to: { path: `^${server}` },
};

function restrictionRule({ name, module, within = /^packages\/[^/]+\/src\//, only, why }: Restriction): ImportRule {
  return {
    name: `only-some-files-import-${name}`,
    comment: why,
    severity: "error",
    from: { path: within.source, pathNot: only.map((path) => `^${escaped(path)}${path.endsWith("/") ? "" : "$"}`) },
    to: module === "node" ? { dependencyTypes: ["core"] } : { path: module.source },
  };
}

function escaped(path: string): string {
  return path.replaceAll(".", "\\.");
}
