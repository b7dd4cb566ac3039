import type { IConfiguration } from "dependency-cruiser";
import { importRules } from "./import-rules.ts";

const root = `${import.meta.dirname}/../..`;

/** Used by `npm run lint`. The table of allowed imports is in `boundaries.ts`. */
const configuration: IConfiguration = {
  forbidden: [...importRules(root)],
  options: {
    // Otherwise imports of types are ignored.
    tsPreCompilationDeps: true,
    tsConfig: { fileName: "tsconfig.json" },
    // Not excluded, because that would hide imports of these files.
    doNotFollow: { path: ["node_modules", "^packages/[^/]+/dist/"] },
    exclude: { path: ["^docs/site/", "^scripts/tarballs/consumer/", "^scripts/runtimes/next-application/"] },
    enhancedResolveOptions: {
      exportsFields: ["exports"],
      conditionNames: ["@knowledge-base/source", "import", "types", "node", "default"],
    },
  },
};

export default configuration;
