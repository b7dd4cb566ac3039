// kb is a client. The reference server that it calls runs in this page.
const brainId = "brain_operations";
const entries = await kb.promptIndex.get({ brainId, limit: 2 });
for (const { title } of entries) console.log(title);
const page = await kb.pages.archive({ brainId, slug: "weather-limits" });
console.log(page.status);
const { error } = await kb.pages.archive({ brainId, slug: "none" }).safe();
console.log(error?.message);
