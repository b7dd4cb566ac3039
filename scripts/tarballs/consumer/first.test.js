// The test of the README, run by Jest without any configuration.
const { KnowledgeBase } = require("@knowledge-base/sdk");
const { createReferenceServer } = require("@knowledge-base/server");
const { demoSeed } = require("@knowledge-base/server/demo");

it("archives a page", async () => {
  const { baseUrl, apiKey, fetch } = createReferenceServer({ seed: demoSeed() });
  const kb = new KnowledgeBase({ baseUrl, apiKey, fetch });
  const page = await kb.pages.archive({ brainId: "brain_operations", slug: "weather-limits" });
  expect(page.status).toBe("archived");
});
