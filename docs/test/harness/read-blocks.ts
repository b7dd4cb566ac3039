import { type Block, type Exemption, formatLocation } from "./block.ts";

const directive = /^<!-- (given|continues|not run|run by|from)(?:: ?(.*))? -->$/;

interface Directives {
  readonly line: number;
  given?: readonly string[];
  continues?: boolean;
  exemption?: Exemption;
}

/** A "run by" comment right below a heading, which applies up to the next heading of that level. */
interface SectionExemption {
  readonly level: number;
  readonly exemption: Exemption;
}

/**
 * Reads the fenced blocks of a Markdown document, with the directives in the comments above them. A directive applies to
 * the next block. Only "run by" right below a heading applies to a whole section: to its blocks that are not TypeScript.
 *
 * @throws Error if a block does not end, or a directive has no value or no block
 */
export function readBlocks(document: string, markdown: string): Block[] {
  const blocks: Block[] = [];
  const lines = markdown.split("\n");
  const fail = (line: number, problem: string) => new Error(`${formatLocation({ document, line })}: ${problem}`);
  let directives: Directives | undefined;
  let sections: readonly SectionExemption[] = [];
  let levelAbove = 0;
  for (let index = 0; index < lines.length; index += 1) {
    const line = lines[index] ?? "";
    const [, ticks, language = ""] = /^(`{3,})([^\s`]*)/.exec(line) ?? [];
    const [, name, value = ""] = directive.exec(line) ?? [];
    if (ticks === undefined && name === undefined && line.trim() === "") continue;
    if (name !== undefined) {
      if (name !== "continues" && value === "") throw fail(index + 1, `"${name}" needs a value after a colon.`);
      const read = readDirective(name, value);
      if (levelAbove > 0 && read.exemption?.kind === "run by") {
        sections = [...sections, { level: levelAbove, exemption: read.exemption }];
      } else directives = { line: index + 1, ...directives, ...read };
      continue;
    }
    if (ticks === undefined) {
      if (directives) throw fail(directives.line, "there is no block right below this comment.");
      levelAbove = /^#+(?= )/.exec(line)?.[0].length ?? 0;
      if (levelAbove > 0) sections = sections.filter(({ level }) => level < levelAbove);
      continue;
    }
    const end = lines.findIndex((other, at) => at > index && other === ticks);
    if (end < 0) throw fail(index + 1, "this block does not end.");
    const { given = [], continues = false, exemption } = directives ?? {};
    const text = lines.slice(index + 1, end).join("\n");
    const section = language === "ts" ? undefined : sections.at(-1);
    blocks.push({
      document,
      line: index + 2,
      language,
      text,
      given,
      continues,
      exemption: exemption ?? section?.exemption,
    });
    index = end;
    directives = undefined;
    levelAbove = 0;
  }
  if (directives) throw fail(directives.line, "there is no block right below this comment.");
  return blocks;
}

function readDirective(name: string, value: string): Omit<Directives, "line"> {
  if (name === "given") return { given: value.split(", ") };
  if (name === "continues") return { continues: true };
  if (name === "not run") return { exemption: { kind: name, reason: value } };
  return { exemption: { kind: name === "from" ? name : "run by", file: value } };
}
