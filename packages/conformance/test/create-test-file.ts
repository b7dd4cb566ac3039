import { onTestFinished } from "vitest";
import { TemporaryFolder } from "../../command-line/test/temporary-folder.ts";

/** Writes a file in a folder of its own, which is removed when the test is over, and returns its path. */
export async function createTestFile(name: string, content: string): Promise<string> {
  const folder = await TemporaryFolder.create();
  onTestFinished(() => folder[Symbol.asyncDispose]());
  return folder.write(name, content);
}
