import { readFile } from "node:fs/promises";

// In the order of the site.
const packages = ["sdk", "mcp", "server", "types", "conformance"];

/** Entries that the packages of this repository share, and that applications should not import. */
const internalEntry = "./internal";

/** Returns the source files of the entry points for applications, by their import specifiers. */
export async function entryPoints(): Promise<ReadonlyMap<string, string>> {
  const found = await Promise.all(packages.map((name) => entryPointsOf(`packages/${name}`)));
  return new Map(found.flat());
}

async function entryPointsOf(folder: string): Promise<[name: string, file: string][]> {
  const { name, exports }: PackageJson = JSON.parse(await readFile(`${folder}/package.json`, "utf8"));
  return Object.entries(exports).flatMap(([path, target]): [string, string][] => {
    const source = typeof target === "string" || path === internalEntry ? undefined : target["@knowledge-base/source"];
    return source === undefined ? [] : [[`${name}${path.slice(1)}`, `${folder}${source.slice(1)}`]];
  });
}

interface PackageJson {
  readonly name: string;
  readonly exports: Readonly<Record<string, string | { readonly "@knowledge-base/source"?: string }>>;
}
