import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, it } from "vitest";
import { tryProgram } from "../../scripts/run-program.ts";
import { readBlocks } from "../website/blocks.ts";
import { isMissing } from "./helpers/is-missing.ts";
import { openWorkplace, stepsIn, testSteps, timeoutMs } from "./helpers/run-steps.ts";

const guide = "docs/guides/run-the-server.md";

// Returns the blocks of a document that this test runs.
function blocksOf(document: string) {
  return readBlocks(document).filter(({ exemption }) => exemption?.value === "docs/test/server-guide.slow.test.ts");
}

for (const document of [guide, "packages/server/README.md"])
  testSteps(`the document ${document}`, stepsIn(blocksOf(document)));

it.skipIf(isMissing("python3"))("the tests in Python of the guide pass", { timeout: timeoutMs + 10_000 }, async () => {
  await using workplace = await openWorkplace();
  const [listing = expect.fail(), ...others] = blocksOf(guide).filter(({ language }) => language === "python");
  expect(others).toEqual([]);
  await writeFile(join(workplace.folder, "test_pages.py"), `${listing.text}\n`);
  const { folder, env } = workplace;
  const { status, output } = await tryProgram("python3", ["-m", "unittest", "test_pages"], folder, { env });
  expect(output).toMatch(/^\.\n-+\nRan 1 test in [\d.]+s\n\nOK\n$/);
  expect(status).toBe(0);
});
