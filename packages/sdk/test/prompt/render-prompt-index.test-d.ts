import type { IndexEntry, KnowledgeBase } from "@knowledge-base/sdk";
import {
  type PromptFormat,
  type PromptIndexText,
  type RenderOptions,
  renderPromptIndex,
} from "@knowledge-base/sdk/prompt";
import { describe, expectTypeOf, it } from "vitest";

declare const entries: readonly IndexEntry[];

describe("renderPromptIndex", () => {
  it("accepts readonly entries and options", () => {
    expectTypeOf(renderPromptIndex).parameters.toEqualTypeOf<
      [entries: readonly IndexEntry[], options?: RenderOptions | undefined]
    >();
    expectTypeOf<Readonly<RenderOptions>>().toEqualTypeOf<RenderOptions>();
  });

  it("accepts the output of promptIndex.get", () => {
    expectTypeOf<Awaited<ReturnType<KnowledgeBase["promptIndex"]["get"]>>>().toExtend<
      Parameters<typeof renderPromptIndex>[0]
    >();
  });

  it("returns a text, its tokens and the entries", () => {
    expectTypeOf(renderPromptIndex).returns.toEqualTypeOf<PromptIndexText>();
    expectTypeOf<PromptIndexText>().toEqualTypeOf<{
      readonly text: string;
      readonly tokens: number;
      readonly included: readonly IndexEntry[];
      readonly omitted: readonly IndexEntry[];
    }>();
  });

  it("has options that may be omitted or undefined", () => {
    expectTypeOf<RenderOptions>().toEqualTypeOf<{
      readonly format?: PromptFormat | undefined;
      readonly maxTokens?: number | undefined;
      readonly countTokens?: ((text: string) => number) | undefined;
    }>();
    expectTypeOf({}).toExtend<RenderOptions>();
  });

  it("knows three formats", () => {
    expectTypeOf<PromptFormat>().toEqualTypeOf<"markdown" | "xml" | "json">();
  });

  it("rejects invalid options and entries", () => {
    // @ts-expect-error unknown format
    expectTypeOf(() => renderPromptIndex(entries, { format: "html" })).toBeFunction();
    // @ts-expect-error maxTokens is a number
    expectTypeOf(() => renderPromptIndex(entries, { maxTokens: "100" })).toBeFunction();
    // @ts-expect-error a counter returns at once
    expectTypeOf(() => renderPromptIndex(entries, { countTokens: async () => 1 })).toBeFunction();
    // @ts-expect-error unknown option
    expectTypeOf(() => renderPromptIndex(entries, { maxToken: 1 })).toBeFunction();
    // @ts-expect-error entries are required
    expectTypeOf(() => renderPromptIndex()).toBeFunction();
    // @ts-expect-error entries have more fields
    expectTypeOf(() => renderPromptIndex([{ slug: "a", title: "A" }])).toBeFunction();
  });
});
