import { type PromptIndexText, renderPromptIndex } from "@knowledge-base/sdk/prompt";
import { describe, expect, it } from "vitest";
import { createEntries, createEntry, getSlugs, promptFormats } from "./create-entries.ts";
import { readBlock } from "./read-block.ts";

const entries = createEntries(12).map((entry, index) => ({ ...entry, pinned: index % 5 === 0 }));
const bytes = (text: string) => Math.ceil(Buffer.byteLength(text) / 4);

/** Counters whose parts do not always add up to the whole. */
const counters: Readonly<Record<string, ((text: string) => number) | undefined>> = {
  "four bytes as one token, by default": undefined,
  "the square of the length": (text) => text.length ** 2,
  "the root of the length": (text) => Math.sqrt(text.length),
  "a fixed cost for each text": (text) => 50 + text.length,
  "the length, and more beyond 500": (text) => (text.length > 500 ? text.length * 3 : text.length),
  "only long texts": (text) => (text.length > 300 ? text.length : 0),
  "the different characters": (text) => new Set(text).size,
  "nothing at all": () => 0,
  fractions: (text) => text.length / 3.7,
};

describe.each(promptFormats)("the limit of tokens as %s", (format) => {
  /** Expects that a rendered index keeps to a limit, and has each entry once, in its text or omitted. */
  function expectConsistent({ text, tokens, included, omitted }: PromptIndexText, maxTokens: number): void {
    expect(tokens).toBeLessThanOrEqual(maxTokens);
    expect([included.length + omitted.length, new Set([...included, ...omitted])]).toEqual([12, new Set(entries)]);
    if (text === "") expect({ tokens, included }).toEqual({ tokens: 0, included: [] });
    else expect(readBlock(format, text)).toEqual({ entries: included, omitted: omitted.length });
  }

  it.each(Object.entries(counters))("is kept if a counter counts %s", (_, countTokens) => {
    const whole = renderPromptIndex(entries, { format, countTokens });
    const count = countTokens ?? bytes;
    expect(whole.tokens).toBe(count(whole.text));
    expect(readBlock(format, whole.text)).toEqual({ entries: whole.included, omitted: 0 });
    for (const limit of [whole.tokens, whole.tokens + 0.5, Number.POSITIVE_INFINITY, undefined]) {
      expect(renderPromptIndex(entries, { format, countTokens, maxTokens: limit })).toEqual(whole);
    }
    for (let share = 0; share < 1; share += 1 / 128) {
      const maxTokens = whole.tokens * share;
      const part = renderPromptIndex(entries, { format, countTokens, maxTokens });
      expectConsistent(part, maxTokens);
      if (part.text !== "") expect(part.tokens).toBe(count(part.text));
    }
  });

  it("leaves out one entry if a single token is missing, and all of them if only the block fits", () => {
    const whole = renderPromptIndex(entries, { format });
    for (const maxTokens of [whole.tokens - 1, whole.tokens - 0.5]) {
      const { included, omitted } = renderPromptIndex(entries, { format, maxTokens });
      expect(omitted.length).toBeGreaterThan(0);
      expect(getSlugs(whole.included).slice(0, included.length)).toEqual(getSlugs(included));
    }
    const frame = renderPromptIndex(entries, { format, maxTokens: 20 });
    expect(readBlock(format, frame.text)).toEqual({ entries: [], omitted: 12 });
    expect(renderPromptIndex(entries, { format, maxTokens: frame.tokens })).toEqual(frame);
    for (const maxTokens of [0, -0, 0.5, frame.tokens - 1]) {
      const none = { text: "", tokens: 0, included: [], omitted: whole.included };
      expect(renderPromptIndex(entries, { format, maxTokens })).toEqual(none);
    }
  });

  it("prefers pinned entries, and leaves out a large entry for smaller ones that follow", () => {
    const large = createEntry({ slug: "large", title: "x".repeat(200), summary: "x".repeat(160), pinned: true });
    const small = [createEntry({ slug: "small" }), createEntry({ slug: "tiny", title: "", summary: "" })];
    const { tokens } = renderPromptIndex(small, { format });
    const given = [small[0] ?? large, large, small[1] ?? large];
    const without = renderPromptIndex(given, { format, maxTokens: tokens + 12 });
    expect([getSlugs(without.included), without.omitted]).toEqual([["small", "tiny"], [large]]);
    const pinned = [...createEntries(5), createEntry({ slug: "pinned", pinned: true })];
    const one = renderPromptIndex(pinned.slice(-1), { format });
    expect(getSlugs(renderPromptIndex(pinned, { format, maxTokens: one.tokens + 12 }).included)).toEqual(["pinned"]);
  });

  it.runIf(format === "markdown")("includes an entry that just fits", () => {
    const given = createEntries(2);
    const countTokens = (text: string) => text.length;
    const [, , line = ""] = renderPromptIndex(given.slice(0, 1)).text.split("\n");
    const frame = "Pages of the knowledge base:\n\n2 pages are left out.";
    const fits = frame.length + line.length + "\n".length;
    expect(renderPromptIndex(given, { countTokens, maxTokens: frame.length }).text).toBe(frame);
    expect(renderPromptIndex(given, { countTokens, maxTokens: fits }).included).toEqual(given.slice(0, 1));
    expect(renderPromptIndex(given, { countTokens, maxTokens: fits - 1 }).included).toEqual([]);
  });

  it("counts the whole once if it fits, and else each entry once", () => {
    for (const [maxTokens, most] of [
      [undefined, 1],
      [5000, 520],
      [0, 1003],
    ] as const) {
      let calls = 0;
      const countTokens = (text: string) => {
        calls += 1;
        return Buffer.byteLength(text) / 4;
      };
      renderPromptIndex(createEntries(500), { format, countTokens, maxTokens });
      expect(calls).toBeLessThanOrEqual(most);
    }
  });

  it("is kept if a counter changes its results, or finds every text too long", () => {
    let calls = 0;
    const countTokens = (text: string) => {
      calls += 1;
      return (text.length * (calls % 7)) / 3;
    };
    for (let maxTokens = 0; maxTokens < 1500; maxTokens += 25) {
      expectConsistent(renderPromptIndex(entries, { format, countTokens, maxTokens }), maxTokens);
    }
    const never = () => Number.POSITIVE_INFINITY;
    expectConsistent(renderPromptIndex(entries, { format, countTokens: never, maxTokens: 1e6 }), 0);
  });
});

describe("wrong options", () => {
  it.each<[unknown, Error]>([
    [{ maxToken: 100 }, new TypeError("maxToken is not an option; did you mean maxTokens?")],
    [{ constructor: 1 }, new TypeError("constructor is not an option; the options are format, maxTokens, countTokens")],
    [100, new TypeError("options must be an object with any of format, maxTokens, countTokens (got 100)")],
    [{ countTokens: 4 }, new TypeError("countTokens must be a function (got 4)")],
    ...["html", "", "MARKDOWN", "constructor", "__proto__"].map(
      (format) =>
        [{ format }, new TypeError(`format must be one of markdown, xml, json (got "${format}")`)] as [unknown, Error],
    ),
    ...([Number.NaN, -1, -0.001, Number.NEGATIVE_INFINITY, null, 100n] as unknown[]).map(
      (maxTokens) =>
        [{ maxTokens }, new RangeError(`maxTokens must be a number, 0 or more (got ${String(maxTokens)})`)] as [
          unknown,
          Error,
        ],
    ),
    ...([Number.NaN, -1, undefined, null, "12", 12n, Promise.resolve(12)] as unknown[]).map(
      (count) =>
        [{ countTokens: () => count }, new RangeError("countTokens must return a number, 0 or more")] as [
          unknown,
          Error,
        ],
    ),
  ])("are rejected: %#", (options, error) => {
    expect(() => renderPromptIndex(entries, options as never)).toThrow(error);
  });

  it("that are found late are rejected, too, and the error of a counter is thrown again", () => {
    const late = (text: string) => (text.includes("page-7") && !text.includes("page-6") ? Number.NaN : text.length);
    expect(() => renderPromptIndex(entries, { countTokens: late, maxTokens: 500 })).toThrow(RangeError);
    const reason = new Error("No such model");
    const fail = () => {
      throw reason;
    };
    expect(() => renderPromptIndex(entries, { countTokens: fail })).toThrow(reason);
  });

  it.each([undefined, null, {}, Promise.resolve(entries), "text"])(
    "or entries that are none are rejected: %#",
    (given) => {
      const message = "entries must be an array; an await may be missing";
      expect(() => renderPromptIndex(given as never)).toThrow(new TypeError(message));
    },
  );
});
