import { basename, extname } from "node:path";
import { fileURLToPath } from "node:url";
import { build } from "esbuild";

/** A file of the inspector. */
export interface InspectorFile {
  /** Content type. */
  readonly type: string;
  /** The content, compressed with gzip, in Base64. */
  readonly gzip: string;
}

/** The built inspector. */
export interface InspectorBundle {
  /** By name. */
  readonly files: Readonly<Record<string, InspectorFile>>;
  /** Paths of the modules in it. */
  readonly modules: readonly string[];
}

const types: Readonly<Record<string, string>> = {
  ".css": "text/css; charset=utf-8",
  ".html": "text/html; charset=utf-8",
  ".js": "text/javascript; charset=utf-8",
  ".svg": "image/svg+xml",
};

const folder = fileURLToPath(new URL("./", import.meta.url));

/** Bundles and compresses the page, its scripts and its styles. */
export async function buildFiles(): Promise<InspectorBundle> {
  const { outputFiles, metafile } = await build({
    entryPoints: ["index.html", "logo.svg", "inspector.css", "inspector.ts"].map((name) => `${folder}page/${name}`),
    absWorkingDir: folder,
    bundle: true,
    minify: true,
    format: "esm",
    target: "es2022",
    loader: { ".html": "copy", ".svg": "copy" },
    conditions: ["@knowledge-base/source", "browser"],
    outdir: "out",
    metafile: true,
    write: false,
    legalComments: "none",
  });
  const named = outputFiles.map(async ({ path, contents }): Promise<[string, InspectorFile]> => {
    const name = basename(path);
    const type = types[extname(name)] ?? "";
    const compressed = new Blob([contents.slice()]).stream().pipeThrough(new CompressionStream("gzip"));
    return [name, { type, gzip: Buffer.from(await new Response(compressed).arrayBuffer()).toString("base64") }];
  });
  return { files: Object.fromEntries(await Promise.all(named)), modules: Object.keys(metafile.inputs) };
}
