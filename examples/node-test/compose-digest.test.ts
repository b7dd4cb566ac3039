import assert from "node:assert/strict";
import { before, beforeEach, mock, test } from "node:test";
import { NotFoundError } from "@knowledge-base/sdk";
import { createReferenceServer } from "@knowledge-base/server";
import { demoSeed } from "@knowledge-base/server/demo";
import { composeDigest } from "./compose-digest.ts";

const server = createReferenceServer({ seed: demoSeed() });
const brainId = "brain_operations";

before(() => {
  mock.method(globalThis, "fetch", server.fetch);
  Object.assign(process.env, {
    KNOWLEDGE_BASE_URL: server.baseUrl,
    KNOWLEDGE_BASE_API_KEY: server.apiKey,
  });
});
beforeEach(() => server.reset());

test("shows the three pages on top", async () => {
  assert.match(
    await composeDigest(brainId),
    /^- \*\*Electric fleet programme\*\*: .+\n- \*\*Weather limits: wind, fog, ice\*\*: .+\n- \*\*Charging arm: .+\*\*: .+$/,
  );
});

test("shows what a page says now", async () => {
  server.control.pages.edit({
    brainId,
    slug: "weather-limits",
    summary: "When the ferry stays in port.",
  });
  assert.match(
    await composeDigest(brainId),
    /Weather limits: wind, fog, ice\*\*: When the ferry stays in port\./,
  );
});

test("retries after a 503", async () => {
  server.faults.add({
    operation: "promptIndex.get",
    kind: "status",
    status: 503,
    retryAfter: 0,
  });
  assert.match(await composeDigest(brainId), /Electric fleet programme/);
  assert.deepEqual(
    server.journal.entries().map(({ status }) => status),
    [503, 200],
  );
});

test("fails if there is no such brain", async () => {
  await assert.rejects(composeDigest("brain_nobody"), NotFoundError);
});
