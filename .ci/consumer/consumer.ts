// What an application sees of the built packages: their declarations, compiled without skipLibCheck.
import { type ConformanceResult, runConformance } from "@knowledge-base/conformance";
import { type ChannelBinding, KnowledgeBase, type Page } from "@knowledge-base/sdk";
import { createReferenceServer } from "@knowledge-base/server";
import { demoSeed } from "@knowledge-base/server/demo";
import { createHandlers } from "@knowledge-base/server/msw";
import { contract, type Input } from "@knowledge-base/types";

const { baseUrl, apiKey, fetch } = createReferenceServer({ seed: demoSeed() });
const kb = new KnowledgeBase({ baseUrl, apiKey, fetch });

const archive: Input<"pages.archive"> = { brainId: "brain_operations", slug: "weather-limits" };
export const page: Promise<Page> = kb.pages.archive(archive);
export const binding: Promise<ChannelBinding> = kb.bindings.update({ brainId: "brain", bindingId: "binding" });
export const handlers = createHandlers({ baseUrl, fetch });
export const archiveStatus: 201 = contract["pages.archive"].success.status;
export const results: Promise<ConformanceResult[]> = runConformance({
  baseUrl,
  apiKey,
  fetch,
  known: { brainId: "brain", slug: "page", bindingId: "binding", installationId: "installation" },
});
