import { basename, dirname } from "node:path";
import { fileURLToPath } from "node:url";
import { Parcel } from "@parcel/core";

const [, , entry, file] = process.argv;
const bundler = new Parcel({
  entries: entry,
  defaultConfig: fileURLToPath(import.meta.resolve("@parcel/config-default")),
  mode: "production",
  shouldDisableCache: true,
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
