import { afterAll, beforeAll, expect, it } from "vitest";
import { install } from "../../scripts/install.ts";
import { runProgram, tryProgram } from "../../scripts/run-program.ts";
import { markdownFiles, sourceFiles } from "../website/blocks.ts";
import { findProblems, type Run } from "./helpers/find-problems.ts";
import { folders, readPrograms, removePrograms, writePrograms } from "./helpers/programs.ts";
import { openWorkplace } from "./helpers/run-steps.ts";

const documents = [...markdownFiles, ...sourceFiles];
const programs = readPrograms(documents, ({ block }) => block.exemption === undefined);
const onlyChecked = readPrograms(documents, ({ block }) => block.exemption?.kind === "not run");

const changesModules = (text: string) => text.includes('from "msw/node"');
// msw changes modules of Node, so the programs that use it are the last.
const run = programs
  .filter(({ isTest }) => !isTest)
  .toSorted((one, other) => Number(changesModules(one.text)) - Number(changesModules(other.text)));

let typeErrors = "";
let testErrors = "";
let runs: readonly Run[] = [];

beforeAll(async () => {
  await install("examples");
  removePrograms();
  writePrograms([...programs, ...onlyChecked]);
  [typeErrors, testErrors, runs] = await Promise.all([
    problemsOf("node_modules/typescript7/bin/tsc", "-p", folders[0]),
    problemsOf("node_modules/vitest/vitest.mjs", "run", "--project", "documents"),
    runAll(),
  ]);
}, 180_000);

afterAll(removePrograms);

async function problemsOf(script: string, ...args: readonly string[]): Promise<string> {
  return await runProgram(process.execPath, [script, ...args], ".").then(() => "", String);
}

// Runs all programs in one process, in which they can use the command `knowledge-base-server`.
async function runAll(): Promise<readonly Run[]> {
  await using workplace = await openWorkplace();
  const { env } = workplace;
  const args = [
    "--conditions=@knowledge-base/source",
    "docs/test/helpers/run-modules.ts",
    ...run.map(({ file }) => file),
  ];
  const { output } = await tryProgram(process.execPath, args, ".", { env, timeout: 120_000 });
  return JSON.parse(output);
}

it("shows code without type errors, and tests that pass", () => {
  expect([typeErrors, testErrors]).toEqual(["", ""]);
});

it.each(run.map((program, index) => ({ ...program, index })))(
  "prints what its comments say: $name",
  ({ index, text }) => {
    expect(findProblems(text, runs[index] ?? expect.fail("It was not run."))).toEqual([]);
  },
);
