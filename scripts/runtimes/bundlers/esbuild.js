import { build } from "esbuild";

const [, , entry, outfile] = process.argv;
await build({
  entryPoints: [entry],
  outfile,
  bundle: true,
  minify: true,
  format: "esm",
  platform: "browser",
  target: "es2024",
});
