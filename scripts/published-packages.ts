import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

const folder = join(import.meta.dirname, "../packages");

/** Names of the folders in `packages/` that are published; the others are private and bundled into these. */
export const publishedPackages: readonly string[] = readdirSync(folder).filter(
  (name) => !JSON.parse(readFileSync(join(folder, name, "package.json"), "utf8")).private,
);
