const page = await kb.pages.archive({
  brainId: "brain_operations",
  slug: "weather-limits",
});
console.log(`${page.title} is ${page.status}.`);

// The index no longer shows it.
const entries = await kb.promptIndex.get({
  brainId: "brain_operations",
  limit: 500,
});
console.log(entries.some(({ slug }) => slug === page.slug));
