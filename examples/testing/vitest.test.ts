import { KnowledgeBase } from "@knowledge-base/sdk";
import { createReferenceServer } from "@knowledge-base/server";
import { demoSeed } from "@knowledge-base/server/demo";
import { createHandlers } from "@knowledge-base/server/msw";
import { createTest } from "@knowledge-base/server/vitest";
import { setupServer } from "msw/node";
import { describe, it, onTestFinished, vi } from "vitest";
import { archiveStalePages } from "./archive-stale-pages.cjs";

const brainId = "brain_operations";

const test = createTest({
  server: { seed: demoSeed() },
  client: ({ connection }) => new KnowledgeBase(connection),
});

describe("with a client that has the fetch of a server", () => {
  test("archives the stale pages, and returns when", async ({ server, client, expect }) => {
    server.clock.freeze("2026-07-01T06:00:00.000Z");
    expect(await archiveStalePages(brainId, client)).toEqual([
      { slug: "petrel-spare-until-december", archivedAt: "2026-07-01T06:00:00.000Z" },
      { slug: "lapwing-delivery-plan", archivedAt: "2026-07-01T06:00:00.000Z" },
      { slug: "winter-timetable-2025", archivedAt: "2026-07-01T06:00:00.000Z" },
    ]);
    expect(server).toHaveReceivedTimes("pages.archive", 3);
  });

  test("leaves a stale page that is pinned", async ({ server, client, expect }) => {
    server.control.pages.pin({ brainId, slug: "winter-timetable-2025" });
    expect(await archiveStalePages(brainId, client)).toHaveLength(2);
    expect(server).not.toHaveReceived("pages.archive", { slug: "winter-timetable-2025" });
  });

  test("skips a page that was removed meanwhile", async ({ server, client, expect }) => {
    server.faults.add({ operation: "pages.archive", kind: "status", status: 404 });
    expect(await archiveStalePages(brainId, client)).toHaveLength(2);
  });

  test("retries if a response is lost", async ({ server, client, expect }) => {
    server.faults.add({
      operation: "pages.archive",
      kind: "connection_reset",
      afterCommit: true,
    });
    expect(await archiveStalePages(brainId, client)).toHaveLength(3);
    expect(server).toHaveReceivedTimes("pages.archive", 2, {
      slug: "petrel-spare-until-december",
    });
  });
});

describe("with a client of its own, whose requests msw intercepts", () => {
  it("archives the stale pages", async ({ expect }) => {
    const server = createReferenceServer({ baseUrl: "https://kb.example.com", seed: demoSeed() });
    const interception = setupServer(...createHandlers(server));
    interception.listen({ onUnhandledFrame: "error" });
    onTestFinished(() => interception.close());
    vi.stubEnv("KNOWLEDGE_BASE_URL", server.baseUrl);
    vi.stubEnv("KNOWLEDGE_BASE_API_KEY", server.apiKey);

    expect(await archiveStalePages(brainId)).toHaveLength(3);
    expect(server).toHaveSucceededTimes("pages.archive", 3);
  });
});
