import { readFileSync } from "node:fs";

const source = "@knowledge-base/source";

/** Source files of the modules and commands of a package, such as `./src/index.ts`. */
export interface EntryPoints {
  /** Modules that can be imported. */
  readonly modules: readonly string[];
  /** Modules that can also be loaded with `require`. */
  readonly required: readonly string[];
  /** Commands of the package. */
  readonly commands: readonly string[];
}

interface Manifest {
  readonly exports: Readonly<Record<string, { readonly [source]?: string; readonly require?: unknown }>>;
  readonly bin?: Readonly<Record<string, string>>;
}

/** Reads `exports` and `bin` of the package in a folder. */
export function readEntryPoints(folder: string): EntryPoints {
  const { exports, bin = {} }: Manifest = JSON.parse(readFileSync(`${folder}/package.json`, "utf8"));
  const targets = Object.values(exports);
  return {
    modules: targets.flatMap((target) => target[source] ?? []),
    required: targets.flatMap((target) => (target.require ? (target[source] ?? []) : [])),
    commands: Object.values(bin).map((path) => path.replace(/^\.\/dist\/(.*)\.js$/, "./src/$1.ts")),
  };
}
