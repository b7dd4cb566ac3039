// Uses the installed packages with `require`.
const assert = require("node:assert/strict");
const { runConformance } = require("@knowledge-base/conformance");
const { CallPromise, KnowledgeBase, NotFoundError } = require("@knowledge-base/sdk");
const { OAuthCallbackError, readOAuthCallback } = require("@knowledge-base/sdk/oauth");
const { renderPromptIndex } = require("@knowledge-base/sdk/prompt");
const { toTools } = require("@knowledge-base/sdk/tools");
const { createReferenceServer } = require("@knowledge-base/server");
const { connect, withControl } = require("@knowledge-base/server/control");
const { demoSeed } = require("@knowledge-base/server/demo");
const { apiKey: createApiKey, organization, page } = require("@knowledge-base/server/factories");
const { listen } = require("@knowledge-base/server/node");
const { contract } = require("@knowledge-base/types");
const { createOpenApiDocument } = require("@knowledge-base/types/openapi");

const brainId = "brain_operations";

/** Calls the reference server directly and over HTTP. */
exports.useEverything = async () => {
  const server = createReferenceServer({ seed: demoSeed() });
  const { baseUrl, apiKey, fetch } = server;
  const kb = new KnowledgeBase({ baseUrl, apiKey, fetch });
  assert.deepEqual([KnowledgeBase.name, CallPromise.name], ["KnowledgeBase", "CallPromise"]);
  assert.equal((await kb.pages.archive({ brainId, slug: "weather-limits" })).status, "archived");
  await assert.rejects(kb.pages.archive({ brainId, slug: "nothing" }), NotFoundError);
  const { text } = renderPromptIndex(await kb.promptIndex.get({ brainId, limit: 3 }));
  assert.match(text, /electric-fleet-programme/);
  const [tool] = toTools(kb, { allow: ["pages.archive"], brainId });
  assert.equal((await tool.call({ slug: "nothing" })).code, "not_found");
  assert.equal((await tool.call({ slug: "kestrel" })).data.archived, true);
  assert.throws(
    () => readOAuthCallback("https://app.example.com/?error=access_denied", { state: "s" }),
    OAuthCallbackError,
  );
  assert.equal(page({ updatedAt: new Date("2026-03-02T08:15:00Z") }).createdAt, "2026-03-02T08:15:00.000Z");
  server.seed({ version: 1, organizations: [organization()], apiKeys: [createApiKey()] });
  assert.equal(server.control.apiKeys.get({ apiKey: "kb_organization" }).role, "admin");
  assert.equal(contract["pages.archive"].success.status, 201);
  assert.match(createOpenApiDocument({ servers: [{ url: baseUrl }] }).openapi, /^3\.1/);
  assert(await runConformance({ baseUrl, apiKey, fetch, records: { brainId } }).then(({ conforms }) => conforms));

  const listener = await listen({ ...server, fetch: withControl(server) });
  try {
    const overHttp = new KnowledgeBase({ baseUrl: listener.url, apiKey });
    assert.equal((await overHttp.promptIndex.get({ brainId, limit: 3 })).length, 3);
    assert((await (await connect(listener.url)).journal.entries()).length > 0);
  } finally {
    await listener.close();
  }
};
