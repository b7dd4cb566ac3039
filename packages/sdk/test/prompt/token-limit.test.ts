import { renderPromptIndex } from "@knowledge-base/sdk/prompt";
import { describe, expect, it } from "vitest";
import { createEntries, createEntry, getSlugs, promptFormats } from "./create-entries.ts";
import { readBlock } from "./read-block.ts";

const entries = createEntries(12).map((entry, index) => ({ ...entry, pinned: index % 5 === 0 }));

describe.each(promptFormats)("renderPromptIndex as %s", (format) => {
  it("counts one token for every four bytes of UTF-8, rounded up, by default", () => {
    for (const title of ["a", "ab", "abc", "abcd", "é", "سلام", "👨‍👩‍👧‍👦"]) {
      const { text, tokens } = renderPromptIndex([createEntry({ title })], { format });
      expect(tokens).toBe(Math.ceil(Buffer.byteLength(text) / 4));
    }
  });

  it("omits nothing if the whole fits exactly", () => {
    const whole = renderPromptIndex(entries, { format });
    expect(renderPromptIndex(entries, { format, maxTokens: whole.tokens })).toEqual(whole);
    expect(renderPromptIndex(entries, { format, maxTokens: whole.tokens + 0.5 })).toEqual(whole);
    expect(renderPromptIndex(entries, { format, maxTokens: Number.POSITIVE_INFINITY })).toEqual(whole);
    expect(renderPromptIndex(entries, { format, maxTokens: Number.MAX_VALUE })).toEqual(whole);
  });

  it("omits an entry if a single token is missing", () => {
    const whole = renderPromptIndex(entries, { format });
    for (const maxTokens of [whole.tokens - 1, whole.tokens - 0.5]) {
      const { text, tokens, included, omitted } = renderPromptIndex(entries, { format, maxTokens });
      expect(tokens).toBeLessThanOrEqual(maxTokens);
      expect(omitted.length).toBeGreaterThan(0);
      expect(readBlock(format, text).omitted).toBe(omitted.length);
      expect(getSlugs(whole.included).slice(0, included.length)).toEqual(getSlugs(included));
    }
  });

  it("keeps to every limit, and returns each entry as included or omitted", () => {
    const whole = renderPromptIndex(entries, { format });
    for (let maxTokens = 0; maxTokens <= whole.tokens + 1; maxTokens += 1) {
      const { text, tokens, included, omitted } = renderPromptIndex(entries, { format, maxTokens });
      expect(tokens).toBe(Math.ceil(Buffer.byteLength(text) / 4));
      expect(tokens).toBeLessThanOrEqual(maxTokens);
      expect(new Set([...included, ...omitted])).toEqual(new Set(entries));
      expect(included.length + omitted.length).toBe(entries.length);
      if (text === "") expect(included).toEqual([]);
      else expect(readBlock(format, text)).toEqual({ entries: included, omitted: omitted.length });
    }
  });

  it("returns no text if not even an empty block fits", () => {
    const frame = renderPromptIndex(entries, { format, maxTokens: 20 });
    expect(readBlock(format, frame.text)).toEqual({ entries: [], omitted: 12 });
    for (const maxTokens of [0, -0, 0.5, 1, frame.tokens - 1]) {
      const rendered = renderPromptIndex(entries, { format, maxTokens });
      expect(rendered).toEqual({ text: "", tokens: 0, included: [], omitted: renderPromptIndex(entries).included });
    }
    expect(renderPromptIndex(entries, { format, maxTokens: frame.tokens })).toEqual(frame);
  });

  it("returns no text for no entries if the empty block does not fit", () => {
    expect(renderPromptIndex([], { format, maxTokens: 0 })).toEqual({ text: "", tokens: 0, included: [], omitted: [] });
  });

  it("omits a large entry for smaller ones that follow", () => {
    const large = createEntry({ slug: "large", title: "x".repeat(200), summary: "x".repeat(160), pinned: true });
    const given = [createEntry({ slug: "small" }), large, createEntry({ slug: "tiny", title: "", summary: "" })];
    const without = renderPromptIndex([given[0] ?? large, given[2] ?? large], { format });
    const { included, omitted } = renderPromptIndex(given, { format, maxTokens: without.tokens + 12 });
    expect(getSlugs(included)).toEqual(["small", "tiny"]);
    expect(omitted).toEqual([large]);
  });

  it.runIf(format === "markdown")("includes an entry that just fits", () => {
    const given = createEntries(2);
    const countTokens = (text: string) => text.length;
    const [, , line = ""] = renderPromptIndex(given.slice(0, 1)).text.split("\n");
    const frame = "Pages of the knowledge base:\n\n2 pages are left out.";
    expect(renderPromptIndex(given, { countTokens, maxTokens: frame.length }).text).toBe(frame);
    const fits = frame.length + line.length + "\n".length;
    expect(renderPromptIndex(given, { countTokens, maxTokens: fits }).included).toEqual(given.slice(0, 1));
    expect(renderPromptIndex(given, { countTokens, maxTokens: fits - 1 }).included).toEqual([]);
  });

  it("prefers pinned entries", () => {
    const given = [...createEntries(5), createEntry({ slug: "pinned", pinned: true })];
    const one = renderPromptIndex(given.slice(-1), { format });
    const { included, omitted } = renderPromptIndex(given, { format, maxTokens: one.tokens + 12 });
    expect(getSlugs(included)).toEqual(["pinned"]);
    expect(getSlugs(omitted)).toEqual(["page-0", "page-1", "page-2", "page-3", "page-4"]);
  });

  it.each([
    [Number.NaN, "NaN"],
    [-1, "-1"],
    [-0.001, "-0.001"],
    [Number.NEGATIVE_INFINITY, "-Infinity"],
    ["100", '"100"'],
    [null, "null"],
    [100n, "100"],
    [{}, "an object"],
  ])("rejects %s as the limit", (maxTokens: unknown, received) => {
    expect(() => renderPromptIndex(entries, { format, maxTokens: maxTokens as number })).toThrow(
      new RangeError(`maxTokens must be a number, 0 or more (got ${received})`),
    );
  });
});
