import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { listPublishedPackages, readManifest } from "../manifests.ts";
import { runProgram } from "../run-program.ts";
import { apiReport } from "./api-report.ts";
import { formatJson, formatLines } from "./format-json.ts";
import { describeService } from "./service-descriptions.ts";

// Writes the generated files, and the generated regions of documents. With --check it changes nothing, and fails if one of them
// isn't up to date.

const isCheck = process.argv.includes("--check");

writeFile("packages/sdk/src/version.ts", versionModule("sdk", "sent with requests outside browsers"));
writeFile("packages/mcp/src/version.ts", versionModule("mcp", "which the server reports to its clients"));
writeFile("packages/types/src/openapi/descriptions.json", await formatJson(describeService()));

// Imported one after the other, because each reads the files above.
const { createControlDocument } = await import("./control-document.ts");
writeFile("packages/server/src/control/control-document.json", `${formatLines(createControlDocument(), 3)}\n`);
const { compileDemoPages } = await import("./demo-pages.ts");
writeFile("packages/server/src/demo-pages.json", await formatJson(compileDemoPages()));
const { documents } = await import("./documents.ts");
for (const [path, text] of Object.entries(documents)) writeFile(path, text);

await runProgram("npm", ["run", "build"], ".");
for (const name of listPublishedPackages()) writeFile(`packages/${name}/api/public-api.md`, apiReport(name));

function writeFile(path: string, text: string): void {
  if (existsSync(path) && readFileSync(path, "utf8") === text) return;
  if (isCheck) {
    console.error(`${path} is not up to date. Run npm run generate.`);
    process.exitCode = 1;
  } else {
    writeFileSync(path, text);
  }
}

function versionModule(name: string, use: string): string {
  const { version } = readManifest(`packages/${name}`);
  return `/** Version of the package, ${use}. */\nexport const version = "${version}";\n`;
}
