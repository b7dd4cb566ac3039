import { globSync, readFileSync, writeFileSync } from "node:fs";

const installedModule = /node_modules\/((?:@[^/]+\/)?[^/]+)\//;

/** Writes the licences of the packages whose code the build has bundled into a package, as most of them require. */
export function writeLicenses(name: string): void {
  const folder = `packages/${name}/dist`;
  const sources = globSync(`${folder}/*.map`).flatMap(
    (path): string[] => JSON.parse(readFileSync(path, "utf8")).sources,
  );
  const names = new Set(sources.flatMap((source) => installedModule.exec(source)?.[1] ?? []));
  const licenses = [...names].toSorted().map((bundled) => `${bundled}\n\n${readLicense(bundled)}`);
  if (licenses.length > 0)
    writeFileSync(`${folder}/third-party-licenses.txt`, licenses.join(`\n${"-".repeat(80)}\n\n`));
}

function readLicense(name: string): string {
  const [path] = globSync(`node_modules/${name}/{licen[cs]e,LICEN[CS]E}*`);
  if (path === undefined) throw new Error(`The bundled package ${name} has no file with its licence.`);
  return readFileSync(path, "utf8");
}
