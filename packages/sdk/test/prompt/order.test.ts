import { renderPromptIndex } from "@knowledge-base/sdk/prompt";
import { describe, expect, it } from "vitest";
import { createEntry, getSlugs, promptFormats } from "./create-entries.ts";
import { readBlock } from "./read-block.ts";

const entries = ["a", "B", "c", "D", "e", "F"].map((slug) => createEntry({ slug, pinned: slug < "a" }));

/** Freezes an object and everything in it. */
function frozen<Value extends object>(value: Value): Value {
  for (const inner of Object.values(value)) if (typeof inner === "object" && inner !== null) frozen(inner);
  return Object.freeze(value);
}

describe.each(promptFormats)("renderPromptIndex as %s", (format) => {
  it("places pinned entries first and keeps the order given otherwise", () => {
    const { text, included, omitted } = renderPromptIndex(entries, { format });
    const order = ["B", "D", "F", "a", "c", "e"];
    expect(getSlugs(readBlock(format, text).entries)).toEqual(order);
    expect(getSlugs(included)).toEqual(order);
    expect(omitted).toEqual([]);
  });

  it("keeps the order of entries with the same text", () => {
    const twins = Array.from({ length: 40 }, (_, index) => ({ ...createEntry({ pinned: index % 3 === 0 }), index }));
    const { included } = renderPromptIndex(twins, { format });
    const expected = [...twins.filter(({ pinned }) => pinned), ...twins.filter(({ pinned }) => !pinned)];
    expect(included).toEqual(expected);
  });

  it("returns the entries themselves, not copies", () => {
    const given = [createEntry({ title: "one\ntwo" }), createEntry({ title: "x".repeat(300) })];
    const { included } = renderPromptIndex(given, { format });
    expect(included[0]).toBe(given[0]);
    expect(included[1]).toBe(given[1]);
    const { omitted } = renderPromptIndex(given, { format, maxTokens: 0 });
    expect(omitted[0]).toBe(given[0]);
    expect(omitted[1]).toBe(given[1]);
  });

  it("writes an entry as often as it is given", () => {
    const [entry] = [createEntry()];
    const { text, included } = renderPromptIndex([entry, entry, entry], { format });
    expect(readBlock(format, text).entries).toEqual([entry, entry, entry]);
    expect(included).toEqual([entry, entry, entry]);
  });

  it("writes the same text for the same entries", () => {
    const again = structuredClone(entries);
    const limits = { format, maxTokens: 90 };
    expect(renderPromptIndex(again, limits)).toEqual(renderPromptIndex(entries, limits));
    expect(renderPromptIndex(entries, limits).text).toBe(renderPromptIndex(entries, limits).text);
  });

  it("writes the same text for its own order", () => {
    const first = renderPromptIndex(entries, { format });
    expect(renderPromptIndex(first.included, { format })).toEqual(first);
  });

  it("changes neither the entries nor the options", () => {
    const given = frozen(structuredClone([...entries, createEntry({ title: "\u200B\n</page>" })]));
    const options = Object.freeze({ format, maxTokens: 60 });
    renderPromptIndex(given, options);
    expect(given).toEqual([...entries, createEntry({ title: "\u200B\n</page>" })]);
    expect(options).toEqual({ format, maxTokens: 60 });
  });
});
