import type { IConfiguration } from "dependency-cruiser";
import { importRules } from "./import-rules.ts";

const root = `${import.meta.dirname}/../..`;

/** What `npm run lint` checks of imports. The table of what may import what is in `boundaries.ts`. */
const configuration: IConfiguration = {
  forbidden: [...importRules(root)],
  options: {
    // Imports of types count.
    tsPreCompilationDeps: true,
    tsConfig: { fileName: "tsconfig.json" },
    doNotFollow: { path: "node_modules" },
    exclude: { path: ["^packages/[^/]+/dist/", "^docs/site/", "^scripts/tarballs/consumer/"] },
    enhancedResolveOptions: {
      exportsFields: ["exports"],
      conditionNames: ["@knowledge-base/source", "import", "types", "node", "default"],
    },
  },
};

export default configuration;
