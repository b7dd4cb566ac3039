import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll } from "vitest";

const made: string[] = [];

afterAll(async () => {
  for (const folder of made) await rm(folder, { recursive: true, force: true });
});

/** A folder that is removed when the tests of a file are over. */
export async function makeFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), "knowledge-base-cli-"));
  made.push(folder);
  return folder;
}
