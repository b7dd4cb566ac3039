import { existsSync, readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { type Block, markdownFiles, readBlocks, sourceFiles } from "../website/blocks.ts";

const blocks = [...markdownFiles, ...sourceFiles].flatMap(readBlocks);
const locationOf = ({ document, line }: Block) => `${document}:${line}`;

it("runs each block, or says why not", () => {
  const silent = blocks.filter(({ language, exemption }) => language !== "ts" && exemption === undefined);
  expect(silent.map(locationOf)).toEqual([]);
});

it("names files that run a block, or contain its lines", () => {
  const wrong = blocks.filter(({ exemption, text }) => {
    if (exemption === undefined) return false;
    if (exemption.kind === "not run") return exemption.value.match(/\S+\.test\.ts/g)?.some((path) => !existsSync(path));
    if (!existsSync(exemption.value)) return true;
    return exemption.kind === "from" && !containsExcerpt(readFileSync(exemption.value, "utf8"), text);
  });
  expect(wrong.map((block) => `${locationOf(block)} ${block.exemption?.kind} ${block.exemption?.value}`)).toEqual([]);
});

function containsExcerpt(file: string, excerpt: string): boolean {
  const withoutIndents = (text: string) => text.replaceAll(/^ +/gm, "");
  return withoutIndents(file).includes(withoutIndents(excerpt));
}
