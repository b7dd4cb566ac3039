import { existsSync } from "node:fs";
import { availableParallelism } from "node:os";
import { Stryker } from "@stryker-mutator/core";

// Runs Stryker on files or folders below packages, such as sdk or server/http/router.ts, one after the other, or on all folders
// that must be well tested. .mutation/ has a folder of results for each; later runs test only what has changed since.

const folders = ["sdk", "server/operations", "server/store", "server/oauth", "server/http", "server/control"];
const args = process.argv.slice(2);

for (const name of args.length > 0 ? args : folders) {
  const [packageName = "", ...rest] = name.split("/");
  const source = ["packages", packageName, "src", ...rest].join("/");
  if (!existsSync(source)) {
    console.error(
      `There is no ${source}. Name a file or folder below packages, without src, such as sdk or server/http.`,
    );
    process.exit(1);
  }
  console.log(`\nMutants of ${source}`);
  process.env["MUTATED_PACKAGE"] = packageName;
  await new Stryker({
    configFile: "scripts/mutation/mutation.json",
    mutate: [source.endsWith(".ts") ? source : `${source}/**/*.ts`],
    concurrency: Math.max(2, availableParallelism()),
    incrementalFile: `.mutation/${name}/incremental.json`,
    htmlReporter: { fileName: `.mutation/${name}/report.html` },
    jsonReporter: { fileName: `.mutation/${name}/report.json` },
  }).runMutationTest();
}
