import { createHash } from "node:crypto";
import { globSync } from "node:fs";
import { availableParallelism } from "node:os";
import { parseArgs } from "node:util";
import { Stryker } from "@stryker-mutator/core";

// Runs Stryker, with the arguments of `run.ts`.

const { values, positionals } = parseArgs({
  options: { files: { type: "string", default: "Infinity" }, seed: { type: "string", default: "1" } },
  allowPositionals: true,
});
const targets = positionals.length > 0 ? positionals : ["types", "sdk", "server", "conformance", "mcp"];

for (const target of targets) {
  const [packageName = "", ...path] = target.split("/");
  const source = ["packages", packageName, "src", ...path].join("/");
  const files = globSync(source.endsWith(".ts") ? source : `${source}/**/*.ts`);
  if (files.length === 0)
    throw new Error(`No file matches ${source}. Name a file or folder of a package, such as sdk/call.`);
  // A random order, which is the same for equal seeds.
  const order = (file: string) => createHash("sha256").update(`${values.seed} ${file}`).digest("hex");
  const sample = files.toSorted((one, other) => (order(one) < order(other) ? -1 : 1)).slice(0, Number(values.files));
  console.log(`Changes ${sample.join(", ")}.`);
  process.env["MUTATED_PACKAGE"] = packageName;
  const results = await new Stryker({
    plugins: ["@stryker-mutator/vitest-runner"],
    testRunner: "vitest",
    vitest: { configFile: "scripts/mutation/vitest.config.ts", pool: "forks", related: false },
    coverageAnalysis: "perTest",
    mutate: sample,
    ignorePatterns: ["dist", "docs/website", "examples", "/scripts/**/node_modules", ".build", ".vitest", ".mutation"],
    concurrency: availableParallelism(),
    timeoutMS: 30_000,
    dryRunTimeoutMinutes: 30,
    tempDirName: ".mutation",
    reporters: ["clear-text"],
    clearTextReporter: { allowColor: false, logTests: false, reportTests: false, reportScoreTable: false },
  }).runMutationTest();
  const count = (...statuses: readonly string[]) => results.filter(({ status }) => statuses.includes(status)).length;
  const detected = count("Killed", "Timeout");
  const tested = detected + count("Survived", "NoCoverage");
  const share = ((100 * detected) / tested).toFixed(1);
  console.log(
    `${target}: ${share} % of ${tested} mutants detected (${count("Timeout")} by a timeout, ${count("NoCoverage")} without a test)`,
  );
}
