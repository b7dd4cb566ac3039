const { KnowledgeBase } = require("@knowledge-base/sdk");
const { createReferenceServer } = require("@knowledge-base/server");
const { demoSeed } = require("@knowledge-base/server/demo");
const { archiveStalePages } = require("./archive-stale-pages.cjs");

const brainId = "brain_operations";
let server;
let kb;

beforeEach(() => {
  server = createReferenceServer({ seed: demoSeed() });
  kb = new KnowledgeBase(server.connection);
});

// If the fault didn't happen, the test hasn't tested it.
afterEach(() => expect(server.faults.pending()).toEqual([]));

test("archives the stale pages, and returns when", async () => {
  server.clock.freeze("2026-07-01T06:00:00.000Z");
  expect(await archiveStalePages(brainId, kb)).toEqual([
    { slug: "petrel-spare-until-december", archivedAt: "2026-07-01T06:00:00.000Z" },
    { slug: "lapwing-delivery-plan", archivedAt: "2026-07-01T06:00:00.000Z" },
    { slug: "winter-timetable-2025", archivedAt: "2026-07-01T06:00:00.000Z" },
  ]);
  expect(server.journal.entries({ operation: "pages.archive" })).toHaveLength(3);
});

test("leaves a stale page that is pinned", async () => {
  server.control.pages.pin({ brainId, slug: "winter-timetable-2025" });
  expect(await archiveStalePages(brainId, kb)).toHaveLength(2);
  expect(server.control.pages.get({ brainId, slug: "winter-timetable-2025" }).archived).toBe(false);
});

test("fails if the service stays unavailable", async () => {
  const unavailable = { kind: "status", status: 503, retryAfter: 0, times: 3 };
  server.faults.add({ operation: "pages.archive", ...unavailable });
  await expect(archiveStalePages(brainId, kb)).rejects.toMatchObject({ status: 503 });
});

test("tries again after a timeout", async () => {
  jest.useFakeTimers();
  server.faults.add({ operation: "pages.archive", kind: "hang" });
  const archived = archiveStalePages(brainId, kb);
  await jest.advanceTimersByTimeAsync(60_000);
  expect(await archived).toHaveLength(3);
  jest.useRealTimers();
});

test("uses the service that the environment variables name", async () => {
  const { baseUrl, apiKey, fetch } = server;
  jest.spyOn(globalThis, "fetch").mockImplementation(fetch);
  jest.replaceProperty(process, "env", {
    KNOWLEDGE_BASE_URL: baseUrl,
    KNOWLEDGE_BASE_API_KEY: apiKey,
  });
  expect(await archiveStalePages(brainId)).toHaveLength(3);
  jest.restoreAllMocks();
});
