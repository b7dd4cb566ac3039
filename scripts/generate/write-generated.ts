import { readFile, rm, writeFile } from "node:fs/promises";

/**
 * Writes a generated file, or removes one that is not generated any more. With --check it changes nothing and makes the
 * process fail if the file is not up to date.
 */
export async function writeGenerated(
  path: string,
  text: string | undefined,
  advice = "Run npm run docs:generate.",
): Promise<void> {
  const present = await readFile(path, "utf8").catch(() => undefined);
  if (present === text) return;
  if (process.argv.includes("--check")) {
    console.error(`${path} is not up to date. ${advice}`);
    process.exitCode = 1;
  } else if (text === undefined) await rm(path);
  else await writeFile(path, text);
}
