import { renderPromptIndex } from "@knowledge-base/sdk/prompt";
import { describe, expect, it } from "vitest";
import { createEntries, createEntry, getSlugs, promptFormats } from "../helpers/create-entries.ts";
import { readBlock } from "../helpers/read-block.ts";

const entries = createEntries(12).map((entry, index) => ({ ...entry, pinned: index % 5 === 0 }));
const bytes = (text: string) => Math.ceil(Buffer.byteLength(text) / 4);

let calls = 0;

// Counters whose parts don't always add up to the whole.
const counters: readonly { counted: string; countTokens: ((text: string) => number) | undefined }[] = [
  { counted: "four bytes as one token, by default", countTokens: undefined },
  { counted: "the square of the length", countTokens: (text) => text.length ** 2 },
  { counted: "the root of the length", countTokens: (text) => Math.sqrt(text.length) },
  { counted: "a fixed cost for each text", countTokens: (text) => 50 + text.length },
  { counted: "more beyond 500", countTokens: ({ length }) => (length > 500 ? length * 3 : length) },
  { counted: "only long texts", countTokens: ({ length }) => (length > 300 ? length : 0) },
  { counted: "nothing at all", countTokens: () => 0 },
  { counted: "fractions", countTokens: (text) => text.length / 3.7 },
];

function countDifferently({ length }: string): number {
  calls += 1;
  return length * (calls % 7);
}

describe.each(promptFormats)("the limit of tokens as %s", (format) => {
  it.each([
    ...counters,
    { counted: "other numbers each time", countTokens: countDifferently },
    { counted: "too much", countTokens: () => Number.POSITIVE_INFINITY },
  ])("is kept if a counter counts $counted", ({ countTokens }) => {
    const isReliable = counters.some((counter) => counter.countTokens === countTokens);
    const most = 2 * bytes(renderPromptIndex(entries, { format }).text) ** 2;
    for (let maxTokens = 1; maxTokens < most; maxTokens *= 1.1) {
      const { text, tokens, included, omitted } = renderPromptIndex(entries, { format, countTokens, maxTokens });
      expect(tokens).toBeLessThanOrEqual(maxTokens);
      expect([...included, ...omitted]).toHaveLength(12);
      expect(new Set([...included, ...omitted])).toEqual(new Set(entries));
      if (text === "") expect({ tokens, included }).toEqual({ tokens: 0, included: [] });
      else expect(readBlock(format, text)).toEqual({ entries: included, omitted: omitted.length });
      if (isReliable && text !== "") expect(tokens).toBe((countTokens ?? bytes)(text));
    }
  });

  it.each(counters)("leaves out nothing if the whole just fits, counting $counted", ({ countTokens }) => {
    const whole = renderPromptIndex(entries, { format, countTokens });
    expect(whole).toMatchObject({ omitted: [], included: { length: 12 } });
    for (const maxTokens of [whole.tokens, whole.tokens + 0.5, Number.POSITIVE_INFINITY, undefined])
      expect(renderPromptIndex(entries, { format, countTokens, maxTokens })).toEqual(whole);
  });

  it("leaves out an entry if a single token is missing, and all of them if only the block fits", () => {
    const whole = renderPromptIndex(entries, { format });
    for (const maxTokens of [whole.tokens - 1, whole.tokens - 0.5]) {
      const { included } = renderPromptIndex(entries, { format, maxTokens });
      expect(included).toEqual(whole.included.slice(0, 11));
    }
    const frame = renderPromptIndex(entries, { format, maxTokens: 20 });
    expect(readBlock(format, frame.text)).toEqual({ entries: [], omitted: 12 });
    expect(renderPromptIndex(entries, { format, maxTokens: frame.tokens })).toEqual(frame);
    const none = { text: "", tokens: 0, included: [], omitted: whole.included };
    for (const maxTokens of [0, 0.5, frame.tokens - 1])
      expect(renderPromptIndex(entries, { format, maxTokens })).toEqual(none);
  });

  it("prefers pinned entries, and leaves out a large entry for smaller ones that follow", () => {
    const large = createEntry({ slug: "large", title: "x".repeat(200), summary: "x".repeat(160), pinned: true });
    const small = createEntries(2, { title: "", summary: "" });
    const { tokens } = renderPromptIndex(small, { format });
    const without = renderPromptIndex([...small, large], { format, maxTokens: tokens + 12 });
    expect(without).toMatchObject({ included: small, omitted: [large] });
    const pinned = [...createEntries(5), createEntry({ slug: "pinned", pinned: true })];
    const one = renderPromptIndex(pinned.slice(-1), { format });
    expect(getSlugs(renderPromptIndex(pinned, { format, maxTokens: one.tokens + 12 }).included)).toEqual(["pinned"]);
  });

  it.each([
    { what: "everything", maxTokens: undefined, most: 1 },
    { what: "a part", maxTokens: 5000, most: 520 },
    { what: "nothing", maxTokens: 0, most: 1003 },
  ])("costs at most $most counts for 500 entries if $what fits", ({ maxTokens, most }) => {
    calls = 0;
    const countTokens = (text: string) => {
      calls += 1;
      return text.length / 4;
    };
    renderPromptIndex(createEntries(500), { format, countTokens, maxTokens });
    expect(calls).toBeLessThanOrEqual(most);
  });
});

it("an entry that just fits is included", () => {
  const given = createEntries(2);
  const countTokens = (text: string) => text.length;
  const [, , line = ""] = renderPromptIndex(given.slice(0, 1)).text.split("\n");
  const frame = "Pages of the knowledge base:\n\n2 pages are left out.";
  const fits = frame.length + line.length + "\n".length;
  expect(renderPromptIndex(given, { countTokens, maxTokens: frame.length }).text).toBe(frame);
  expect(renderPromptIndex(given, { countTokens, maxTokens: fits }).included).toEqual(given.slice(0, 1));
  expect(renderPromptIndex(given, { countTokens, maxTokens: fits - 1 }).included).toEqual([]);
});

const count = (tokens: unknown) => ({ countTokens: () => tokens });
const reason = new Error("No such model");

const tooFew = "maxTokens must be a number, 0 or more";
const twoProblems =
  "maxToken is not an option; did you mean maxTokens?; format must be one of markdown, xml, json (got 5).";

it.each<{ options: unknown; ErrorType?: typeof Error; problem: string }>([
  { options: 100, problem: "options must be an object with any of format, maxTokens, countTokens (got 100)." },
  { options: { countTokens: 4 }, problem: "countTokens must be a function (got 4)." },
  { options: { format: "toString" }, problem: 'format must be one of markdown, xml, json (got "toString").' },
  { options: { maxTokens: "12" }, problem: 'maxTokens must be a number, 0 or more (got "12").' },
  { options: { maxTokens: Number.NaN }, ErrorType: RangeError, problem: `${tooFew} (got NaN).` },
  { options: { maxTokens: -0.001 }, ErrorType: RangeError, problem: `${tooFew} (got -0.001).` },
  { options: { format: 5, maxToken: 100 }, problem: twoProblems },
])("wrong arguments throw the error '$problem'", ({ options, ErrorType = TypeError, problem }) => {
  const error = new ErrorType(`Failed to render the prompt index: ${problem}`);
  expect(() => renderPromptIndex(entries, options as never)).toThrow(error);
});

it("wrong arguments whose countTokens returns no number of 0 or more throw a RangeError", () => {
  const error = new RangeError("Failed to render the prompt index: countTokens must return a number, 0 or more.");
  // biome-ignore format: one row a line
  const options = [
    ...[Number.NaN, -1, undefined, "12", Promise.resolve(12)].map(count),
    { countTokens: (text: string) => (text.includes("page-7") && !text.includes("page-6") ? Number.NaN : text.length), maxTokens: 500 },
  ];
  for (const each of options) expect(() => renderPromptIndex(entries, each as never)).toThrow(error);
});

it("wrong arguments whose countTokens throws throw the same error", () => {
  const countTokens = () => {
    throw reason;
  };
  expect(() => renderPromptIndex(entries, { countTokens })).toThrow(reason);
});

it("wrong arguments instead of entries throw a TypeError", () => {
  const message = "Failed to render the prompt index: entries must be an array; an await may be missing.";
  for (const given of [undefined, null, {}, Promise.resolve(entries), "text"])
    expect(() => renderPromptIndex(given as never)).toThrow(new TypeError(message));
});
