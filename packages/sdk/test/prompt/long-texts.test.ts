import { renderPromptIndex } from "@knowledge-base/sdk/prompt";
import { describe, expect, it } from "vitest";
import { createEntries, createEntry, promptFormats } from "./create-entries.ts";
import { readBlock } from "./read-block.ts";

/** Returns the summary as it is rendered. */
function summaryOf(summary: string): string | undefined {
  return readBlock("xml", renderPromptIndex([createEntry({ summary })], { format: "xml" }).text).entries[0]?.summary;
}

describe.each(promptFormats)("renderPromptIndex as %s", (format) => {
  it("cuts fields of 10,000 characters, summaries to 160 and others to 200", () => {
    const long = "x".repeat(10_000);
    const entry = createEntry({ slug: long, title: long, summary: long, pageType: long, status: long });
    const { text, included } = renderPromptIndex([entry], { format });
    const field = `${"x".repeat(199)}…`;
    const cut = createEntry({
      slug: field,
      title: field,
      summary: `${"x".repeat(159)}…`,
      pageType: field,
      status: field,
    });
    expect(readBlock(format, text)).toEqual({ entries: [cut], omitted: 0 });
    expect(included).toEqual([entry]);
  });

  it("keeps fields that are exactly as long as they may be", () => {
    const field = "y".repeat(200);
    const entry = createEntry({ slug: field, title: field, summary: "z".repeat(160), pageType: field, status: field });
    expect(readBlock(format, renderPromptIndex([entry], { format }).text).entries).toEqual([entry]);
  });

  it("cuts before it escapes, so that no escape is cut in half", () => {
    for (const hostile of ["&", "<", '"', "\\", "*", "`", "]]>"]) {
      const entry = createEntry({ title: hostile.repeat(10_000), summary: hostile.repeat(10_000) });
      const cut = createEntry({
        title: `${hostile.repeat(200).slice(0, 199)}…`,
        summary: `${hostile.repeat(200).slice(0, 159)}…`,
      });
      expect(readBlock(format, renderPromptIndex([entry], { format }).text).entries).toEqual([cut]);
    }
  });

  it("writes 500 entries of 10,000 hostile characters in each field", () => {
    const floods = [
      "👨\u200D",
      "a\u0301\u200B",
      "\u200B\u202E",
      " \n",
      "🏴\u{E0067}",
      "🇮",
      "1\uFE0F",
      "<&`*",
      "\uD83D",
    ];
    const flooded = createEntries(500).map((entry, index) => {
      const flood = floods[index % floods.length] ?? "";
      const text = flood.repeat(10_000 / flood.length);
      return { ...entry, title: text, summary: text };
    });
    const { entries } = readBlock(format, renderPromptIndex(flooded, { format }).text);
    expect(entries.map(({ slug }) => slug)).toEqual(flooded.map(({ slug }) => slug));
  });
});

describe("renderPromptIndex", () => {
  it("measures a field after its invisible characters are removed", () => {
    expect(summaryOf(`${"\u200B\n".repeat(5_000)}${"x".repeat(160)}${" \u2060".repeat(5_000)}`)).toBe("x".repeat(160));
    expect(summaryOf("one   two".padEnd(10_000))).toBe("one two");
  });

  it("puts no space before the ellipsis", () => {
    expect(summaryOf(`${"x".repeat(158)} ${"y".repeat(10)}`)).toBe(`${"x".repeat(158)}…`);
    expect(summaryOf(`${"x".repeat(150)} ${"y".repeat(100)}`)).toBe(`${"x".repeat(150)} ${"y".repeat(8)}…`);
  });

  it("cuts no surrogate pair in half", () => {
    expect(summaryOf(`${"x".repeat(158)}𝒳${"y".repeat(10)}`)).toBe(`${"x".repeat(158)}…`);
    expect(summaryOf(`${"x".repeat(157)}𝒳${"y".repeat(10)}`)).toBe(`${"x".repeat(157)}𝒳…`);
  });

  it("keeps no invisible characters of an emoji that is cut", () => {
    const england = "🏴\u{E0067}\u{E0062}\u{E0065}\u{E006E}\u{E0067}\u{E007F}";
    const emoji = {
      "👨‍👩‍👧‍👦": ["👨", "👨‍👩", "👨‍👩‍👧", "👨‍👩‍👧‍👦"],
      "1️⃣": ["1", "1️⃣"],
      [england]: ["🏴", england],
      "❤️‍🔥": ["❤", "❤️", "❤️‍🔥"],
    };
    for (const [whole, parts] of Object.entries(emoji)) {
      for (let before = 159 - whole.length; before < 159; before += 1) {
        const cut = summaryOf(`${"x".repeat(before)}${whole}${"y".repeat(20)}`)?.replaceAll(/x|…/g, "");
        expect(["", ...parts]).toContain(cut);
      }
    }
  });
});
