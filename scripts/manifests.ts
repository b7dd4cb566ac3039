import { readdirSync, readFileSync } from "node:fs";

const source = "@knowledge-base/source";

/** A target of `exports`: for `import` and `require`, or for both. */
export interface Conditions {
  readonly [source]?: string;
  readonly types?: string;
  readonly default?: string;
  readonly import?: Conditions;
  readonly require?: Conditions;
}

/** The `package.json` of a package of this repository. */
export interface Manifest {
  readonly name: string;
  readonly version: string;
  readonly private?: boolean;
  /** Only in a tarball. */
  readonly homepage?: string;
  readonly files?: readonly string[];
  readonly exports?: Readonly<Record<string, string | Conditions>>;
  readonly bin?: Readonly<Record<string, string>>;
  readonly dependencies?: Readonly<Record<string, string>>;
  readonly devDependencies?: Readonly<Record<string, string>>;
  readonly scripts?: Readonly<Record<string, string>>;
}

export function readManifest(folder: string): Manifest {
  return JSON.parse(readFileSync(`${folder}/package.json`, "utf8"));
}

/** Returns the names of the folders in `packages/` that are published; the others are private and bundled into these. */
export function listPublishedPackages(): readonly string[] {
  return readdirSync("packages").filter((name) => !readManifest(`packages/${name}`).private);
}

/** Source files of the modules and commands of a package, such as `./src/index.ts`. */
export interface EntryPoints {
  /** Modules that can be imported. */
  readonly modules: readonly string[];
  /** Modules that can also be loaded with `require`. */
  readonly required: readonly string[];
  /** Commands of the package. */
  readonly commands: readonly string[];
}

/** Reads `exports` and `bin` of the package in a folder. */
export function readEntryPoints(folder: string): EntryPoints {
  const { exports = {}, bin = {} } = readManifest(folder);
  const targets = Object.values(exports).filter((target) => typeof target !== "string");
  return {
    modules: targets.flatMap((target) => target[source] ?? []),
    required: targets.flatMap((target) => (target.require ? (target[source] ?? []) : [])),
    commands: Object.values(bin).map((path) => path.replace(/^\.\/dist\/(.*)\.js$/, "./src/$1.ts")),
  };
}
