import assert from "node:assert/strict";
import { readdir } from "node:fs/promises";
import { describe, it } from "node:test";
import { BadRequestError, KnowledgeBase, ServerError, UnauthorizedError } from "@knowledge-base/sdk";
import { connect } from "@knowledge-base/server/control";
import { controlToken } from "./start-runtime.ts";
import { brainId, seed, skip, useRuntime } from "./use-runtime.ts";

describe("the Worker", { skip, timeout: 120_000 }, () => {
  const used = useRuntime();

  it("rejects a wrong key like the service, and creates no database for it", async () => {
    const { apiKey } = await used.createOrganization("org_keys");
    const files = await readdir(used.storage, { recursive: true });
    const [, , random, signature] = apiKey.split(".");
    const wrongKeys = [
      "wrong",
      "kb.org_unknown.a.b",
      `kb.org_unknown.${random}.${signature}`,
      `kb.org_keys.a.${signature}`,
      `${apiKey}A`,
      apiKey.slice(0, -1),
    ];
    for (const wrong of wrongKeys) {
      const kb = new KnowledgeBase({ baseUrl: used.url, apiKey: wrong });
      await assert.rejects(kb.promptIndex.get({ brainId }), (error) => {
        return error instanceof UnauthorizedError && error.body?.message === "Invalid x-api-key";
      });
    }
    const page = `${used.url}/page.org_unknown.${signature}/_platform/oauth/authorize?state=a.b`;
    assert.equal((await fetch(page)).status, 400);
    assert.deepEqual(await readdir(used.storage, { recursive: true }), files);
  });

  it("creates an organization once", async () => {
    const attempts = await Promise.allSettled([1, 2, 3].map(() => used.createOrganization("org_once")));
    assert.deepEqual(attempts.map(({ status }) => status).toSorted(), ["fulfilled", "rejected", "rejected"]);
    await assert.rejects(used.createOrganization("org_once"), {
      code: "invalid_input",
      message: /id is taken already/,
    });
  });

  it("rejects keys that lead to another organization or to none", async () => {
    const { organization } = await used.createOrganization("org_own");
    const { apiKey } = await used.createOrganization("org_other");
    for (const key of [apiKey, "kb_my_key"]) {
      await assert.rejects(organization.control.apiKeys.create({ key }), { code: "invalid_input" });
      await assert.rejects(used.server.control.organizations.create({ apiKey: key }), { code: "invalid_input" });
    }
    await assert.rejects(organization.seed({ version: 1 }), { code: "invalid_input", message: /apiKeys=omit/ });
    const pages = [{ brainId, title: "Neap tide" }];
    await organization.seed({ version: 1, pages }, { apiKeys: "omit" });
    assert.equal((await organization.snapshot()).pages.length, 2);
  });

  it("stores nothing of a change that cannot be stored, and continues", async () => {
    const { kb, organization } = await used.createOrganization("org_large");
    const page = { brainId, slug: "spring-tide" };
    const long = "tide ".repeat(160_000);
    await organization.control.pages.edit({ ...page, summary: long });
    await organization.control.pages.edit({ ...page, body: long });
    await assert.rejects(organization.control.pages.edit({ ...page, title: long }), /a record exceeds 2000000 bytes/);
    assert.equal((await kb.promptIndex.get({ brainId }))[0]?.title, "Spring tide");
    await kb.pages.archive(page);
    await used.restart();
    assert.deepEqual(await kb.promptIndex.get({ brainId }), []);
    const pages = [{ brainId, title: "Large", body: "tide ".repeat(500_000) }];
    await assert.rejects(used.server.control.organizations.create({ id: "org_larger", seed: { ...seed, pages } }), {
      code: "too_large",
    });
    await used.createOrganization("org_larger");
  });

  it("limits the size of bodies", async () => {
    const { apiKey, organization } = await used.createOrganization("org_bodies");
    const headers = { "x-api-key": apiKey, "content-type": "application/json" };
    const body = JSON.stringify({ notifyBriefs: "x".repeat(200_000) });
    const url = `${used.url}/v1/brains/${brainId}/messaging/bindings/b`;
    assert.equal((await fetch(url, { method: "PATCH", headers, body })).status, 413);
    const large = { brainId, title: "Large", body: "x".repeat(2_000_000) };
    await assert.rejects(organization.control.pages.create(large), { code: "too_large" });
  });

  it("executes controls of one organization only, and only with the token", async () => {
    await used.createOrganization("org_controlled");
    for (const token of [undefined, "wrong"])
      await assert.rejects(connect(used.url, { token }), { code: "unauthorized" });
    const call = (path: string, headers = { authorization: `Bearer ${controlToken}` }) =>
      fetch(`${used.url}/_control/${path}`, { method: "POST", headers });
    assert.equal((await call("server/snapshot?organization=org_controlled")).status, 200);
    assert.equal(
      (await call("server/snapshot?organization=org_controlled", { authorization: "Bearer x" })).status,
      401,
    );
    for (const path of ["server/snapshot", "organizations/list", "journal/entries", "events"]) {
      assert.equal((await call(path)).status, 404, path);
    }
    await assert.rejects(used.server.organization("org_nobody").snapshot(), { code: "not_found" });
    await assert.rejects(used.server.control.organizations.create({ id: "a/b" }), { code: "invalid_input" });
    assert.equal((await fetch(`${used.url}/_health`)).status, 200);
  });

  it("reports the errors of the service", async () => {
    const { kb } = await used.createOrganization("org_errors");
    await assert.rejects(kb.promptIndex.get({ brainId, limit: 1000 }), BadRequestError);
  });

  it("responds with 503 if an object sends no response, and to other organizations as before", async () => {
    const { kb, organization } = await used.createOrganization("org_faults");
    const { kb: other } = await used.createOrganization("org_without_faults");
    await organization.faults.add({ kind: "connection_reset" });
    await assert.rejects(
      kb.promptIndex.get({ brainId }),
      (error) => error instanceof ServerError && error.status === 503,
    );
    assert.equal((await kb.promptIndex.get({ brainId })).length, 1);
    assert.equal((await other.promptIndex.get({ brainId })).length, 1);
  });
});
