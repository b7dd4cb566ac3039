const entries = await kb.promptIndex.get({
  brainId: "brain_operations",
  limit: 3,
});

for (const { slug, title, pinned } of entries) {
  console.log(`${title} (${slug})${pinned ? ", pinned" : ""}`);
}
