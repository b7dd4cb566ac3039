// Run by Vitest, without any configuration.
import { KnowledgeBase } from "@knowledge-base/sdk";
import { demoSeed } from "@knowledge-base/server/demo";
import { createTest } from "@knowledge-base/server/vitest";

const test = createTest({
  server: { seed: demoSeed() },
  client: ({ connection }) => new KnowledgeBase(connection),
});

test("archives a page", async ({ server, client, expect }) => {
  await client.pages.archive({ brainId: "brain_operations", slug: "weather-limits" });
  expect(server).toHaveReceived("pages.archive", { slug: "weather-limits" });
});
