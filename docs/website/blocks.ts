import { globSync, readFileSync } from "node:fs";
import { sep } from "node:path";

/** A block of code that a document or a comment shows. */
export interface Block {
  /** File that contains it, from the root of the repository. */
  readonly document: string;
  /** Line of that file on which the code begins. */
  readonly line: number;
  readonly language: string;
  readonly text: string;
  /** Values that it uses without creating them: `kb`, `brainId` or `server`. */
  readonly given: readonly string[];
  /** Whether it continues the previous block of the document. */
  readonly continues: boolean;
  readonly exemption: Exemption | undefined;
}

/** Why a block isn't run as a program: a file that runs or contains it, or a reason. */
export interface Exemption {
  readonly kind: "run by" | "from" | "not run";
  readonly value: string;
}

/** Every Markdown file. */
export const markdownFiles = filesOf("*.md", "docs/**/*.md", "packages/*/*.md", "examples/**/*.md");

/** Every source file of the packages, whose comments may contain examples. */
export const sourceFiles = filesOf("packages/*/src/**/*.ts");

function filesOf(...patterns: readonly string[]): readonly string[] {
  const isOther = (path: string) => /(^|[\\/])(node_modules|dist|content|\.\w[^/\\]*)$/.test(path);
  const paths = globSync(patterns, { exclude: isOther });
  return paths.map((path) => path.replaceAll(sep, "/")).toSorted();
}

/**
 * Reads the fenced blocks of a Markdown document or of the comments of a source file, with the directives in the comments above
 * them. A directive applies to the next block. Only "run by" right below a heading applies to a whole section: to its blocks
 * that aren't TypeScript.
 *
 * @throws Error if a block doesn't end, or a directive has no value or no block
 */
export function readBlocks(document: string): Block[] {
  const blocks: Block[] = [];
  const lines = linesOf(document);
  const fail = (index: number, problem: string) => new Error(`${document}:${index + 1}: ${problem}`);
  let directives: Partial<Block> = {};
  let sections: readonly { readonly level: number; readonly exemption: Exemption }[] = [];
  let levelAbove = 0;
  for (let index = 0; index < lines.length; index += 1) {
    const line = lines[index] ?? "";
    if (line.trim() === "") continue;
    const [, fence, language = ""] = /^(`{3,})([^\s`]*)/.exec(line) ?? [];
    const [, name, value = ""] = /^<!-- (given|continues|not run|run by|from)(?:: ?(.*))? -->$/.exec(line) ?? [];
    if (fence !== undefined) {
      const end = lines.indexOf(fence, index + 1);
      if (end < 0) throw fail(index, "This block does not end.");
      const text = lines.slice(index + 1, end).join("\n");
      const exemption = language === "ts" ? undefined : sections.at(-1)?.exemption;
      blocks.push({ document, line: index + 2, language, text, given: [], continues: false, exemption, ...directives });
      directives = {};
      levelAbove = 0;
      index = end;
    } else if (name !== undefined) {
      if (name !== "continues" && value === "") throw fail(index, `"${name}" needs a value after a colon.`);
      const directive = readDirective(name, value);
      if (name === "run by" && levelAbove > 0 && directive.exemption)
        sections = [...sections, { level: levelAbove, exemption: directive.exemption }];
      else directives = { ...directives, ...directive };
    } else {
      if (Object.keys(directives).length > 0) throw fail(index, "There is no block below the comment above.");
      levelAbove = /^#+(?= )/.exec(line)?.[0].length ?? 0;
      if (levelAbove > 0) sections = sections.filter(({ level }) => level < levelAbove);
    }
  }
  return blocks;
}

// Returns the lines of a document, or of the comments in a source file, without their asterisks.
function linesOf(document: string): readonly string[] {
  const lines = readFileSync(document, "utf8").split("\n");
  return document.endsWith(".md") ? lines : lines.map((line) => /^\s*\* ?(.*)$/.exec(line)?.[1] ?? "");
}

function readDirective(name: string, value: string): Partial<Block> {
  if (name === "given") return { given: value.split(", ") };
  if (name === "continues") return { continues: true };
  return { exemption: { kind: name as Exemption["kind"], value } };
}
