import { mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { preambleOf } from "../website/programs.ts";
import type { Block } from "./blocks.ts";

/** A block, with those that continue it, as a program whose lines have the numbers that they have in the document. */
export interface Program {
  readonly name: string;
  readonly document: string;
  readonly file: string;
  readonly text: string;
  /** Whether it consists of tests for Vitest. */
  readonly isTest: boolean;
  readonly blocks: readonly Block[];
}

/** Folder of the programs, and of those that import packages which only the examples install. */
export const folders = [".docs-test", "examples/.docs-test"] as const;

const { dependencies }: { dependencies: object } = JSON.parse(readFileSync("examples/package.json", "utf8"));
const packagesOfExamples = Object.keys(dependencies);

/**
 * Combines blocks with those that continue them into programs.
 *
 * @throws Error if there is no block to continue
 */
export function toPrograms(blocks: readonly Block[]): Program[] {
  const chains: Block[][] = [];
  for (const block of blocks) {
    const last = chains.at(-1);
    if (!block.continues) chains.push([block]);
    else if (last?.[0]?.document === block.document) last.push(block);
    else
      throw new Error(`${block.document}:${block.line}: There is no block on this page that this one could continue.`);
  }
  return chains.map(toProgram);
}

function toProgram(blocks: readonly Block[]): Program {
  const [{ document, line: firstLine } = { document: "", line: 0 }] = blocks;
  const given = blocks.flatMap((block) => block.given);
  const imported = blocks.flatMap(({ text }) =>
    Array.from(text.matchAll(/\b(?:from|import) "(.+)";$/gm), ([, name = ""]) => name),
  );
  const isTest = imported.some((name) => /^(vitest|@knowledge-base\/server\/vitest)$/.test(name));
  const needsExamples = imported.some((name) => packagesOfExamples.some((other) => `${name}/`.startsWith(`${other}/`)));
  const folder = folders[needsExamples ? 1 : 0];
  const text = blocks.map((block) => block.text).join("\n");
  // On one line, so that the other lines keep their numbers.
  const lines = [["export {};", ...preambleOf({ given, text })].join(" ")];
  for (const block of blocks) {
    while (lines.length < block.line - 1) lines.push("");
    lines.push(...block.text.split("\n"));
  }
  return {
    name: `${document}:${firstLine}`,
    document,
    file: join(folder, `${document.replaceAll("/", "__")}.${firstLine}${isTest ? ".test" : ""}.ts`),
    text: lines.join("\n"),
    isTest,
    blocks,
  };
}

/** Writes programs, and a tsconfig.json that type-checks them. */
export function writePrograms(programs: readonly Program[]): void {
  for (const folder of folders) mkdirSync(folder, { recursive: true });
  for (const { file, text } of programs) writeFileSync(file, text);
  const compilerOptions = { noUnusedLocals: false, noUnusedParameters: false };
  const files = ["docs/test/runtimes.d.ts", ...programs.map(({ file }) => file)].map((file) => `../${file}`);
  const project = { extends: "../tsconfig.json", compilerOptions, files, include: [], exclude: [] };
  writeFileSync(join(folders[0], "tsconfig.json"), JSON.stringify(project));
}

export function removePrograms(): void {
  for (const folder of folders) rmSync(folder, { recursive: true, force: true });
}
