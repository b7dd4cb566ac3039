import assert from "node:assert/strict";
import { execFile, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, readdir, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, describe, it } from "node:test";
import { promisify } from "node:util";
import { BadRequestError, KnowledgeBase, ServerError, UnauthorizedError } from "@knowledge-base/sdk";
import { readOAuthCallback, readOAuthState } from "@knowledge-base/sdk/oauth";
import { type ConnectedServer, connect } from "@knowledge-base/server/control";
import { runCrashTest } from "./crash/kill-runtime.ts";
import { installWorkerd } from "./install-workerd.ts";
import { bundleWorker, controlToken, type Runtime, startRuntime } from "./start-runtime.ts";

const problem = findProblem();
const skip = problem && `workerd does not run on this machine: ${problem}`;
if (skip) console.log(`Skipped: ${skip}`);

const brainId = "tides";
const seed = {
  version: 1,
  organizations: [{ id: "org" }],
  brains: [{ id: brainId, organizationId: "org" }],
  pages: [{ brainId, title: "Spring tide" }],
} as const;

describe("an object for each organization", { skip, timeout: 120_000 }, () => {
  let storage: string;
  let runtime: Runtime;
  let server: ConnectedServer;

  before(async () => {
    await bundleWorker();
    storage = await mkdtemp(join(tmpdir(), "durable-objects-"));
    runtime = await startRuntime(storage);
    server = await connect(runtime.url, { token: controlToken });
  });

  after(async () => {
    await runtime.kill();
    await rm(storage, { recursive: true });
  });

  async function restart(): Promise<void> {
    await runtime.kill();
    runtime = await startRuntime(storage, runtime.port);
  }

  /** Creates an organization with a page, its client and its controls. */
  async function createOrganization(id: string) {
    const { apiKey } = await server.control.organizations.create({ id, seed });
    const kb = new KnowledgeBase({ baseUrl: runtime.url, apiKey, retries: 0 });
    return { apiKey, kb, organization: server.organization(id) };
  }

  it("conforms to the specification", async () => {
    const { apiKey } = await createOrganization("org_conformance");
    const setup = "@knowledge-base/conformance/reference-server";
    const args = ["--base-url", runtime.url, "--api-key", apiKey, "--setup", setup, "--write", "--strict"];
    const env = { ...process.env, KNOWLEDGE_BASE_SERVER_CONTROL_TOKEN: controlToken };
    const { stdout } = await promisify(execFile)("knowledge-base-conformance", args, { env });
    assert.match(stdout, /Conforms: \d+ passed, 0 failed, 0 differs, 0 not checked, 0 not completed/);
  });

  it("loses nothing when the runtime is killed, and mixes nothing up", async () => {
    const { acknowledged, errorCodes } = await runCrashTest({ organizations: 20, kills: 4 });
    assert(acknowledged > 200, `${acknowledged} requests were acknowledged`);
    assert.deepEqual(new Set([...Object.keys(errorCodes), "connection", "unreachable"]).size, 2);
  });

  it("rejects a wrong key like the service, and creates no database for it", async () => {
    const { apiKey } = await createOrganization("org_keys");
    const files = await readdir(storage, { recursive: true });
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
      const kb = new KnowledgeBase({ baseUrl: runtime.url, apiKey: wrong });
      await assert.rejects(kb.promptIndex.get({ brainId }), (error) => {
        return error instanceof UnauthorizedError && error.body?.message === "Invalid x-api-key";
      });
    }
    const page = `${runtime.url}/page.org_unknown.${signature}/_platform/oauth/authorize?state=a.b`;
    assert.equal((await fetch(page)).status, 400);
    assert.deepEqual(await readdir(storage, { recursive: true }), files);
  });

  it("rejects a key that was revoked, also after a restart", async () => {
    const { organization } = await createOrganization("org_revoked");
    const { key } = await organization.control.apiKeys.create({ role: "member" });
    const kb = new KnowledgeBase({ baseUrl: runtime.url, apiKey: key });
    assert.equal((await kb.promptIndex.get({ brainId })).length, 1);
    await organization.control.apiKeys.revoke({ key });
    await assert.rejects(kb.promptIndex.get({ brainId }), UnauthorizedError);
    await restart();
    await assert.rejects(kb.promptIndex.get({ brainId }), UnauthorizedError);
  });

  it("leads a user through OAuth, across restarts", async () => {
    const { kb, organization } = await createOrganization("org_oauth");
    await server.control.organizations.update({ organizationId: "org_oauth", redirectUrl: "http://localhost:8000/" });
    const started = await kb.oauth.start({ brainId });
    assert.deepEqual(await organization.control.oauth.pending(), [
      { ...started, organizationId: "org_oauth", brainId },
    ]);
    await restart();
    const page = await fetch(started.authorizationUrl);
    assert.equal(page.status, 200);
    assert.match(await page.text(), /<form method="post" action="\?">/);
    const state = readOAuthState(started);
    const approved = await fetch(new URL("?", started.authorizationUrl), {
      method: "POST",
      headers: { origin: runtime.url },
      body: new URLSearchParams({ state, decision: "approve" }),
      redirect: "manual",
    });
    await restart();
    const callback = readOAuthCallback(approved.headers.get("location") ?? "", { state });
    const { id: installationId } = await organization.control.oauth.confirm(callback);
    const channels = await kb.channels.list({ brainId, installationId });
    assert.deepEqual(
      channels.map(({ name }) => name),
      ["general", "random"],
    );
    await restart();
    await assert.rejects(organization.control.oauth.confirm(callback), { code: "oauth_used_state" });
  });

  it("shows the result of a decision if the organization has no redirect URL", async () => {
    const { kb, organization } = await createOrganization("org_result");
    const approved = await organization.control.oauth.approve(await kb.oauth.start({ brainId }));
    const page = await fetch(approved.callbackUrl);
    assert.equal(page.status, 200);
    assert((await page.text()).includes(approved.code));
  });

  it("keeps a clock and the initial records across a restart", async () => {
    const { kb, organization } = await createOrganization("org_restarted");
    await kb.pages.archive({ brainId, slug: "spring-tide" });
    await organization.clock.freeze("2030-01-01T00:00:00Z");
    await restart();
    const { createdAt } = await organization.control.pages.create({ brainId, title: "Neap tide" });
    assert.equal(createdAt, "2030-01-01T00:00:00.000Z");
    await organization.reset();
    const titles = async () => (await kb.promptIndex.get({ brainId })).map(({ title }) => title);
    assert.deepEqual(await titles(), ["Spring tide"]);
    await restart();
    assert.deepEqual(await titles(), ["Spring tide"]);
    assert.equal((await organization.clock.status()).frozen, false);
  });

  it("begins again after an organization was deleted", async () => {
    const { apiKey } = await createOrganization("org_deleted");
    await server.control.organizations.delete({ organizationId: "org_deleted" });
    const kb = new KnowledgeBase({ baseUrl: runtime.url, apiKey });
    await assert.rejects(kb.promptIndex.get({ brainId }), UnauthorizedError);
    await restart();
    await assert.rejects(kb.promptIndex.get({ brainId }), UnauthorizedError);
    const { apiKey: second } = await server.control.organizations.create({ id: "org_deleted" });
    assert.notEqual(second, apiKey);
    assert.deepEqual((await server.organization("org_deleted").snapshot()).brains, []);
    await assert.rejects(kb.promptIndex.get({ brainId }), UnauthorizedError);
  });

  it("creates an organization once", async () => {
    const attempts = await Promise.allSettled([1, 2, 3].map(() => createOrganization("org_once")));
    assert.deepEqual(attempts.map(({ status }) => status).toSorted(), ["fulfilled", "rejected", "rejected"]);
    await assert.rejects(createOrganization("org_once"), { code: "invalid_input", message: /id is taken already/ });
  });

  it("rejects keys that lead to another organization or to none", async () => {
    const { organization } = await createOrganization("org_own");
    const { apiKey } = await createOrganization("org_other");
    for (const key of [apiKey, "kb_my_key"]) {
      await assert.rejects(organization.control.apiKeys.create({ key }), { code: "invalid_input" });
      await assert.rejects(server.control.organizations.create({ apiKey: key }), { code: "invalid_input" });
    }
    await assert.rejects(organization.seed({ version: 1 }), { code: "invalid_input", message: /apiKeys=omit/ });
    const pages = [{ brainId, title: "Neap tide" }];
    await organization.seed({ version: 1, pages }, { apiKeys: "omit" });
    assert.equal((await organization.snapshot()).pages.length, 2);
  });

  it("stores nothing of a change that cannot be stored, and continues", async () => {
    const { kb, organization } = await createOrganization("org_large");
    const page = { brainId, slug: "spring-tide" };
    const long = "tide ".repeat(160_000);
    await organization.control.pages.edit({ ...page, summary: long });
    await organization.control.pages.edit({ ...page, body: long });
    await assert.rejects(organization.control.pages.edit({ ...page, title: long }), /a record exceeds 2000000 bytes/);
    assert.equal((await kb.promptIndex.get({ brainId }))[0]?.title, "Spring tide");
    await kb.pages.archive(page);
    await restart();
    assert.deepEqual(await kb.promptIndex.get({ brainId }), []);
    const pages = [{ brainId, title: "Large", body: "tide ".repeat(500_000) }];
    await assert.rejects(server.control.organizations.create({ id: "org_larger", seed: { ...seed, pages } }), {
      code: "too_large",
    });
    await createOrganization("org_larger");
  });

  it("limits the size of bodies", async () => {
    const { apiKey, organization } = await createOrganization("org_bodies");
    const headers = { "x-api-key": apiKey, "content-type": "application/json" };
    const body = JSON.stringify({ notifyBriefs: "x".repeat(200_000) });
    const url = `${runtime.url}/v1/brains/${brainId}/messaging/bindings/b`;
    assert.equal((await fetch(url, { method: "PATCH", headers, body })).status, 413);
    const large = { brainId, title: "Large", body: "x".repeat(2_000_000) };
    await assert.rejects(organization.control.pages.create(large), { code: "too_large" });
  });

  it("executes controls of one organization only, and only with the token", async () => {
    await createOrganization("org_controlled");
    for (const token of [undefined, "wrong"])
      await assert.rejects(connect(runtime.url, { token }), { code: "unauthorized" });
    const call = (path: string, headers = { authorization: `Bearer ${controlToken}` }) =>
      fetch(`${runtime.url}/_control/${path}`, { method: "POST", headers });
    assert.equal((await call("server/snapshot?organization=org_controlled")).status, 200);
    assert.equal(
      (await call("server/snapshot?organization=org_controlled", { authorization: "Bearer x" })).status,
      401,
    );
    for (const path of ["server/snapshot", "organizations/list", "journal/entries", "events"]) {
      assert.equal((await call(path)).status, 404, path);
    }
    await assert.rejects(server.organization("org_nobody").snapshot(), { code: "not_found" });
    await assert.rejects(server.control.organizations.create({ id: "a/b" }), { code: "invalid_input" });
    assert.equal((await fetch(`${runtime.url}/_health`)).status, 200);
  });

  it("reports the errors of the service", async () => {
    const { kb } = await createOrganization("org_errors");
    await assert.rejects(kb.promptIndex.get({ brainId, limit: 1000 }), BadRequestError);
  });

  it("stops no other organization if one is stopped during a request", async () => {
    const { kb, organization } = await createOrganization("org_faults");
    const { kb: other } = await createOrganization("org_without_faults");
    await organization.faults.add({ kind: "connection_reset" });
    await assert.rejects(
      kb.promptIndex.get({ brainId }),
      (error) => error instanceof ServerError && error.status === 503,
    );
    assert.equal((await kb.promptIndex.get({ brainId })).length, 1);
    assert.equal((await other.promptIndex.get({ brainId })).length, 1);
  });
});

it("leaves nothing behind when Ctrl-C ends npm start, except the records", { skip, timeout: 60_000 }, async () => {
  const program = spawn(process.execPath, ["start.ts"], {
    cwd: import.meta.dirname,
    stdio: ["ignore", "pipe", "inherit"],
  });
  const ended = once(program, "exit");
  let output = "";
  for await (const text of program.stdout.setEncoding("utf8")) {
    output += text;
    if (output.includes("Ctrl-C ends workerd.")) program.kill("SIGINT");
  }
  await ended;
  const [url = ""] = output.match(/http:\/\/127\.0\.0\.1:\d+/) ?? [];
  assert.notEqual(url, "", output);
  await assert.rejects(fetch(url), TypeError);
});

/** Returns why workerd cannot run here. */
function findProblem(): string | undefined {
  try {
    installWorkerd();
    return undefined;
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}
