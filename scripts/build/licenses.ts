import { globSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { resolve } from "node:path";
import { buildFiles } from "@knowledge-base/inspector/build";

const installedModule = /^(.*\/node_modules\/((?:@[^/]+\/)?[^/]+))\//;

/**
 * Writes the licenses of the packages whose code the build has bundled into a package, as most of them require. Source maps tell
 * which these are. Nothing else needs the maps, so they are removed.
 */
export async function writeLicenses(name: string): Promise<void> {
  const folder = `packages/${name}/dist`;
  const sources = globSync(`${folder}/*.map`).flatMap((path): string[] =>
    JSON.parse(readFileSync(path, "utf8")).sources.map((source: string) => resolve(folder, source)),
  );
  const modules = name === "server" ? await findModulesOfInspector() : [];
  const bundled = new Map(
    [...sources, ...modules].flatMap((source): [string, string][] => {
      const [, path, module] = installedModule.exec(source) ?? [];
      return path === undefined || module === undefined ? [] : [[module, path]];
    }),
  );
  const licenses = [...bundled]
    .toSorted(([left], [right]) => (left < right ? -1 : 1))
    .map(([module, path]) => `${module}\n\n${readLicense(module, path)}`);
  if (licenses.length > 0)
    writeFileSync(`${folder}/third-party-licenses.txt`, licenses.join(`\n${"-".repeat(80)}\n\n`));
  removeSourceMaps(folder);
}

async function findModulesOfInspector(): Promise<string[]> {
  const { modules } = await buildFiles();
  return modules.map((module) => resolve("packages/inspector/src", module));
}

function readLicense(name: string, folder: string): string {
  const [path] = globSync(`${folder}/{licen[cs]e,LICEN[CS]E}*`);
  if (path === undefined) throw new Error(`The bundled package ${name} has no file with its license.`);
  return readFileSync(path, "utf8");
}

function removeSourceMaps(folder: string): void {
  for (const map of globSync(`${folder}/*.map`)) rmSync(map);
  for (const file of globSync(`${folder}/*.{js,cjs}`)) {
    writeFileSync(file, readFileSync(file, "utf8").replaceAll(/\n\/\/# sourceMappingURL=.*\.map/g, ""));
  }
}
