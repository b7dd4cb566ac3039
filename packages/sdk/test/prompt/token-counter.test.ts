import { renderPromptIndex } from "@knowledge-base/sdk/prompt";
import { describe, expect, it } from "vitest";
import { createEntries, promptFormats } from "./create-entries.ts";
import { readBlock } from "./read-block.ts";

const entries = createEntries(12).map((entry, index) => ({ ...entry, pinned: index % 5 === 0 }));

/** Counters whose parts do not add up to the whole. */
const counters: Readonly<Record<string, (text: string) => number>> = {
  "the square of the length": (text) => text.length ** 2,
  "the root of the length": (text) => Math.sqrt(text.length),
  "a fixed cost for each text": (text) => 50 + text.length,
  "the length, and more beyond 500": (text) => (text.length > 500 ? text.length * 3 : text.length),
  "only long texts": (text) => (text.length > 300 ? text.length : 0),
  "the different characters": (text) => new Set(text).size,
  lines: (text) => text.split("\n").length,
  "nothing at all": () => 0,
  "the same for every text": () => 7,
  fractions: (text) => text.length / 3.7,
};

describe.each(promptFormats)("renderPromptIndex as %s", (format) => {
  it.each(Object.entries(counters))("keeps to the limit if the counter counts %s", (_, countTokens) => {
    const whole = renderPromptIndex(entries, { format, countTokens });
    expect(whole.tokens).toBe(countTokens(whole.text));
    expect(readBlock(format, whole.text)).toEqual({ entries: whole.included, omitted: 0 });
    for (let share = 0; share <= 1; share += 1 / 64) {
      const maxTokens = whole.tokens * share;
      const { text, tokens, included, omitted } = renderPromptIndex(entries, { format, countTokens, maxTokens });
      expect(tokens).toBeLessThanOrEqual(maxTokens);
      expect(included.length + omitted.length).toBe(entries.length);
      expect(new Set([...included, ...omitted])).toEqual(new Set(entries));
      if (text === "") expect({ tokens, included }).toEqual({ tokens: 0, included: [] });
      else {
        expect(tokens).toBe(countTokens(text));
        expect(readBlock(format, text)).toEqual({ entries: included, omitted: omitted.length });
      }
    }
  });

  it("omits everything if a counter finds every text too long", () => {
    const { text, tokens, included, omitted } = renderPromptIndex(entries, {
      format,
      countTokens: () => Number.POSITIVE_INFINITY,
      maxTokens: 1_000_000,
    });
    expect({ text, tokens, included }).toEqual({ text: "", tokens: 0, included: [] });
    expect(omitted).toHaveLength(12);
  });

  it("counts the whole text once if it fits", () => {
    const counted: string[] = [];
    const countTokens = (text: string) => counted.push(text);
    const { text } = renderPromptIndex(createEntries(500), { format, countTokens, maxTokens: 1 });
    expect(counted).toEqual([text]);
  });

  it.each(Object.entries(counters))("counts about as often as there are entries if it counts %s", (_, counter) => {
    const many = createEntries(500);
    const whole = counter(renderPromptIndex(many, { format }).text);
    for (const share of [0, 0.01, 0.1, 0.5, 0.9, 0.999]) {
      let calls = 0;
      const countTokens = (text: string) => {
        calls += 1;
        return counter(text);
      };
      renderPromptIndex(many, { format, countTokens, maxTokens: whole * share });
      expect(calls).toBeLessThanOrEqual(2 * many.length + 3);
    }
  });

  it("counts each entry once if the parts add up", () => {
    let calls = 0;
    const countTokens = (text: string) => {
      calls += 1;
      return new TextEncoder().encode(text).length / 4;
    };
    renderPromptIndex(createEntries(500), { format, countTokens, maxTokens: 5_000 });
    expect(calls).toBeGreaterThanOrEqual(503);
    expect(calls).toBeLessThanOrEqual(520);
  });

  it("rethrows the error of the counter", () => {
    const reason = new Error("No such model");
    const countTokens = () => {
      throw reason;
    };
    expect(() => renderPromptIndex(entries, { format, countTokens })).toThrow(reason);
  });

  it.each([Number.NaN, -1, Number.NEGATIVE_INFINITY, undefined, null, "12", 12n, Promise.resolve(12)])(
    "rejects a counter that returns %s",
    (count: unknown) => {
      for (const maxTokens of [undefined, 0, 100]) {
        expect(() => renderPromptIndex(entries, { format, maxTokens, countTokens: () => count as number })).toThrow(
          new RangeError("countTokens must return a number, 0 or more"),
        );
      }
    },
  );

  it("rejects a counter that returns no number for one of the entries alone", () => {
    const countTokens = (text: string) =>
      text.includes("page-7") && !text.includes("page-6") ? Number.NaN : text.length;
    expect(() => renderPromptIndex(entries, { format, countTokens, maxTokens: 500 })).toThrow(RangeError);
  });

  it("keeps text and entries consistent if a counter changes its results", () => {
    let calls = 0;
    const countTokens = (text: string) => {
      calls += 1;
      return (text.length * (calls % 7)) / 3;
    };
    for (let maxTokens = 0; maxTokens < 1_500; maxTokens += 25) {
      const { text, tokens, included, omitted } = renderPromptIndex(entries, { format, countTokens, maxTokens });
      expect(tokens).toBeLessThanOrEqual(maxTokens);
      if (text === "") expect(included).toEqual([]);
      else expect(readBlock(format, text)).toEqual({ entries: included, omitted: omitted.length });
    }
  });
});
