import type { KnowledgeBase } from "@knowledge-base/sdk";
import { CallPromise } from "@knowledge-base/sdk";
import { type AgentTool, toTools } from "@knowledge-base/sdk/tools";
import { describe, expectTypeOf, it } from "vitest";

declare const kb: KnowledgeBase;
declare const tools: readonly AgentTool[];

describe("toTools", () => {
  it("takes ids of operations of the service, and no others", () => {
    toTools(kb, { allow: ["pages.archive", { operation: "promptIndex.get" }] });
    // @ts-expect-error There is no such operation.
    toTools(kb, { allow: ["pages.delete"] });
    // @ts-expect-error There is no such operation.
    toTools(kb, { allow: [{ operation: "pages.delete" }] });
    // @ts-expect-error There is no such option.
    toTools(kb, { brain: "brain_operations" });
  });

  it("takes a plain object in place of a client", () => {
    const promptIndex = { get: () => CallPromise.fromValue([]) };
    const { bindings, channels, oauth, pages } = kb;
    toTools({ bindings, channels, oauth, pages, promptIndex, call: (...args) => kb.call(...args) });
  });

  it("returns results that ok narrows", async () => {
    const result = await tools[0]?.call({});
    if (result?.ok) expectTypeOf(result.data).toEqualTypeOf<Readonly<Record<string, unknown>>>();
    else expectTypeOf(result?.code).toExtend<string | undefined>();
  });
});
