import { KnowledgeBase } from "@knowledge-base/sdk";
import type { CheckContext } from "./check.ts";

// One call of the client. The size of its bundle is in the table.

const shared = globalThis as typeof globalThis & { readonly matrixContext: CheckContext; matrixResults: unknown };
const { serviceUrl, apiKey } = shared.matrixContext;
const kb = new KnowledgeBase({ baseUrl: serviceUrl, apiKey, dangerouslyAllowBrowser: true });
shared.matrixResults = kb.promptIndex.get({ brainId: "brain_operations", limit: 1 });
