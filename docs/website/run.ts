import { parseArgs } from "node:util";
import { checkFolder } from "../../scripts/check-folder.ts";
import { install } from "../../scripts/install.ts";
import { listExactNamesFirst } from "./search.ts";

// Builds the site of the documentation into docs/website/dist, or serves it with --serve.

const { values } = parseArgs({ options: { serve: { type: "boolean", default: false } } });

await install("docs/website");
process.env["ASTRO_TELEMETRY_DISABLED"] = "1";
const { build, preview } = await import("astro");
if (values.serve) {
  await preview({ root: import.meta.dirname, configFile: false });
} else {
  await Promise.all([checkFolder("docs/website"), build({ root: import.meta.dirname })]);
  listExactNamesFirst("docs/website/dist");
}
