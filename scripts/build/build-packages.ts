import { mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { publishedPackages } from "../published-packages.ts";
import { runProgram } from "../run-program.ts";
import { computeFingerprint } from "./fingerprint.ts";
import { removeSourceMaps } from "./remove-source-maps.ts";
import { writeDeclarations } from "./write-declarations.ts";
import { writeLicenses } from "./write-licenses.ts";

// Builds all packages, each into its `dist`. Does nothing while no file has changed since the last build.

process.chdir(join(import.meta.dirname, "../.."));

const cache = ".build";
const lastBuild = `${cache}/fingerprint`;

if (readLastBuild() === computeFingerprint()) {
  console.log("The packages have not changed since they were built.");
} else {
  for (const folder of [cache, ...publishedPackages.map((name) => `packages/${name}/dist`)]) {
    rmSync(folder, { recursive: true, force: true });
    mkdirSync(folder);
  }
  await Promise.all([writeDeclarations(publishedPackages), ...publishedPackages.map(writeScripts)]);
  // npm links commands only at installation, when they had not been built yet.
  await runProgram(
    "npm",
    [
      "rebuild",
      "--silent",
      "--ignore-scripts",
      ...["conformance", "mcp", "server"].map((name) => `@knowledge-base/${name}`),
    ],
    ".",
  );
  writeFileSync(lastBuild, computeFingerprint());
  console.log(`Built ${publishedPackages.join(", ")}.`);
}

function readLastBuild(): string | undefined {
  try {
    return readFileSync(lastBuild, "utf8");
  } catch {
    return undefined;
  }
}

async function writeScripts(name: string): Promise<void> {
  await runProgram("tsup", ["--config", "../../tsup.config.ts"], `packages/${name}`);
  await writeLicenses(name);
  removeSourceMaps(name);
}
