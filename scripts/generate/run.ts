import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { publishedPackages } from "../published-packages.ts";
import { runProgram } from "../run-program.ts";
import { apiReport } from "./api-report.ts";
import { sourceFiles } from "./source-files.ts";

// Writes the generated files, and the generated regions of documents. With --check it changes nothing, and fails if one of them
// is not up to date.

const isCheck = process.argv.includes("--check");

writeFiles(sourceFiles);
// Imported now, because it reads the sources above.
const { documents } = await import("./documents.ts");
writeFiles(documents);
await runProgram("npm", ["run", "build"], ".");
writeFiles(
  Object.fromEntries(publishedPackages.map((name) => [`packages/${name}/api/public-api.md`, apiReport(name)])),
);

function writeFiles(files: Readonly<Record<string, string>>): void {
  for (const [path, text] of Object.entries(files)) {
    if (existsSync(path) && readFileSync(path, "utf8") === text) continue;
    if (isCheck) {
      console.error(`${path} is not up to date. Run npm run generate.`);
      process.exitCode = 1;
    } else writeFileSync(path, text);
  }
}
