const { KnowledgeBase } = require("@knowledge-base/sdk");

/** Composes a digest of the three pages on top of a brain, in Markdown. Address and key come from the environment. */
async function composeDigest(brainId) {
  const kb = new KnowledgeBase();
  const entries = await kb.promptIndex.get({ brainId, limit: 3 });
  return entries.map(({ title, summary }) => `- **${title}**: ${summary}`).join("\n");
}

module.exports = { composeDigest };
