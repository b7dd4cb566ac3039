import type { KnowledgeBase } from "@knowledge-base/sdk";
import { type AgentTool, toTools } from "@knowledge-base/sdk/tools";
import { expectTypeOf, it } from "vitest";

declare const kb: KnowledgeBase;
declare const tools: readonly AgentTool[];

it("takes ids of operations of the service, and no others", () => {
  toTools(kb, { allow: ["pages.archive", { operation: "promptIndex.get" }] });
  toTools({ call: (...args) => kb.call(...args), describe: (...args) => kb.describe(...args) });
  // @ts-expect-error There is no such operation.
  toTools(kb, { allow: ["pages.delete"] });
  // @ts-expect-error There is no such operation.
  toTools(kb, { allow: [{ operation: "pages.delete" }] });
  // @ts-expect-error There is no such option.
  toTools(kb, { brain: "brain_operations" });
});

it("returns results that ok narrows", async () => {
  const result = await tools[0]?.call({});
  if (result?.ok) expectTypeOf(result.data).toEqualTypeOf<Readonly<Record<string, unknown>>>();
  else expectTypeOf(result?.code).toExtend<string | undefined>();
});
