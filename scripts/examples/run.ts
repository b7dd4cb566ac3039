import { existsSync } from "node:fs";
import { checkFolder } from "../check-folder.ts";
import { install } from "../install.ts";
import { readManifest } from "../manifests.ts";
import { runProgram } from "../run-program.ts";
import { chromium } from "../test/chromium.ts";

// Type-checks the examples and runs their tests with the built packages. The test of the web application needs Chromium.

const folder = "examples";
process.env["CHROMIUM_PATH"] = chromium.path;

await install(folder);
await checkFolder(folder);
const { scripts = {} } = readManifest(folder);
for (const name of Object.keys(scripts).filter((script) => script.startsWith("test:"))) {
  if (name === "test:web-app" && !existsSync(chromium.path)) {
    console.log(`${name} is skipped, because there is no Chromium at ${chromium.path}.`);
  } else {
    console.log(name);
    console.log(await runProgram("npm", ["run", "--silent", name], folder));
  }
}
