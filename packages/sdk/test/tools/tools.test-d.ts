import type { KnowledgeBase } from "@knowledge-base/sdk";
import { toTools } from "@knowledge-base/sdk/tools";
import { it } from "vitest";

declare const kb: KnowledgeBase;

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
