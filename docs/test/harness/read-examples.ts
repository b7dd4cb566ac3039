import type { Block } from "./block.ts";

const example = /@example(?: [^\n]*)?\n(?<before>\s*\* ```(?<language>\w+)\n)(?<body>[\s\S]*?)\n\s*\* ```/g;

/** Reads the block of each `@example` of a source file. */
export function readExamples(document: string, source: string): Block[] {
  return [...source.matchAll(example)].map(({ 0: whole, index, groups = {} }) => {
    const { language = "", body = "" } = groups;
    const text = body.replaceAll(/^\s*\* ?/gm, "");
    const line = source.slice(0, index + whole.indexOf(body, whole.indexOf("```"))).split("\n").length;
    return { document, line, language, text, given: [], continues: false, exemption: undefined };
  });
}
