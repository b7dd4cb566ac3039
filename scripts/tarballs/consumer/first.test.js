// The test of the quick start, run by Jest without any configuration.
const { KnowledgeBase } = require("@knowledge-base/sdk");
const { createReferenceServer } = require("@knowledge-base/server");
const { demoSeed } = require("@knowledge-base/server/demo");

it("archives a page", async () => {
  const server = createReferenceServer({ seed: demoSeed() });
  const kb = new KnowledgeBase(server.connection);
  const input = { brainId: "brain_operations", slug: "weather-limits" };
  expect(await kb.pages.archive(input)).toMatchObject({ status: "archived" });
});
