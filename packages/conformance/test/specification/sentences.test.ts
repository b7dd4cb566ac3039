import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { type SentenceId, sentences } from "../../src/specification/sentences.ts";

const document = readFileSync(new URL("../../../../docs/specification.md", import.meta.url), "utf8");

/** Returns the text of each section without its heading, without the head of each table, and without marks of lists. */
function readSections(): Map<string, string> {
  const parts = document.split(/^#{2,3} (?=\d)/m).slice(1);
  return new Map(
    parts.map((part) => {
      const [heading = "", ...lines] = part.split("\n");
      const [number = ""] = /^\d+(\.\d+)?/.exec(heading) ?? [];
      const isTableHead = (line: string, index: number) =>
        line.startsWith("|-") || (lines[index + 1] ?? "").startsWith("|-");
      const text = lines.filter((line, index) => line !== "" && !isTableHead(line, index));
      return [number, text.map((line) => line.replace(/^- /, "")).join(" ")];
    }),
  );
}

const sections = readSections();
const entries = Object.entries(sentences) as [SentenceId, (typeof sentences)[SentenceId]][];

describe("the sentences of the specification", () => {
  const numbers = [...sections.keys()].filter((number) => Number.parseInt(number, 10) >= 2);

  it("belong to the sections from 2 to 9", () => {
    expect(new Set(entries.map(([id]) => id.split("/")[0]))).toEqual(
      new Set(numbers.filter((number) => sections.get(number) !== "")),
    );
  });

  it.each(numbers)("are the whole text of section %s, in its order", (number) => {
    const texts = entries.filter(([id]) => id.startsWith(`${number}/`)).map(([, { text }]) => text);
    expect(texts.join(" ")).toBe(sections.get(number));
  });

  it("leave something open exactly if they say that something is not shown", () => {
    const open = entries.filter(([, sentence]) => "isOpen" in sentence).map(([id]) => id);
    expect(open).toEqual(entries.filter(([, { text }]) => text.includes("not shown")).map(([id]) => id));
  });
});
