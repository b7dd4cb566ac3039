import { mkdir, rm, rmdir, writeFile } from "node:fs/promises";
import { type Block, formatLocation } from "./block.ts";
import { root } from "./documents.ts";

/** Folder for the programs of the documents, relative to the root of the repository. */
export const folder = ".docs-test/programs";

/** A block, with those that continue it, as a program whose lines have the numbers that they have in the document. */
export interface Program {
  readonly name: string;
  /** Relative to the root of the repository. */
  readonly file: string;
  readonly text: string;
  /** Whether it consists of tests for Vitest. */
  readonly isTest: boolean;
  readonly blocks: readonly [Block, ...Block[]];
}

/**
 * Combines blocks with those that continue them into programs.
 *
 * @throws Error if there is no block to continue
 */
export function toPrograms(blocks: readonly Block[], into = folder): Program[] {
  const chains: [Block, ...Block[]][] = [];
  for (const block of blocks) {
    const last = chains.at(-1);
    if (!block.continues) chains.push([block]);
    else if (last && last[0].document === block.document) last.push(block);
    else throw new Error(`${formatLocation(block)}: there is no block on this page that this one could continue.`);
  }
  return chains.map((chain) => toProgram(chain, into));
}

function toProgram(blocks: readonly [Block, ...Block[]], into: string): Program {
  const [first] = blocks;
  const isTest = blocks.some(({ text }) => /^import .* from "(vitest|@knowledge-base\/server\/vitest)";$/m.test(text));
  const stem = `${first.document}.${first.line}${isTest ? ".test" : ""}`;
  const file = `${into}/${stem.replaceAll("/", "__")}.ts`;
  const lines: string[] = [];
  const given = new Set(blocks.flatMap((block) => block.given));
  lines[0] =
    given.size > 0 ? `import { ${[...given].join(", ")} } from "../../docs/test/given-values.ts";` : "export {};";
  for (const { line, text } of blocks) {
    for (const [index, code] of text.split("\n").entries()) lines[line - 1 + index] = code;
  }
  return {
    name: formatLocation(first),
    file,
    text: Array.from(lines, (line) => line ?? "").join("\n"),
    isTest,
    blocks,
  };
}

/** Replaces the locations in programs by those in the documents that contain them. */
export function toDocumentLocations(text: string, programs: readonly Program[]): string {
  return programs.reduce(
    (replaced, { file, blocks: [{ document }] }) =>
      replaced.replaceAll(
        new RegExp(`(?:file://)?[^\\s("']*${file.replaceAll(".", "\\.")}[:(](\\d+)(?:[:,]\\d+\\)?)?`, "g"),
        `${document}:$1`,
      ),
    text,
  );
}

/** Replaces the folder by programs and a tsconfig.json that type-checks them. */
export async function writePrograms(programs: readonly Program[], into = folder): Promise<void> {
  const at = new URL(`${into}/`, root);
  await rm(at, { recursive: true, force: true });
  await mkdir(at, { recursive: true });
  await Promise.all(programs.map(({ file, text }) => writeFile(new URL(file, root), text)));
  const compilerOptions = { noUnusedLocals: false, noUnusedParameters: false };
  const files = ["../../docs/test/runtimes.d.ts", ...programs.map(({ file }) => file.replace(`${into}/`, ""))];
  const project = { extends: "../../tsconfig.json", compilerOptions, files, include: [], exclude: [] };
  await writeFile(new URL("tsconfig.json", at), JSON.stringify(project));
}

/** Removes the programs, and the folder around them if no others are in it. */
export async function removePrograms(into = folder): Promise<void> {
  await rm(new URL(into, root), { recursive: true, force: true });
  await rmdir(new URL(`${into}/..`, root)).catch(() => {});
}
