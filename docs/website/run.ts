import { parseArgs } from "node:util";
import { install } from "../../scripts/install.ts";
import { runProgram } from "../../scripts/run-program.ts";

// Builds the site of the documentation into docs/site, or serves it with --serve.

const { values } = parseArgs({ options: { serve: { type: "boolean", default: false } } });

await install("docs/website");
if (values.serve) await import("./generator/serve.ts");
else {
  const typeCheck = ["node_modules/typescript7/bin/tsc", "-p", "docs/website"];
  await Promise.all([runProgram(process.execPath, typeCheck, "."), import("./generator/build.ts")]);
}
