import { existsSync, readFileSync } from "node:fs";
import { install } from "../install.ts";
import { runInParallel } from "../run-in-parallel.ts";
import { runProgram } from "../run-program.ts";
import { chromium } from "../test/chromium.ts";

// Type-checks the examples and runs their tests with the built packages. Without Chromium, the test of the web application
// fails, or is skipped with --if-possible.

const folder = "examples";
const isSkippable = process.argv.includes("--if-possible");

await install(folder);
const { scripts }: { readonly scripts: object } = JSON.parse(readFileSync(`${folder}/package.json`, "utf8"));
const tests = Object.keys(scripts).filter((name) => name.startsWith("test:"));
await runInParallel([...tests.map((name) => () => runTest(name)), checkTypes]);

async function runTest(name: string): Promise<void> {
  if (name === "test:web-app") {
    if (!existsSync(chromium.path) && isSkippable) {
      console.log(`${name} is skipped, because there is no Chromium at ${chromium.path}.`);
      return;
    }
    Object.assign(process.env, { CHROMIUM_PATH: chromium.path });
  }
  const start = performance.now();
  const output = await runProgram("npm", ["run", "--silent", name], folder);
  console.log(`${output}\n${name}: ${((performance.now() - start) / 1000).toFixed(1)} s`);
}

async function checkTypes(): Promise<void> {
  await runProgram(process.execPath, ["node_modules/typescript7/bin/tsc", "-p", folder], ".");
}
