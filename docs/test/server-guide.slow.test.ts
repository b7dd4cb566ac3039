import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { beforeAll, describe, expect, it } from "vitest";
import { fillIn } from "../../packages/internal/test/helpers/fill-in.ts";
import { freePort } from "../../packages/internal/test/helpers/free-port.ts";
import { isMissing } from "../../packages/internal/test/helpers/is-missing.ts";
import { readBlocks } from "../website/blocks.ts";
import { openWorkplace, runProgram, runSteps } from "./helpers/run-steps.ts";

const timeoutMs = 60_000;
const guide = "docs/guides/run-the-server.md";

// Returns the blocks of a document that this test runs.
function blocksOf(document: string) {
  return readBlocks(document).filter(({ exemption }) => exemption?.value === "docs/test/server-guide.slow.test.ts");
}

// Returns the commands of a document, each with the output that is shown below it.
function stepsOf(document: string) {
  return blocksOf(document).flatMap(({ language, line, text }, index, blocks) => {
    const next = blocks[index + 1];
    const shownOutput = next && ["json", "text"].includes(next.language) ? next : undefined;
    return language === "sh" ? [{ line, commands: text, shownOutput }] : [];
  });
}

describe.skipIf(isMissing("bash", "curl")).each([guide, "packages/server/README.md"])("the document %s", (document) => {
  const steps = stepsOf(document);
  let outputs: readonly string[] = [];

  beforeAll(async () => {
    // Replaces the port of the README, which may be in use.
    const port = await freePort();
    const commands = steps.map((step) => step.commands.replaceAll("4000", `${port}`));
    outputs = await runSteps(commands, timeoutMs);
  }, timeoutMs + 10_000);

  it.each(steps.map((step, index) => ({ ...step, index })))(
    "shows the output of the commands in line $line",
    ({ shownOutput, index }) => {
      const { shown, printed } = fillIn(shownOutput, outputs[index] ?? "");
      expect(printed).toStrictEqual(shown);
    },
  );
});

it.skipIf(isMissing("python3"))("the tests in Python of the guide pass", { timeout: timeoutMs + 10_000 }, async () => {
  await using workplace = await openWorkplace();
  const [listing = expect.fail(), ...others] = blocksOf(guide).filter(({ language }) => language === "python");
  expect(others).toEqual([]);
  await writeFile(join(workplace.folder, "test_pages.py"), `${listing.text}\n`);
  const run = await runProgram("python3", ["-m", "unittest", "test_pages"], workplace, timeoutMs);
  expect(run).toEqual({ output: expect.stringMatching(/^\.\n-+\nRan 1 test in [\d.]+s\n\nOK\n$/), exitCode: 0 });
});
