import { findWikilinks } from "../find-wikilinks.ts";
import { createRandom } from "../random.ts";
import type { StoredPage } from "../store/state.ts";
import type { DemoBrain, DemoPage } from "./demo-page.ts";
import { embed } from "./embed.ts";

/** Adds the derived fields to a demo page. */
export function toStoredPage(brain: DemoBrain, page: DemoPage): StoredPage {
  const { ingestSources, status = "active", source = null, entities, ...written } = page;
  const archived = status === "archived";
  return {
    bucketSource: "auto",
    pinned: false,
    version: 1,
    ...written,
    source: source && { ...source },
    entities: entities.slice(),
    id: `page_${page.slug.replaceAll("-", "_")}`,
    tenantId: brain.tenantId,
    subjectId: brain.subjectId,
    brainId: brain.id,
    sources: ingestSources.map((ingestSourceId) => ({
      ingestSourceId,
      chunkUuids: [uuid(`${ingestSourceId} 1 ${page.slug}`), uuid(`${ingestSourceId} 2 ${page.slug}`)],
      attachedAt: page.createdAt,
    })),
    backlinks: findWikilinks(page.body),
    embedding: embed(`${page.title} ${page.summary} ${page.body}`),
    archived,
    status,
    ...(archived && { statusBeforeArchive: "active" as const }),
    lastCompiledAt: page.updatedAt,
  };
}

function uuid(seed: string): string {
  const random = createRandom(seed);
  const digits = Array.from({ length: 4 }, () => random.next().toString(16).padStart(8, "0")).join("");
  return digits.replace(/^(.{8})(.{4}).(.{3}).(.{3})(.{12})$/, "$1-$2-4$3-8$4-$5");
}
