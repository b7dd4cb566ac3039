import type { PageSourceRef } from "@knowledge-base/types";
import type { StoredPage } from "../../store/state.ts";
import { findWikilinks } from "../../wikilinks.ts";
import { refuseInput } from "../refusal.ts";
import type { AttachSourceInput, PageContent } from "./page-inputs.ts";

const contentFields = [
  "title",
  "summary",
  "body",
  "entities",
  "backlinks",
  "embedding",
  "pageType",
  "bucket",
] as const satisfies readonly (keyof PageContent)[];

/** The fields of a content that are there, with what follows from them. */
export function changesOf(content: PageContent): Partial<StoredPage> {
  const given = contentFields.filter((field) => content[field] !== undefined);
  return {
    ...(content.body !== undefined && { backlinks: findWikilinks(content.body) }),
    ...(content.bucket !== undefined && { bucketSource: "user" as const }),
    ...Object.fromEntries(given.map((field) => [field, content[field]])),
    ...(content.embedding && { embedding: content.embedding.slice() }),
  };
}

/** Completes sources that are attached now. */
export function attach(sources: readonly AttachSourceInput[], now: string): PageSourceRef[] {
  const ids = sources.map(({ ingestSourceId }) => ingestSourceId);
  const repeated = ids.flatMap((id, index) => (ids.indexOf(id) < index ? [index] : []));
  if (repeated.length > 0) {
    refuseInput(repeated.map((index) => ({ path: `sources[${index}].ingestSourceId`, message: "is named already" })));
  }
  return sources.map(({ ingestSourceId, chunkUuids = [], attachedAt = now }) => ({
    ingestSourceId,
    chunkUuids: chunkUuids.slice(),
    attachedAt,
  }));
}
