import type { Block, Exemption } from "./block.ts";

const directive = /^<!-- (given|continues|not run|run by|from)(?:: (.+))? -->$/;

interface Directives {
  given?: readonly string[];
  continues?: boolean;
  excuse?: Exemption;
}

/**
 * Reads the fenced blocks of a Markdown document with what the comments above them tell. An exemption right below a heading is
 * that of every block below it, up to the next heading of its level.
 *
 * @throws Error where a block does not end
 */
export function readBlocks(document: string, markdown: string): Block[] {
  const blocks: Block[] = [];
  const lines = markdown.split("\n");
  let told: Directives = {};
  const ofSections: (Exemption | undefined)[] = [];
  let levelAbove = 0;
  for (let index = 0; index < lines.length; index += 1) {
    const line = lines[index] ?? "";
    const [, ticks, language = ""] = /^(`{3,})(\S*)/.exec(line) ?? [];
    const [, name, value = ""] = directive.exec(line) ?? [];
    if (ticks !== undefined) {
      const end = lines.findIndex((other, at) => at > index && other === ticks);
      if (end < 0) throw new Error(`${document}:${index + 1}: this block does not end.`);
      const { given = [], continues = false, excuse = ofSections.findLast((other) => other !== undefined) } = told;
      const text = lines.slice(index + 1, end).join("\n");
      blocks.push({ document, line: index + 2, language, text, given, continues, exemption: excuse });
      index = end;
    } else if (name !== undefined) {
      const one = readDirective(name, value);
      if (levelAbove > 0 && one.excuse) ofSections[levelAbove] = one.excuse;
      told = { ...told, ...one };
      continue;
    } else if (/^#+ /.test(line)) {
      levelAbove = line.indexOf(" ");
      ofSections.length = Math.min(ofSections.length, levelAbove);
      told = {};
      continue;
    } else if (line.trim() === "") continue;
    told = {};
    levelAbove = 0;
  }
  return blocks;
}

function readDirective(name: string, value: string): Directives {
  if (name === "given") return { given: value.split(", ") };
  if (name === "continues") return { continues: true };
  if (name === "not run") return { excuse: { kind: name, reason: value } };
  return { excuse: { kind: name === "from" ? name : "run by", file: value } };
}
