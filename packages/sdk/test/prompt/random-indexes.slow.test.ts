import type { IndexEntry } from "@knowledge-base/sdk";
import { renderPromptIndex } from "@knowledge-base/sdk/prompt";
import fc from "fast-check";
import { expect, it } from "vitest";
import { promptFormats } from "../helpers/create-entries.ts";
import { controls, hostileLines, invisibles, spaces } from "../helpers/hostile-texts.ts";
import { readBlock } from "../helpers/read-block.ts";

const flagOfEngland = "🏴\u{E0067}\u{E0062}\u{E0065}\u{E006E}\u{E0067}\u{E007F}";
const emoji = ["👨‍👩‍👧‍👦", "🇮🇷", "1️⃣", "❤️‍🔥", flagOfEngland];
const words = ["harbour", "کشتی", "नाव", "סירה", "天气", "e\u0301", "\uD83D", "\uDE00", "x".repeat(120)];
const specials = Array.from("\\`*_{}[]<>#|~!&$^=()-+.:;,\"'@/%?");
const fragments = [hostileLines, spaces, controls, Object.values(invisibles).flat(), emoji, words, specials];

const texts = (maxLength: number) => {
  const parts = fc.array(fc.oneof(...fragments.map((some) => fc.constantFrom(...some))), { maxLength });
  return fc.tuple(parts, fc.constantFrom("", " ")).map(([some, separator]) => some.join(separator));
};

const entries: fc.Arbitrary<IndexEntry[]> = fc.array(
  fc.record({
    slug: texts(3),
    title: texts(12),
    summary: texts(25),
    pageType: fc.oneof(fc.constant("topic"), texts(3)),
    pinned: fc.boolean(),
    status: fc.oneof(
      fc.constant("active"),
      texts(3).map((text) => `status ${text}`),
    ),
  }),
  { maxLength: 12 },
);

const runs = { numRuns: 500, seed: 20_260_603, endOnFailure: true };

it.each(promptFormats)("renderPromptIndex writes one block of %s within the limit for 500 random indexes", (format) => {
  const property = fc.property(entries, fc.double({ min: 0, max: 1.1, noNaN: true }), (given, share) => {
    const whole = renderPromptIndex(given, { format });
    const written = readBlock(format, whole.text);
    expect(written.omitted).toBe(0);
    expect(written.entries).toHaveLength(given.length);
    // All formats have the same content, and rendering it again changes nothing.
    const json = renderPromptIndex(written.entries, { format: "json" });
    expect(readBlock("json", json.text)).toEqual(written);

    const maxTokens = Math.floor(share * whole.tokens);
    const { text, tokens, included, omitted } = renderPromptIndex(given, { format, maxTokens });
    expect(tokens).toBeLessThanOrEqual(maxTokens);
    expect([...included, ...omitted]).toHaveLength(given.length);
    expect(new Set([...included, ...omitted])).toEqual(new Set(given));
    const kept = written.entries.filter((_, index) => included.includes(whole.included[index] as IndexEntry));
    if (text === "") expect(included).toEqual([]);
    else expect(readBlock(format, text)).toEqual({ entries: kept, omitted: omitted.length });
  });
  fc.assert(property, runs);
});
