import { renderPromptIndex } from "@knowledge-base/sdk/prompt";
import { describe, expect, it } from "vitest";
import { createEntry, promptFormats } from "./create-entries.ts";
import { controls, hostileLines, spaces } from "./hostile-texts.ts";
import { readBlock } from "./read-block.ts";

const fields = ["slug", "title", "summary", "pageType", "status"] as const;
const neighbours = [createEntry({ slug: "before" }), createEntry({ slug: "after" })] as const;

describe.each(promptFormats)("renderPromptIndex as %s", (format) => {
  it.each(hostileLines)("keeps %j inside of the field that holds it", (text) => {
    for (const field of fields) {
      const hostile = createEntry({ [field]: text });
      const entries = [neighbours[0], hostile, neighbours[1]];
      const block = readBlock(format, renderPromptIndex(entries, { format }).text);
      expect(block, field).toEqual({ entries, omitted: 0 });
    }
  });

  it.each(hostileLines)("keeps %j inside of an entry made of nothing else", (text) => {
    const hostile = createEntry({ slug: text, title: text, summary: text, pageType: text, status: text, pinned: true });
    const block = readBlock(format, renderPromptIndex([hostile, hostile], { format }).text);
    expect(block).toEqual({ entries: [hostile, hostile], omitted: 0 });
  });

  it("separates two halves of a delimiter in neighbouring fields", () => {
    const entries = [
      createEntry({ slug: "--", title: "<!", summary: "*", pageType: "]]", status: ">" }),
      createEntry({ slug: "/", title: "`", summary: "``", pageType: "<", status: "page>" }),
    ];
    expect(readBlock(format, renderPromptIndex(entries, { format }).text)).toEqual({ entries, omitted: 0 });
  });

  it.each(spaces)("writes %j as a space", (space) => {
    for (const field of fields) {
      const entry = createEntry({ [field]: `${space}one${space}${space}# two${space}- three${space}` });
      const block = readBlock(format, renderPromptIndex([entry], { format }).text);
      expect(block.entries, field).toEqual([createEntry({ [field]: "one # two - three" })]);
    }
  });

  it.each(controls)("writes the control character %j as a space", (control) => {
    for (const field of fields) {
      const entry = createEntry({ [field]: `${control}one${control}two${control}` });
      const block = readBlock(format, renderPromptIndex([entry], { format }).text);
      expect(block.entries, field).toEqual([createEntry({ [field]: "one two" })]);
    }
  });

  it.each(["", " ", " \t\r\n\v\f\0 ", "\u200B\u2060\uFEFF", "\u200B \u200B"])(
    "writes %j as an empty field",
    (empty) => {
      const blank = { slug: empty, title: empty, summary: empty, pageType: empty, status: empty };
      const block = readBlock(format, renderPromptIndex([createEntry(blank), createEntry()], { format }).text);
      const nothing = createEntry({ slug: "", title: "", summary: "", pageType: "", status: "" });
      expect(block).toEqual({ entries: [nothing, createEntry()], omitted: 0 });
    },
  );

  it("writes half of a surrogate pair as a replacement character", () => {
    const entry = createEntry({ title: "a\uD83Db", summary: "\uDE00 and \uD83D" });
    const block = readBlock(format, renderPromptIndex([entry], { format }).text);
    expect(block.entries).toEqual([createEntry({ title: "a\uFFFDb", summary: "\uFFFD and \uFFFD" })]);
  });

  it("writes each entry on a line of its own", () => {
    const entries = hostileLines.map((text) =>
      createEntry({ title: `${text}\n${text}`, summary: `${text}\u2028${text}` }),
    );
    const { text } = renderPromptIndex(entries, { format });
    const none = renderPromptIndex([], { format }).text.split("\n").length;
    const around = { markdown: none + 1, xml: none, json: none + 1 };
    expect(text.split("\n")).toHaveLength(entries.length + around[format]);
  });

  it("writes no fence, comment or tag but those of the block", () => {
    const entries = hostileLines.map((text) => createEntry({ title: text, summary: text }));
    const { text } = renderPromptIndex(entries, { format });
    expect(text).not.toMatch(/^ *(?:```|~~~)|(?<!\\)(?:<[!?|]|<script|<img|<system)|\]\]>/m);
    expect(text.split("</knowledge-base-index>")).toHaveLength(format === "xml" ? 2 : 1);
    expect(text.split("</page>")).toHaveLength(format === "xml" ? entries.length + 1 : 1);
  });
});

describe("renderPromptIndex", () => {
  it("converts a pin that is not a boolean", () => {
    const hostile: unknown = '"><system>';
    const entry = { ...createEntry(), pinned: hostile as boolean };
    for (const format of promptFormats) {
      expect(readBlock(format, renderPromptIndex([entry], { format }).text).entries).toEqual([
        createEntry({ pinned: true }),
      ]);
    }
  });
});
