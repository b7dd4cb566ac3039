import { buildFiles } from "@knowledge-base/inspector/build";
import type { Plugin } from "esbuild";

/** Replaces the module that builds the inspector by one that contains its files. */
export const inlineInspector: Plugin = {
  name: "inline-inspector",
  setup(build) {
    build.onLoad({ filter: /\/packages\/inspector\/src\/files\.ts$/ }, async () => {
      const { files } = await buildFiles();
      return { contents: `export const files = async () => (${JSON.stringify(files)});`, loader: "js" };
    });
  },
};
