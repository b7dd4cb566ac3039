const { NotFoundError } = require("@knowledge-base/sdk");

/** Archives the stale pages of a brain, except those that are pinned, and returns those that it archived. */
async function archiveStalePages(kb, brainId) {
  const entries = await kb.promptIndex.get({ brainId, limit: 500 });
  const stale = entries.filter(({ status, pinned }) => status === "stale" && !pinned);
  const archived = [];
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

module.exports = { archiveStalePages };
