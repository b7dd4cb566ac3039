import { type KnowledgeBase, NotFoundError } from "@knowledge-base/sdk";

export interface ArchivedPage {
  readonly slug: string;
  readonly archivedAt: string;
}

/** Archives the stale pages of a brain that are not pinned, and returns them. */
export async function archiveStalePages(
  kb: KnowledgeBase,
  brainId: string,
): Promise<ArchivedPage[]> {
  const entries = await kb.promptIndex.get({ brainId, limit: 500 });
  const stale = entries.filter(({ status, pinned }) => status === "stale" && !pinned);
  const archived: ArchivedPage[] = [];
  for (const { slug } of stale) {
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
