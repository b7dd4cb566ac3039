import { basename, join, resolve } from "node:path";
import { type Plugin, rollup } from "rollup";
import { dts } from "rollup-plugin-dts";
import { addressInSite, toLink } from "../../docs/website/text.ts";
import { site } from "../addresses.ts";
import { linkSpecification } from "../generate/link-specification.ts";
import { readEntryPoints } from "../manifests.ts";
import { runProgram } from "../run-program.ts";

// Output of tsc: a declaration file for each source file, such as `sdk/src/index.d.ts`.
const folder = ".build/declarations";

const internal = "@knowledge-base/internal/";

// Private, so its types are bundled.
const resolveInternal: Plugin = {
  name: "resolve-internal",
  resolveId: (id) =>
    id.startsWith(internal) ? resolve(folder, id.replace(internal, "internal/src/").concat(".d.ts")) : null,
};

// Editors show comments beside any file, where a path in this repository leads nowhere.
const absoluteLinks: Plugin = {
  name: "absolute-links",
  renderChunk: (code) => linkSections(code.replaceAll(/\[([^\]]+)\]\((?:\.\.\/)+([^)\s]+)\)/g, toAbsolute)),
};

function toAbsolute(_: string, text: string, path: string): string {
  return toLink(`/${path}`, text, "A docstring", addressInSite(site));
}

function linkSections(code: string): string {
  const specification = addressInSite(site)("docs/specification.md", "");
  return specification === undefined ? code : linkSpecification(code, specification);
}

const formats = [
  { extension: "d.ts", entries: "modules" },
  { extension: "d.cts", entries: "required" },
] as const;

/** Writes the declarations of packages into their `dist`: a file for each entry point, and for code that several share. */
export async function writeDeclarations(packages: readonly string[]): Promise<void> {
  const project = "scripts/build/declarations.tsconfig.json";
  await runProgram(process.execPath, ["node_modules/typescript7/bin/tsc", "--build", project], ".");
  for (const name of packages) {
    const entryPoints = readEntryPoints(`packages/${name}`);
    for (const { extension, entries } of formats) await bundle(name, entryPoints[entries], extension);
  }
}

async function bundle(name: string, entries: readonly string[], extension: string): Promise<void> {
  const input = entries.map((entry) => [basename(entry, ".ts"), join(folder, name, entry.replace(/\.ts$/, ".d.ts"))]);
  const graph = await rollup({
    input: Object.fromEntries(input),
    external: (id) => /^[^./]/.test(id) && !id.startsWith(internal),
    plugins: [resolveInternal, dts(), absoluteLinks],
    onLog: (_, { message }) => {
      throw new Error(`The declarations of ${name} cannot be bundled. ${message}`);
    },
  });
  await graph.write({
    dir: `packages/${name}/dist`,
    entryFileNames: `[name].${extension}`,
    // rollup names the chunk of `page.d.ts` `page.d`.
    chunkFileNames: (chunk) => `${chunk.name.replace(/\.d$/, "")}-[hash].${extension}`,
  });
  await graph.close();
}
