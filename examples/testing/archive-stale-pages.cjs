const { KnowledgeBase } = require("@knowledge-base/sdk");

/**
 * Archives the stale pages of a brain that aren't pinned, and returns them.
 *
 * @param {string} brainId
 * @param {KnowledgeBase} kb - by default configured by environment variables
 */
async function archiveStalePages(brainId, kb = new KnowledgeBase()) {
  const entries = await kb.promptIndex.get({ brainId, limit: 500 });
  const archived = [];
  for (const { slug, status, pinned } of entries) {
    if (status !== "stale" || pinned) continue;
    const { data: page, error } = await kb.pages.archive({ brainId, slug }).safe();
    // The page was removed after the index was read.
    if (error?.code === "not_found") continue;
    if (error) throw error;
    archived.push({ slug, archivedAt: page.updatedAt });
  }
  return archived;
}

module.exports = { archiveStalePages };
