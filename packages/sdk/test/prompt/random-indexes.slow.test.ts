import type { IndexEntry } from "@knowledge-base/sdk";
import { renderPromptIndex } from "@knowledge-base/sdk/prompt";
import { describe, expect, it } from "vitest";
import { promptFormats } from "./create-entries.ts";
import { controls, hostileLines, invisibles, spaces } from "./hostile-texts.ts";
import { readBlock } from "./read-block.ts";

const emoji = ["👨‍👩‍👧‍👦", "🇮🇷", "1️⃣", "❤️‍🔥", "🏴\u{E0067}\u{E0062}\u{E0065}\u{E006E}\u{E0067}\u{E007F}"];
const words = ["harbour", "کشتی", "नाव", "סירה", "天气", "e\u0301", "\uD83D", "\uDE00", "x".repeat(120)];
const specials = Array.from("\\`*_{}[]<>#|~!&$^=()-+.:;,\"'@/%?");
const fragments = [
  ...hostileLines,
  ...spaces,
  ...controls,
  ...Object.values(invisibles).flat(),
  ...emoji,
  ...words,
  ...specials,
  ...specials,
];

/** Returns a generator of numbers, at least 0 and below 1, that are the same for the same seed (mulberry32). */
function randomOf(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

function randomEntries(random: () => number): IndexEntry[] {
  const below = (limit: number) => Math.floor(random() * limit);
  const text = (longest: number) =>
    Array.from({ length: below(longest) }, () => fragments[below(fragments.length)] ?? "").join(
      below(2) === 0 ? "" : " ",
    );
  return Array.from({ length: below(12) }, (_, index) => ({
    slug: `${index}-${text(3)}`,
    title: text(12),
    summary: text(25),
    pageType: below(2) === 0 ? "topic" : text(3),
    pinned: below(3) === 0,
    status: below(2) === 0 ? "active" : `status ${text(3)}`,
  }));
}

describe("renderPromptIndex of 500 random indexes", () => {
  it.each(promptFormats)("writes one block of %s with the included entries, within the limit", (format) => {
    const random = randomOf(20_260_603);
    for (let run = 0; run < 500; run += 1) {
      const entries = randomEntries(random);
      const whole = renderPromptIndex(entries, { format });
      const written = readBlock(format, whole.text);
      expect(written.omitted).toBe(0);
      expect(written.entries).toHaveLength(entries.length);

      const maxTokens = Math.floor(random() * whole.tokens * 1.1);
      const { text, tokens, included, omitted } = renderPromptIndex(entries, { format, maxTokens });
      expect(tokens).toBeLessThanOrEqual(maxTokens);
      expect(included.length + omitted.length).toBe(entries.length);
      expect(new Set([...included, ...omitted])).toEqual(new Set(entries));
      if (text === "") expect(included).toEqual([]);
      else {
        const kept = new Set(included.map((entry) => whole.included.indexOf(entry)));
        expect(readBlock(format, text)).toEqual({
          entries: written.entries.filter((_, index) => kept.has(index)),
          omitted: omitted.length,
        });
      }
    }
  });

  it("has the same content in every format", () => {
    const random = randomOf(7);
    for (let run = 0; run < 500; run += 1) {
      const entries = randomEntries(random);
      const [markdown, xml, json] = promptFormats.map((format) =>
        readBlock(format, renderPromptIndex(entries, { format }).text),
      );
      expect(markdown).toEqual(json);
      expect(xml).toEqual(json);
    }
  });

  it("writes the same text for entries that it has rendered", () => {
    const random = randomOf(99);
    for (let run = 0; run < 500; run += 1) {
      const { entries } = readBlock("json", renderPromptIndex(randomEntries(random), { format: "json" }).text);
      expect(readBlock("json", renderPromptIndex(entries, { format: "json" }).text).entries).toEqual(entries);
    }
  });
});
