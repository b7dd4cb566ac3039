import { existsSync, globSync, readFileSync } from "node:fs";
import { dirname } from "node:path";
import { runInParallel } from "../run-in-parallel.ts";
import { runProgram } from "../run-program.ts";
import { chromium } from "./chromium.ts";

// Runs the tests of each example with the built packages. Without Chromium it skips those that need it and fails, or passes
// with --if-possible.

const optional = process.argv.includes("--if-possible");
const hasChromium = existsSync(chromium.path);
if (hasChromium) Object.assign(process.env, { CHROMIUM_PATH: chromium.path });

interface Manifest {
  readonly scripts?: { readonly test?: string };
  readonly devDependencies?: Readonly<Record<string, string>>;
}

const folders = globSync("examples/*/package.json").map(dirname);
// Those with the most tests take the longest.
const testsOf = (folder: string) => globSync(`${folder}/{,tests/}*.{test,spec}.{ts,js}`).length;
const longestFirst = folders.toSorted((one, other) => testsOf(other) - testsOf(one));
await runInParallel(longestFirst.map((folder) => () => runTests(folder)));

async function runTests(folder: string): Promise<void> {
  const { scripts, devDependencies }: Manifest = JSON.parse(readFileSync(`${folder}/package.json`, "utf8"));
  if (scripts?.test === undefined) return;
  if (devDependencies?.["@playwright/test"] !== undefined && !hasChromium) {
    console.error(
      `${folder}: ${optional ? "skipped" : "failed"}, because there is no Chromium at ${chromium.path}. ` +
        "Install it there, or set CHROMIUM_PATH to its path.",
    );
    if (!optional) process.exitCode = 1;
    return;
  }
  try {
    console.log(`${folder}\n${await runProgram("npm", ["test", "--silent"], folder)}`);
  } catch (error) {
    console.error(error);
    process.exitCode = 1;
  }
}
