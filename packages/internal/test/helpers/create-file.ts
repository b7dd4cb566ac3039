import { mkdtempDisposable, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { onTestFinished } from "vitest";

/** Writes a file in a new folder that is removed when the test is over, and returns its path. */
export async function createFile(name: string, content: string | Uint8Array, parent = tmpdir()): Promise<string> {
  const folder = await mkdtempDisposable(join(parent, "knowledge-base-"));
  onTestFinished(() => folder.remove());
  const path = join(folder.path, name);
  await writeFile(path, content);
  return path;
}
