import type { Block } from "./block.ts";

const fence = /^(?<begin>[ \t]*\* ```(?<language>[^\s`]+)[^\n]*\n)(?<body>[\s\S]*?)\n[ \t]*\* ```$/gm;

/** Reads the fenced blocks in the comments of a source file. */
export function readExamples(document: string, source: string): Block[] {
  return [...source.matchAll(fence)].map(({ index, groups = {} }) => {
    const { begin = "", language = "", body = "" } = groups;
    const text = body.replaceAll(/^\s*\* ?/gm, "");
    const line = source.slice(0, index + begin.length).split("\n").length;
    return { document, line, language, text, given: [], continues: false, exemption: undefined };
  });
}
