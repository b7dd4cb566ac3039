import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { describe, it } from "node:test";
import { setTimeout as wait } from "node:timers/promises";
import { promisify } from "node:util";
import { KnowledgeBase, UnauthorizedError } from "@knowledge-base/sdk";
import { readOAuthCallback, readOAuthState } from "@knowledge-base/sdk/oauth";
import { runCrashTest } from "./crash/kill-runtime.ts";
import { controlToken } from "./start-runtime.ts";
import { brainId, skip, useRuntime } from "./use-runtime.ts";

describe("an object for each organization", { skip, timeout: 120_000 }, () => {
  const used = useRuntime();

  it("conforms to the specification", async () => {
    const { apiKey } = await used.createOrganization("org_conformance");
    const setup = "@knowledge-base/conformance/reference-server";
    const args = ["--base-url", used.url, "--api-key", apiKey, "--setup", setup, "--write", "--strict"];
    const env = { ...process.env, KNOWLEDGE_BASE_SERVER_CONTROL_TOKEN: controlToken };
    const { stdout } = await promisify(execFile)("knowledge-base-conformance", args, { env });
    assert.match(stdout, /Conforms\. \d+ passed, 0 failed, 0 differ, 0 not checked, 0 not completed/);
  });

  it("loses nothing when the runtime is killed, and mixes nothing up", async () => {
    const { acknowledged, errorCodes } = await runCrashTest({ organizations: 20, kills: 4 });
    assert(acknowledged > 200, `${acknowledged} requests were acknowledged`);
    assert.deepEqual(new Set([...Object.keys(errorCodes), "connection", "unreachable"]).size, 2);
  });

  it("rejects a key that was revoked, also after a restart", async () => {
    const { organization } = await used.createOrganization("org_revoked");
    const { key } = await organization.control.apiKeys.create({ role: "member" });
    const kb = new KnowledgeBase({ baseUrl: used.url, apiKey: key });
    assert.equal((await kb.promptIndex.get({ brainId })).length, 1);
    await organization.control.apiKeys.revoke({ key });
    await assert.rejects(kb.promptIndex.get({ brainId }), UnauthorizedError);
    await used.restart();
    await assert.rejects(kb.promptIndex.get({ brainId }), UnauthorizedError);
  });

  it("leads a user through OAuth, across restarts", async () => {
    const { kb, organization } = await used.createOrganization("org_oauth");
    await used.server.control.organizations.update({
      organizationId: "org_oauth",
      redirectUrl: "http://localhost:8000/",
    });
    const started = await kb.oauth.start({ brainId });
    assert.deepEqual(await organization.control.oauth.pending(), [
      { ...started, organizationId: "org_oauth", brainId },
    ]);
    await used.restart();
    const page = await fetch(started.authorizationUrl);
    assert.equal(page.status, 200);
    assert.match(await page.text(), /<form method="post" action="\?">/);
    const state = readOAuthState(started);
    const approved = await fetch(new URL("?", started.authorizationUrl), {
      method: "POST",
      headers: { origin: used.url },
      body: new URLSearchParams({ state, decision: "approve" }),
      redirect: "manual",
    });
    await used.restart();
    const callback = readOAuthCallback(approved.headers.get("location") ?? "", { state });
    const { id: installationId } = await organization.control.oauth.confirm(callback);
    const channels = await kb.channels.list({ brainId, installationId });
    assert.deepEqual(
      channels.map(({ name }) => name),
      ["general", "random"],
    );
    await used.restart();
    await assert.rejects(organization.control.oauth.confirm(callback), { code: "oauth_used_state" });
  });

  it("shows the result of a decision if the organization has no redirect URL", async () => {
    const { kb, organization } = await used.createOrganization("org_result");
    const approved = await organization.control.oauth.approve(await kb.oauth.start({ brainId }));
    const page = await fetch(approved.callbackUrl);
    assert.equal(page.status, 200);
    assert((await page.text()).includes(approved.code));
  });

  it("keeps a clock and the initial records across a restart", async () => {
    const { kb, organization } = await used.createOrganization("org_restarted");
    await kb.pages.archive({ brainId, slug: "spring-tide" });
    await organization.clock.freeze("2030-01-01T00:00:00Z");
    await used.restart();
    const { createdAt } = await organization.control.pages.create({ brainId, title: "Neap tide" });
    assert.equal(createdAt, "2030-01-01T00:00:00.000Z");
    await organization.reset();
    const titles = async () => (await kb.promptIndex.get({ brainId })).map(({ title }) => title);
    assert.deepEqual(await titles(), ["Spring tide"]);
    await used.restart();
    assert.deepEqual(await titles(), ["Spring tide"]);
    assert.equal((await organization.clock.status()).frozen, false);
  });

  it("begins again after an organization was deleted", async () => {
    const { apiKey } = await used.createOrganization("org_deleted");
    await used.server.control.organizations.delete({ organizationId: "org_deleted" });
    const kb = new KnowledgeBase({ baseUrl: used.url, apiKey });
    await assert.rejects(kb.promptIndex.get({ brainId }), UnauthorizedError);
    await used.restart();
    await assert.rejects(kb.promptIndex.get({ brainId }), UnauthorizedError);
    const { apiKey: second } = await used.server.control.organizations.create({ id: "org_deleted" });
    assert.notEqual(second, apiKey);
    assert.deepEqual((await used.server.organization("org_deleted").snapshot()).brains, []);
    await assert.rejects(kb.promptIndex.get({ brainId }), UnauthorizedError);
  });

  it("deletes an organization completely or not at all if the runtime is killed meanwhile", async () => {
    for (const delayMs of [0, 2, 4, 8, 16]) {
      const id = `org_deleted_after_${delayMs}`;
      const { kb } = await used.createOrganization(id);
      const deleting = used.server.control.organizations.delete({ organizationId: id }).catch(() => {});
      await wait(delayMs);
      await used.restart();
      await deleting;
      const { error } = await kb.promptIndex.get({ brainId }).safe();
      if (error) {
        assert(error instanceof UnauthorizedError);
        await used.createOrganization(id);
      }
      await used.restart();
      assert.equal((await used.server.organization(id).snapshot()).pages.length, 1);
    }
  });
});
