import { basename, dirname } from "node:path";
import { Parcel } from "@parcel/core";

// The second argument says whether Parcel reads the `exports` of packages, which it does not by default.

const [, , entry, file] = process.argv;
const bundler = new Parcel({
  entries: entry,
  defaultConfig: "@parcel/config-default",
  mode: "production",
  shouldDisableCache: true,
  defaultTargetOptions: { shouldOptimize: true, shouldScopeHoist: true, sourceMaps: false },
  targets: {
    main: {
      distDir: dirname(file),
      distEntry: basename(file),
      context: "browser",
      outputFormat: "esmodule",
      includeNodeModules: true,
      isLibrary: false,
      optimize: true,
      scopeHoist: true,
      sourceMap: false,
      engines: { browsers: "last 1 Chrome version" },
    },
  },
});
await bundler.run();
