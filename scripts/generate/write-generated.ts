import { readFile, writeFile } from "node:fs/promises";

/** Writes a generated file. With --check it changes nothing, and the process fails if the file is stale. */
export async function writeGenerated(path: string, text: string): Promise<void> {
  const present = await readFile(path, "utf8").catch(() => "");
  if (present === text) return;
  if (!process.argv.includes("--check")) return writeFile(path, text);
  console.error(`${path} is stale. Run npm run docs:generate.`);
  process.exitCode = 1;
}
