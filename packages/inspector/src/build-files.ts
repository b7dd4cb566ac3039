import { build } from "esbuild";

/** A file of the inspector. */
export interface InspectorFile {
  /** Content type. */
  readonly type: string;
  readonly text: string;
}

/** The built inspector. */
export interface InspectorBundle {
  /** By name. */
  readonly files: Readonly<Record<string, InspectorFile>>;
  /** Paths of the modules in it. */
  readonly modules: readonly string[];
}

const types: Readonly<Record<string, string>> = {
  css: "text/css; charset=utf-8",
  html: "text/html; charset=utf-8",
  js: "text/javascript; charset=utf-8",
};

const folder = new URL("./", import.meta.url);

/** Bundles the page and its style sheet. */
export async function buildFiles(): Promise<InspectorBundle> {
  const { outputFiles, metafile } = await build({
    entryPoints: ["index.html", "inspector.css", "inspector.ts"].map((name) => new URL(`app/${name}`, folder).pathname),
    absWorkingDir: folder.pathname,
    bundle: true,
    minify: true,
    format: "esm",
    target: "es2022",
    loader: { ".html": "copy" },
    conditions: ["@knowledge-base/source", "browser"],
    outdir: "out",
    metafile: true,
    write: false,
    legalComments: "none",
  });
  const named = outputFiles.map(({ path, text }): [string, InspectorFile] => {
    const name = path.slice(path.lastIndexOf("/") + 1);
    return [name, { type: types[name.slice(name.lastIndexOf(".") + 1)] ?? "", text }];
  });
  return { files: Object.fromEntries(named), modules: Object.keys(metafile.inputs) };
}
