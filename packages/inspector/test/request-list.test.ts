import { KnowledgeBase } from "@knowledge-base/sdk";
import { createReferenceServer } from "@knowledge-base/server";
import { demoSeed } from "@knowledge-base/server/demo";
import { describe, expect, it } from "vitest";
import { addRequests, filterRequests, maxRequests, noFilter, type RequestFilter } from "../src/page/request-list.ts";

const brainId = "brain_operations";

/** Returns requests in the order of their arrival: a success, a 401, a 503 that a fault caused, and a late success. */
async function makeRequests() {
  const server = createReferenceServer({ seed: demoSeed() });
  const kb = new KnowledgeBase({ ...server.connection, retries: 0 });
  await kb.promptIndex.get({ brainId, limit: 3 });
  await kb.withOptions({ apiKey: "kb_of_nobody" }).promptIndex.get({ brainId }).safe();
  server.faults.add({ kind: "status", status: 503 });
  await kb.oauth.start({ brainId }).safe();
  server.faults.add({ kind: "latency", latency: 1 });
  await kb.pages.archive({ brainId, slug: "kestrel" });
  return server.journal.entries();
}

describe("the list of requests", () => {
  it("has the newest first, also if a request ended after others that arrived later", async () => {
    const [first, ...later] = await makeRequests();
    const listed = addRequests(addRequests([], later), first ? [first] : []);
    expect(listed.map(({ id }) => id)).toEqual(["request_4", "request_3", "request_2", "request_1"]);
  });

  it(`keeps the newest ${maxRequests}`, async () => {
    const requests = await makeRequests();
    const many = Array.from({ length: maxRequests }, (_, index) => ({ ...requests[0], id: `request_${index + 5}` }));
    const listed = addRequests(addRequests([], requests), many as typeof requests);
    expect([listed.length, listed[0]?.id, listed.at(-1)?.id]).toEqual([maxRequests, "request_1004", "request_5"]);
  });

  const filters: readonly { readonly filter: Partial<RequestFilter>; readonly found: readonly number[] }[] = [
    { filter: {}, found: [1, 2, 3, 4] },
    { filter: { text: " LIMIT=3 " }, found: [1] },
    { filter: { text: "invalid x-api-key" }, found: [2] },
    { filter: { text: "oauth.start" }, found: [3] },
    { filter: { text: "post" }, found: [3, 4] },
    { filter: { text: "nothing has this" }, found: [] },
    { filter: { outcome: "success" }, found: [1, 4] },
    { filter: { outcome: "failed" }, found: [2, 3] },
    { filter: { outcome: "fault" }, found: [3, 4] },
    { filter: { outcome: "fault", text: "kestrel" }, found: [4] },
  ];

  it.each(filters)("has the requests $found that pass the filter $filter", async ({ filter, found }) => {
    const passed = filterRequests(await makeRequests(), { ...noFilter, ...filter });
    expect(passed.map(({ id }) => id)).toEqual(found.map((number) => `request_${number}`));
  });
});
