import { readFileSync } from "node:fs";

const source = "@knowledge-base/source";

/** What a package publishes, as source files of it: `./src/index.ts`. */
export interface EntryPoints {
  /** The modules that `import` reaches. */
  readonly modules: readonly string[];
  /** The modules that `require` reaches, too. */
  readonly required: readonly string[];
  /** The programs. */
  readonly commands: readonly string[];
}

interface Manifest {
  readonly exports: Readonly<Record<string, { readonly [source]?: string; readonly require?: unknown }>>;
  readonly bin?: Readonly<Record<string, string>>;
}

/** Reads what the package in a folder publishes from `exports` and `bin` of its manifest. */
export function readEntryPoints(folder: string): EntryPoints {
  const { exports, bin = {} }: Manifest = JSON.parse(readFileSync(`${folder}/package.json`, "utf8"));
  const targets = Object.values(exports);
  return {
    modules: targets.flatMap((target) => target[source] ?? []),
    required: targets.flatMap((target) => (target.require ? (target[source] ?? []) : [])),
    commands: Object.values(bin).map((path) => path.replace(/^\.\/dist\/(.*)\.js$/, "./src/$1.ts")),
  };
}
