import { existsSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { afterAll, beforeAll, expect, it } from "vitest";
import { formatLocation } from "./harness/block.ts";
import { findNeedlessExemption, findProblems, findTypeErrors } from "./harness/check-programs.ts";
import { containsExcerpt } from "./harness/contains-excerpt.ts";
import { markdownFiles, root, sourceFiles } from "./harness/documents.ts";
import { removePrograms, toDocumentLocations, toPrograms, writePrograms } from "./harness/programs.ts";
import { readBlocks } from "./harness/read-blocks.ts";
import { readExamples } from "./harness/read-examples.ts";
import { runPrograms } from "./harness/run-programs.ts";
import { runTool } from "./harness/run-tool.ts";

const read = (file: string) => readFile(new URL(file, root), "utf8");
const blocks = [
  ...(await Promise.all(markdownFiles.map(async (file) => readBlocks(file, await read(file))))).flat(),
  ...(await Promise.all(sourceFiles.map(async (file) => readExamples(file, await read(file))))).flat(),
].map((block) => ({ ...block, place: formatLocation(block) }));

const exempt = blocks.filter(({ exemption }) => exemption !== undefined);
const shown = blocks.filter(({ exemption }) => exemption === undefined);
const programs = toPrograms(shown.filter(({ language }) => language === "ts"));
const tests = programs.filter(({ isTest }) => isTest);
const others = programs.filter(({ isTest }) => !isTest);
// They are type-checked as well, and run to find out whether they need their exemption.
const notRun = toPrograms(
  exempt.filter(({ language, exemption }) => language === "ts" && exemption?.kind === "not run"),
);
let runs: Awaited<ReturnType<typeof runPrograms>>;

beforeAll(async () => {
  await writePrograms([...programs, ...notRun]);
  runs = await runPrograms([...others, ...notRun]);
}, 90_000);

afterAll(() => removePrograms());

it("finds code in the documents and in the comments", () => {
  expect(others.map(({ name }) => name)).toContainEqual(expect.stringContaining("README.md:"));
  expect(others.map(({ name }) => name)).toContainEqual(expect.stringContaining("packages/sdk/src/knowledge-base.ts:"));
});

it("runs each block that has no exemption", () => {
  expect(
    shown.filter(({ language }) => language !== "ts").map(({ place, language }) => `${place} ${language}`),
  ).toEqual([]);
});

it.each(exempt)("the exemption of $place is true", async ({ exemption, text }) => {
  if (exemption?.kind === "run by") expect(existsSync(new URL(exemption.file, root)), exemption.file).toBe(true);
  if (exemption?.kind === "from")
    expect(containsExcerpt(await read(exemption.file), text), `${exemption.file} holds it`).toBe(true);
});

it("shows code without type errors", async () => {
  expect(await findTypeErrors([...programs, ...notRun])).toBe("");
});

it("shows tests that pass", async () => {
  const options = ["--project", "documents", "--reporter", "tap-flat"];
  const { output, exitCode } = await runTool("node_modules/vitest/vitest.mjs", ["run", ...options]);
  expect(exitCode, toDocumentLocations(output, tests)).toBe(0);
  expect(output.match(/^ok /gm)?.length).toBeGreaterThanOrEqual(tests.length);
});

it.each(notRun)("$name cannot run", (program) => {
  expect(findNeedlessExemption(program, runs.get(program) ?? expect.fail())).toBe(undefined);
});

it.each(others)("$name prints what its comments say", (program) => {
  expect(findProblems(program, runs.get(program) ?? expect.fail())).toEqual([]);
});
