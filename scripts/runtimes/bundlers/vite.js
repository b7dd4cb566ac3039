import { basename, dirname } from "node:path";
import { build } from "vite";

const [, , entry, file] = process.argv;
await build({
  root: dirname(entry),
  configFile: false,
  logLevel: "warn",
  build: {
    outDir: dirname(file),
    emptyOutDir: false,
    minify: true,
    target: "es2024",
    modulePreload: false,
    // An application, whose script is named by its entry.
    rolldownOptions: { input: entry, output: { entryFileNames: basename(file), codeSplitting: false } },
  },
});
