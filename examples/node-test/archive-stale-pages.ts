import { type KnowledgeBase, NotFoundError } from "@knowledge-base/sdk";

export interface ArchivedPage {
  readonly slug: string;
  readonly archivedAt: string;
}

/** Archives the stale pages of a brain, except those that are pinned, and returns those that it archived. */
export async function archiveStalePages(kb: KnowledgeBase, brainId: string): Promise<ArchivedPage[]> {
  const entries = await kb.promptIndex.get({ brainId, limit: 500 });
  const archived: ArchivedPage[] = [];
  for (const { slug } of entries.filter(({ status, pinned }) => status === "stale" && !pinned)) {
    try {
      const page = await kb.pages.archive({ brainId, slug });
      archived.push({ slug, archivedAt: page.updatedAt });
    } catch (error) {
      // The page was removed after the index was read.
      if (!(error instanceof NotFoundError)) throw error;
    }
  }
  return archived;
}
