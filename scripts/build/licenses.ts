import { globSync, readFileSync, writeFileSync } from "node:fs";

const installedModule = /^(.*\/node_modules\/((?:@[^/]+\/)?[^/]+))\//;

/** Writes the licenses of the packages that bundled modules come from, as most of them require. */
export function writeLicenses(modules: Iterable<string>, file: string): void {
  const bundled = new Map(
    Array.from(modules).flatMap((module): [string, string][] => {
      const [, folder, name] = installedModule.exec(module) ?? [];
      return folder === undefined || name === undefined ? [] : [[name, folder]];
    }),
  );
  const licenses = [...bundled]
    .toSorted(([left], [right]) => (left < right ? -1 : 1))
    .map(([name, folder]) => `${name}\n\n${readLicense(name, folder)}`);
  if (licenses.length > 0) writeFileSync(file, licenses.join(`\n${"-".repeat(80)}\n\n`));
}

function readLicense(name: string, folder: string): string {
  const [path] = globSync(`${folder}/{licen[cs]e,LICEN[CS]E}*`);
  if (path === undefined) throw new Error(`The bundled package ${name} has no file with its license.`);
  return readFileSync(path, "utf8");
}
