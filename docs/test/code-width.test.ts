import { readFile } from "node:fs/promises";
import { expect, it } from "vitest";
import { markdownFiles, root } from "./harness/documents.ts";
import { readBlocks } from "./harness/read-blocks.ts";

const maxWidth = 90;

it.each(markdownFiles)("%s has no line of code longer than 90 characters", async (document) => {
  const blocks = readBlocks(document, await readFile(new URL(document, root), "utf8"));
  const tooLong = blocks
    .filter(({ language }) => language !== "text")
    .flatMap(({ line, text }) =>
      text
        .split("\n")
        .flatMap((code, index) => (code.length > maxWidth ? [`${document}:${line + index} ${code}`] : [])),
    );
  expect(tooLong).toEqual([]);
});
