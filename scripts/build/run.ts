import { createHash } from "node:crypto";
import { existsSync, globSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { repository, site } from "../addresses.ts";
import { listPublishedPackages } from "../manifests.ts";
import { runProgram } from "../run-program.ts";
import { writeDeclarations } from "./declarations.ts";
import { writeDocuments } from "./documents.ts";

const packages = listPublishedPackages();
const lastBuild = ".build/fingerprint";
const filesOfBuild = [
  "packages/*/{package.json,src/**/*.*,dist/*}",
  "scripts/build/*.{json,ts}",
  "tsconfig.json",
  "package-lock.json",
];

writeDocuments();

const isBuilt = existsSync(lastBuild) && readFileSync(lastBuild, "utf8") === computeFingerprint();
if (!isBuilt) {
  rmSync(lastBuild, { force: true });
  for (const name of packages) {
    rmSync(`packages/${name}/dist`, { recursive: true, force: true });
    mkdirSync(`packages/${name}/dist`);
  }
  await Promise.all([writeDeclarations(packages), ...packages.map(writeScripts)]);
  await linkCommands();
  writeFileSync(lastBuild, computeFingerprint());
  console.log(`Built ${packages.join(", ")}.`);
}

// Returns a hash of all files that the build reads or writes, and of the addresses in declarations.
function computeFingerprint(): string {
  const hash = createHash("sha256").update(`${site} ${repository}\n`);
  for (const path of globSync(filesOfBuild).toSorted())
    hash.update(`${path}\n`).update(createHash("sha256").update(readFileSync(path)).digest());
  return hash.digest("hex");
}

function writeScripts(name: string): Promise<string> {
  return runProgram("tsup", ["--config", "../../scripts/build/tsup.config.ts"], `packages/${name}`);
}

// Makes npm link the commands: at the installation, they had not been built yet.
async function linkCommands(): Promise<void> {
  const names = packages.map((name) => `@knowledge-base/${name}`);
  await runProgram("npm", ["rebuild", "--silent", "--ignore-scripts", ...names], ".");
}
