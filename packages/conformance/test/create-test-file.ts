import { mkdtempDisposable, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { onTestFinished } from "vitest";

/** Writes a file in a folder of its own, which is removed when the test is over, and returns its path. */
export async function createTestFile(name: string, content: string): Promise<string> {
  const folder = await mkdtempDisposable(join(tmpdir(), "knowledge-base-"));
  onTestFinished(() => folder.remove());
  const path = join(folder.path, name);
  await writeFile(path, content);
  return path;
}
