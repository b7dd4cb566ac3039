import { createHash } from "node:crypto";
import { globSync, readFileSync } from "node:fs";

const sources = [
  "packages/*/package.json",
  "packages/*/src/**/*.{css,html,json,ts}",
  "scripts/build/*",
  "tsup.config.ts",
  "tsconfig.json",
  "package-lock.json",
];
const results = ["packages/*/dist/*"];

/** Returns a hash of all files that the build reads or writes. */
export function computeFingerprint(): string {
  const hash = createHash("sha256");
  for (const path of globSync([...sources, ...results]).toSorted()) {
    hash.update(`${path}\n`).update(createHash("sha256").update(readFileSync(path)).digest());
  }
  return hash.digest("hex");
}
