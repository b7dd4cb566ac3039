import { parseArgs } from "node:util";
import { checkFolder } from "../../scripts/check-folder.ts";
import { install } from "../../scripts/install.ts";

// Builds the site of the documentation into docs/site, or serves it with --serve.

const { values } = parseArgs({ options: { serve: { type: "boolean", default: false } } });

await install("docs/website");
if (values.serve) await import("./generator/serve.ts");
else await Promise.all([checkFolder("docs/website"), import("./generator/build.ts")]);
