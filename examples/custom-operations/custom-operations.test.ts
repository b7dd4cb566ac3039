import assert from "node:assert/strict";
import { beforeEach, describe, it } from "node:test";
import { KnowledgeBase, NotFoundError } from "@knowledge-base/sdk";
import { createReferenceServer } from "@knowledge-base/server";
import { demoSeed } from "@knowledge-base/server/demo";
import { operations } from "./implementations.ts";
import { confirmOauth, getMessagingStatus, restorePage } from "./operations.ts";

const brainId = "brain_operations";
const server = createReferenceServer({ seed: demoSeed(), operations });
const kb = new KnowledgeBase(server.connection);
beforeEach(() => server.reset());

describe("the custom operations", () => {
  it("restore an archived page", async () => {
    const page = { brainId, slug: "weather-limits" };
    await kb.pages.archive(page);
    assert.equal((await kb.call(restorePage, page)).archived, false);
  });

  it("show the installation that an authorization has added", async () => {
    const before = await kb.call(getMessagingStatus, { brainId });
    const { authorizationUrl } = await kb.oauth.start({ brainId });
    const { code, state } = await server.control.oauth.approve({ authorizationUrl });
    const { installationId } = await kb.call(confirmOauth, { code, state });
    const { installationIds } = await kb.call(getMessagingStatus, { brainId });
    assert.deepEqual(installationIds, [...before.installationIds, installationId]);
  });

  it("reject a page that does not exist", async () => {
    await assert.rejects(kb.call(restorePage, { brainId, slug: "none" }), NotFoundError);
  });

  it("have faults and a journal, as all operations do", async () => {
    server.faults.add({ operation: "messaging.status", kind: "status", status: 503 });
    await kb.call(getMessagingStatus, { brainId });
    const statuses = server.journal.entries({ operation: "messaging.status" }).map(({ status }) => status);
    assert.deepEqual(statuses, [503, 200]);
  });
});
