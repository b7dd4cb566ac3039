import { KnowledgeBase } from "@knowledge-base/sdk";
import { demoSeed } from "@knowledge-base/server/demo";
import { createTest } from "@knowledge-base/server/vitest";
import { archiveStalePages } from "./archive-stale-pages.ts";

const test = createTest({
  server: { seed: demoSeed() },
  client: ({ baseUrl, apiKey, fetch }) => new KnowledgeBase({ baseUrl, apiKey, fetch }),
});

const brainId = "brain_operations";

test("archives the stale pages, and returns when", async ({ server, client, expect }) => {
  server.clock.freeze("2026-07-01T06:00:00.000Z");
  expect(await archiveStalePages(client, brainId)).toEqual([
    { slug: "petrel-spare-until-december", archivedAt: "2026-07-01T06:00:00.000Z" },
    { slug: "lapwing-delivery-plan", archivedAt: "2026-07-01T06:00:00.000Z" },
    { slug: "winter-timetable-2025", archivedAt: "2026-07-01T06:00:00.000Z" },
  ]);
  expect(server).toHaveReceivedTimes("pages.archive", 3);
});

test("leaves a stale page that is pinned", async ({ server, client, expect }) => {
  server.control.pages.pin({ brainId, slug: "winter-timetable-2025" });
  expect(await archiveStalePages(client, brainId)).toHaveLength(2);
  expect(server).not.toHaveReceived("pages.archive", { slug: "winter-timetable-2025" });
});

test("skips a page that was removed meanwhile", async ({ server, client, expect }) => {
  server.faults.add({ operation: "pages.archive", kind: "status", status: 404 });
  expect(await archiveStalePages(client, brainId)).toHaveLength(2);
});

test("retries if a response is lost", async ({ server, client, expect }) => {
  server.faults.add({
    operation: "pages.archive",
    kind: "connection_reset",
    afterCommit: true,
  });
  expect(await archiveStalePages(client, brainId)).toHaveLength(3);
  expect(server).toHaveReceivedTimes("pages.archive", 2, {
    slug: "petrel-spare-until-december",
  });
});

test("fails if the service stays unavailable", async ({ server, client, expect }) => {
  server.faults.add({
    operation: "pages.archive",
    kind: "status",
    status: 503,
    retryAfter: 0,
    times: 3,
  });
  await expect(archiveStalePages(client, brainId)).rejects.toMatchObject({ status: 503 });
});
