import type { Block, Exemption } from "./block.ts";

const directive = /^<!-- (given|continues|not run|run by|from)(?:: (.+))? -->$/;

interface Directives {
  given?: readonly string[];
  continues?: boolean;
  exemption?: Exemption;
}

/**
 * Reads the fenced blocks of a Markdown document, with the directives in the comments above them. An exemption right
 * below a heading applies to all blocks up to the next heading of its level.
 *
 * @throws Error if a block does not end
 */
export function readBlocks(document: string, markdown: string): Block[] {
  const blocks: Block[] = [];
  const lines = markdown.split("\n");
  let directives: Directives = {};
  const sectionExemptions: (Exemption | undefined)[] = [];
  let levelAbove = 0;
  for (let index = 0; index < lines.length; index += 1) {
    const line = lines[index] ?? "";
    const [, ticks, language = ""] = /^(`{3,})(\S*)/.exec(line) ?? [];
    const [, name, value = ""] = directive.exec(line) ?? [];
    if (ticks !== undefined) {
      const end = lines.findIndex((other, at) => at > index && other === ticks);
      if (end < 0) throw new Error(`${document}:${index + 1}: this block does not end.`);
      const {
        given = [],
        continues = false,
        exemption = sectionExemptions.findLast((other) => other !== undefined),
      } = directives;
      const text = lines.slice(index + 1, end).join("\n");
      blocks.push({ document, line: index + 2, language, text, given, continues, exemption });
      index = end;
    } else if (name !== undefined) {
      const read = readDirective(name, value);
      if (levelAbove > 0 && read.exemption) sectionExemptions[levelAbove] = read.exemption;
      directives = { ...directives, ...read };
      continue;
    } else if (/^#+ /.test(line)) {
      levelAbove = line.indexOf(" ");
      sectionExemptions.length = Math.min(sectionExemptions.length, levelAbove);
      directives = {};
      continue;
    } else if (line.trim() === "") continue;
    directives = {};
    levelAbove = 0;
  }
  return blocks;
}

function readDirective(name: string, value: string): Directives {
  if (name === "given") return { given: value.split(", ") };
  if (name === "continues") return { continues: true };
  if (name === "not run") return { exemption: { kind: name, reason: value } };
  return { exemption: { kind: name === "from" ? name : "run by", file: value } };
}
