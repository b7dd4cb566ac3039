import assert from "node:assert/strict";
import { afterEach, beforeEach, test } from "node:test";
import { KnowledgeBase } from "@knowledge-base/sdk";
import { createReferenceServer, type ReferenceServer } from "@knowledge-base/server";
import { demoSeed } from "@knowledge-base/server/demo";
import { archiveStalePages } from "./archive-stale-pages.ts";

const brainId = "brain_operations";
let server: ReferenceServer;
let kb: KnowledgeBase;

beforeEach(() => {
  server = createReferenceServer({ seed: demoSeed() });
  const { baseUrl, apiKey, fetch } = server;
  kb = new KnowledgeBase({ baseUrl, apiKey, fetch });
});

// If the fault did not happen, the test has not tested it.
afterEach(() => assert.deepEqual(server.faults.pending(), []));

test("archives the stale pages, and returns when", async () => {
  server.clock.freeze("2026-07-01T06:00:00.000Z");
  assert.deepEqual(await archiveStalePages(kb, brainId), [
    { slug: "petrel-spare-until-december", archivedAt: "2026-07-01T06:00:00.000Z" },
    { slug: "lapwing-delivery-plan", archivedAt: "2026-07-01T06:00:00.000Z" },
    { slug: "winter-timetable-2025", archivedAt: "2026-07-01T06:00:00.000Z" },
  ]);
  assert.equal(server.journal.entries({ operation: "pages.archive" }).length, 3);
});

test("leaves a stale page that is pinned", async () => {
  server.control.pages.pin({ brainId, slug: "winter-timetable-2025" });
  assert.equal((await archiveStalePages(kb, brainId)).length, 2);
  assert.equal(
    server.control.pages.get({ brainId, slug: "winter-timetable-2025" }).archived,
    false,
  );
});

test("skips a page that was removed meanwhile", async () => {
  server.faults.add({ operation: "pages.archive", kind: "status", status: 404 });
  assert.equal((await archiveStalePages(kb, brainId)).length, 2);
});

test("retries if a response is lost", async () => {
  server.faults.add({
    operation: "pages.archive",
    kind: "connection_reset",
    afterCommit: true,
  });
  assert.equal((await archiveStalePages(kb, brainId)).length, 3);
  assert.equal(server.journal.entries({ operation: "pages.archive" }).length, 4);
});

test("fails if the service stays unavailable", async () => {
  server.faults.add({
    operation: "pages.archive",
    kind: "status",
    status: 503,
    retryAfter: 0,
    times: 3,
  });
  await assert.rejects(archiveStalePages(kb, brainId), { status: 503 });
});
