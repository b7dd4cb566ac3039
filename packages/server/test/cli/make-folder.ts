import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { onTestFinished } from "vitest";

/** A folder that is removed when the test is over. */
export async function makeFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), "knowledge-base-cli-"));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  return folder;
}
