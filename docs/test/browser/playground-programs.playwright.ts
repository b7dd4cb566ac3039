import { readFile } from "node:fs/promises";
import type { Locator, Page } from "playwright";
import { describe, expect, it } from "vitest";
import { canRunInPlayground, encodeProgram } from "../../website/playground/program-link.ts";
import { findProblems } from "../harness/check-programs.ts";
import { markdownFiles, root } from "../harness/documents.ts";
import { type Program, toPrograms } from "../harness/programs.ts";
import { readBlocks } from "../harness/read-blocks.ts";
import type { Run } from "../harness/run-programs.ts";
import { usePlayground } from "./open-playground.ts";

const { openPlayground } = await usePlayground();

const documents = markdownFiles.filter((file) => file === "README.md" || file.startsWith("docs/operations/"));
const blocks = await Promise.all(
  documents.map(async (file) => readBlocks(file, await readFile(new URL(file, root), "utf8"))),
);
const programs = toPrograms(blocks.flat().filter(({ language }) => language === "ts")).filter((program) =>
  canRunInPlayground(codeOf(program), givenOf(program)),
);

/** Returns the code of a program as the document shows it. */
function codeOf({ blocks }: Program): string {
  return blocks.map(({ text }) => text).join("\n");
}

function givenOf({ blocks }: Program): readonly string[] {
  return [...new Set(blocks.flatMap(({ given }) => given))];
}

/** Returns the output of a run, by the lines of the document. */
async function readRun({ blocks }: Program, output: Locator): Promise<Run> {
  const lines = blocks.flatMap(({ line, text }) => text.split("\n").map((_, index) => line + index));
  const shown = await output.locator("pre").evaluateAll((elements) =>
    elements.map((element) => ({
      line: Number((element as HTMLElement).dataset["line"]),
      text: element.textContent,
      isError: element.className === "error",
    })),
  );
  const printed = Map.groupBy(
    shown.filter(({ isError }) => !isError),
    ({ line }) => lines[line - 1] ?? 0,
  );
  return {
    printed: new Map(Array.from(printed, ([line, texts]) => [line, texts.map(({ text }) => text).join("\n")])),
    error: shown.find(({ isError }) => isError)?.text,
  };
}

it("finds the programs of the README and of each operation", () => {
  const found = new Set(programs.map(({ blocks: [{ document }] }) => document));
  expect([...found].toSorted()).toEqual([...documents].toSorted());
});

it("runs each of them unchanged, and prints what their comments say", async () => {
  const { page, run, output } = await openPlayground();
  for (const program of programs) {
    await openFragment(page, encodeProgram(codeOf(program), givenOf(program)));
    await run();
    expect(findProblems(program, await readRun(program, output))).toEqual([]);
  }
});

/** Opens another program in the same page. */
async function openFragment(page: Page, fragment: string): Promise<void> {
  await page.evaluate((name) => {
    const changed = new Promise((resolve) => addEventListener("hashchange", resolve, { once: true }));
    location.hash = name;
    return changed.then(() => undefined);
  }, fragment);
}

describe("a program from a link", () => {
  const loud = encodeProgram("console.log('it runs')");

  it("runs only when the reader says so", async () => {
    const { page, run, output, panel } = await openPlayground({ fragment: loud });
    await page.getByText("This program is from a link. Read it before you run it.").waitFor();
    await panel.getByText("Run the code to see").waitFor();
    expect(await output.innerText()).toBe("Nothing was printed.");
    expect(await run()).toBe("it runs");
  });

  it("shows characters that would hide what it does", async () => {
    const { page } = await openPlayground({ fragment: encodeProgram("const a = '\u202e';") });
    expect(await page.locator(".cm-specialChar").count()).toBe(1);
  });

  it("is explained if it cannot be read", async () => {
    const { page } = await openPlayground({ fragment: "code=%" });
    await page.getByText("The link is damaged: its program cannot be read. Copy the whole link.").waitFor();
    expect(await page.getByLabel("Sample").inputValue()).toBe("get-the-prompt-index");
  });
});

describe("the button that shares", () => {
  const permissions = ["clipboard-read", "clipboard-write"];
  const copied = (page: Page) => page.evaluate(() => navigator.clipboard.readText());

  it("copies a link to the code", async () => {
    const { page, editor, press } = await openPlayground({ permissions });
    await editor.fill("console.log(brainId); // größer");
    await press("Share");
    await page.getByText("The link to this code is copied.").waitFor();
    const { page: other, run } = await openPlayground({ fragment: new URL(await copied(page)).hash.slice(1) });
    expect(await other.getByRole("textbox", { name: "Code" }).innerText()).toBe("console.log(brainId); // größer");
    expect(await run()).toBe("brain_operations");
  });

  it("puts the link into the address if it cannot be copied", async () => {
    const { page, press } = await openPlayground({
      prepare: (page) =>
        page.addInitScript(() => {
          navigator.clipboard.writeText = () => Promise.reject(new DOMException("Denied", "NotAllowedError"));
        }),
    });
    await press("Share");
    await page.getByText("The address of this page is now the link to this code. Copy it.").waitFor();
    expect(page.url()).toContain("#code=");
  });

  it("says that code is too long", async () => {
    const { page, editor, press } = await openPlayground();
    await editor.fill("x".repeat(20_100));
    await press("Share");
    await page.getByText("The code is too long for a link: 20.1 KB, at most 20 KB.").waitFor();
  });
});
