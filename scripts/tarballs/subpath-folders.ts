import { existsSync, mkdirSync, rmdirSync, rmSync, writeFileSync } from "node:fs";

/** A target of `exports`: for `import` and `require`, or for both. */
export interface Conditions {
  readonly types?: string;
  readonly default?: string;
  readonly import?: Conditions;
  readonly require?: Conditions;
}

/** The `exports` of a manifest. */
export type Exports = Readonly<Record<string, string | Conditions>>;

/** The folders of subpaths, in a list such as the field `files` of a manifest. */
export function subpathFolders(exports: Exports): readonly string[] {
  return subpaths(exports).map(([folder]) => folder);
}

/**
 * Writes a folder with a manifest for each subpath of the package in the current folder. Tools that do not read `exports` find
 * the entries there: Parcel by default, and TypeScript with the resolution `node10`.
 */
export function writeSubpathFolders(exports: Exports): void {
  for (const [folder, conditions] of subpaths(exports)) {
    const { import: module = conditions, require: main = conditions } = conditions;
    const manifest = { main: main.default, module: module.default, types: main.types };
    const relative = Object.entries(manifest).map(([field, path = ""]) => [field, path.replace("./", "../")]);
    mkdirSync(folder);
    writeFileSync(`${folder}/package.json`, `${JSON.stringify(Object.fromEntries(relative), null, 2)}\n`);
  }
}

export function removeSubpathFolders(exports: Exports): void {
  for (const folder of subpathFolders(exports)) {
    rmSync(`${folder}/package.json`, { force: true });
    // Fails if something else is in the folder.
    if (existsSync(folder)) rmdirSync(folder);
  }
}

function subpaths(exports: Exports): readonly (readonly [string, Conditions])[] {
  return Object.entries(exports).flatMap(([path, target]) =>
    path === "." || typeof target === "string" ? [] : [[path.replace("./", ""), target] as const],
  );
}
