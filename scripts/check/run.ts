import { existsSync } from "node:fs";
import { tryProgram } from "../run-program.ts";
import { chromium } from "../test/chromium.ts";

// Runs everything that CI runs, and prints how many tests passed and failed. The commands of a row run at the same time. With the
// argument release, it also checks what a change rarely breaks: other versions of Node, compilers and libraries, and every look of a
// page.

const check = process.argv[2] ?? "change";
process.env["CHECK"] = check;

const hasChromium = existsSync(chromium.path);
if (!hasChromium) console.log(`The tests of web pages are skipped, because there is no Chromium at ${chromium.path}.`);

// The tests of the site look at the links to the repository.
process.env["SITE_REPOSITORY"] ??= "https://git.example.com/knowledge-base";

const rows: readonly (readonly string[])[] = [
  ["npm test"],
  ["npm run lint", "npm run typecheck && npm start"],
  // Alone, because packing changes the manifests of the packages until it is done.
  ["npm run pack && npm run generate -- --check"],
  ...(check === "release" ? [["npx vitest run --project oldest-zod"]] : []),
  // Alone, because some wait for what a process does in time.
  ["npm run test:slow"],
  [
    hasChromium ? "npm run docs && npm run test:browser" : "npm run docs",
    "node scripts/tarballs/run.ts test && npm run examples",
  ],
];

let passed = 0;
let failed = 0;
for (const row of rows) await Promise.all(row.map(run));
console.log(`${passed} passed, ${failed} failed`);

async function run(command: string): Promise<void> {
  const start = performance.now();
  const { status, output } = await tryProgram("sh", ["-c", command], ".");
  const seconds = Math.round((performance.now() - start) / 1000);
  console.log(`\n${output}${command}: ${status === 0 ? "passed" : "FAILED"} after ${seconds} s`);
  let failures = 0;
  for (const [, ...counts] of output.matchAll(/^(\d+) passed, (\d+) failed$/gm)) {
    passed += Number(counts[0]);
    failures += Number(counts[1]);
  }
  if (status !== 0) {
    process.exitCode = 1;
    failures ||= 1;
  }
  failed += failures;
}
