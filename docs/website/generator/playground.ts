import { existsSync } from "node:fs";
import { type Application, type DefaultThemeRenderContext, JSX } from "typedoc";
import { build, defaultClientConditions } from "vite";

const folder = "docs/website/playground";

/** Builds the playground into its folder of the site. */
export async function buildPlayground(site: string): Promise<void> {
  // Printed objects show the names of their classes.
  const rolldownOptions = { output: { keepNames: true } };
  await build({
    configFile: false,
    root: folder,
    base: "./",
    logLevel: "warn",
    resolve: { conditions: ["@knowledge-base/source", ...defaultClientConditions] },
    build: {
      outDir: `${process.cwd()}/${site}/playground`,
      emptyOutDir: true,
      target: "es2024",
      chunkSizeWarningLimit: 1_000,
      rolldownOptions,
    },
    worker: { format: "es", rolldownOptions },
  });
}

/** Links the playground in the navigation, and each sample at the beginning of the document with the same title. */
export function linkPlayground({ renderer }: Application): void {
  renderer.hooks.on("sidebar.begin", (context) => linkTo(context, "", "Playground"));
  renderer.hooks.on("content.begin", (context) => {
    const { model } = context.page;
    const sample = model.name.toLowerCase().replaceAll(" ", "-");
    const isDocumentOfSample = model.isDocument() && existsSync(`${folder}/samples/${sample}.ts`);
    return isDocumentOfSample
      ? linkTo(context, `#${sample}`, "Try it in the playground")
      : JSX.createElement(JSX.Fragment, null);
  });
}

function linkTo(context: DefaultThemeRenderContext, fragment: string, text: string): JSX.Element {
  const href = `${context.relativeURL("playground/index.html")}${fragment}`;
  return JSX.createElement("a", { class: "playground-link", href }, text);
}
