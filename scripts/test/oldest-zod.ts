import type { Plugin } from "vite";

/** Resolves zod to the oldest version that the packages accept. Only the server keeps the newest, because it bundles its own. */
export const oldestZod: Plugin = {
  name: "oldest-zod",
  enforce: "pre",
  resolveId(id, importer) {
    if (!/^zod(\/|$)/.test(id) || importer?.includes("/packages/server/")) return null;
    return this.resolve(id.replace("zod", "zod-4.1"), importer);
  },
};
