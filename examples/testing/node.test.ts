import assert from "node:assert/strict";
import { afterEach, beforeEach, test } from "node:test";
import { setImmediate } from "node:timers/promises";
import { KnowledgeBase } from "@knowledge-base/sdk";
import { createReferenceServer, type ReferenceServer } from "@knowledge-base/server";
import { demoSeed } from "@knowledge-base/server/demo";
import { archiveStalePages } from "./archive-stale-pages.cjs";

const brainId = "brain_operations";
let server: ReferenceServer;
let kb: KnowledgeBase;

beforeEach(() => {
  server = createReferenceServer({ seed: demoSeed() });
  kb = new KnowledgeBase(server.connection);
});

// If the fault didn't happen, the test hasn't tested it.
afterEach(() => assert.deepEqual(server.faults.pending(), []));

test("archives the stale pages, and returns when", async () => {
  server.clock.freeze("2026-07-01T06:00:00.000Z");
  assert.deepEqual(await archiveStalePages(brainId, kb), [
    { slug: "petrel-spare-until-december", archivedAt: "2026-07-01T06:00:00.000Z" },
    { slug: "lapwing-delivery-plan", archivedAt: "2026-07-01T06:00:00.000Z" },
    { slug: "winter-timetable-2025", archivedAt: "2026-07-01T06:00:00.000Z" },
  ]);
  assert.equal(server.journal.entries({ operation: "pages.archive" }).length, 3);
});

test("retries if a response is lost", async () => {
  server.faults.add({
    operation: "pages.archive",
    kind: "connection_reset",
    afterCommit: true,
  });
  assert.equal((await archiveStalePages(brainId, kb)).length, 3);
  assert.equal(server.journal.entries({ operation: "pages.archive" }).length, 4);
});

test("tries again after a timeout", async ({ mock }) => {
  server.faults.add({ operation: "pages.archive", kind: "hang" });
  mock.timers.enable({ apis: ["setTimeout", "Date"] });
  const archived = archiveStalePages(brainId, kb);
  for (let second = 0; second < 60; second += 1) {
    await setImmediate();
    mock.timers.tick(1000);
  }
  assert.equal((await archived).length, 3);
});

test("uses the service that the environment variables name", async ({ mock }) => {
  mock.method(globalThis, "fetch", server.fetch);
  mock.property(process, "env", {
    KNOWLEDGE_BASE_URL: server.baseUrl,
    KNOWLEDGE_BASE_API_KEY: server.apiKey,
  });
  assert.equal((await archiveStalePages(brainId)).length, 3);
});
