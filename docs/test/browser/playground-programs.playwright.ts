import { expect, it } from "vitest";
import { canRunInPlayground, encodeProgram } from "../../website/playground/program-link.ts";
import { markdownFiles, readBlocks } from "../blocks.ts";
import { findProblems } from "../find-problems.ts";
import { type Program, toPrograms } from "../programs.ts";
import { playgroundIn, useSite } from "./open-site.ts";

const open = await useSite();

const documents = markdownFiles.filter((file) => file === "README.md" || file.startsWith("docs/operations/"));
const codeOf = ({ blocks }: Program) => blocks.map(({ text }) => text).join("\n");
const givenOf = ({ blocks }: Program) => [...new Set(blocks.flatMap(({ given }) => given))];
const programs = toPrograms(documents.flatMap(readBlocks).filter(({ language }) => language === "ts")).filter(
  (program) => canRunInPlayground(codeOf(program), givenOf(program)),
);

it("runs the programs of the README and of each operation, which print what their comments say", async () => {
  expect([...new Set(programs.map(({ document }) => document))]).toEqual(documents);
  const page = await open("playground/");
  const { run, output } = playgroundIn(page);
  for (const program of programs) {
    await page.evaluate(
      (fragment) => {
        const changed = new Promise((resolve) => addEventListener("hashchange", resolve, { once: true }));
        location.hash = fragment;
        return changed.then(() => undefined);
      },
      encodeProgram(codeOf(program), givenOf(program)),
    );
    await run();
    const shown = await output.locator("pre").evaluateAll((elements) =>
      elements.map((element) => ({
        line: Number(element.getAttribute("data-line")),
        text: element.textContent,
        isError: element.className === "error",
      })),
    );
    const lines = program.blocks.flatMap(({ line, text }) => text.split("\n").map((_, index) => line + index));
    const printed = shown
      .filter(({ isError }) => !isError)
      .map(({ line, text }) => ({ line: lines[line - 1] ?? 0, text }));
    const error = shown.find(({ isError }) => isError)?.text;
    expect(findProblems(program, { printed, error })).toEqual([]);
  }
});
