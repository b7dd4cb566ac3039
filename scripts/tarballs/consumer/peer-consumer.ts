// Compiles the entries that need msw or Vitest.
import { KnowledgeBase } from "@knowledge-base/sdk";
import { createReferenceServer } from "@knowledge-base/server";
import { createHandlers } from "@knowledge-base/server/msw";
import { createTest } from "@knowledge-base/server/vitest";

export const handlers = createHandlers(createReferenceServer());
export const test = createTest({
  client: ({ baseUrl, apiKey, fetch }) => new KnowledgeBase({ baseUrl, apiKey, fetch }),
});
