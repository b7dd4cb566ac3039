import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, it } from "node:test";
import { promisify } from "node:util";
import { BadRequestError, KnowledgeBase, ServerError, UnauthorizedError } from "@knowledge-base/sdk";
import { readOAuthCallback, readOAuthState } from "@knowledge-base/sdk/oauth";
import { type ConnectedServer, connect } from "@knowledge-base/server/control";
import { controlToken, type Runtime, startRuntime } from "./runtime.ts";

const brainId = "tides";
const seed = {
  version: 1,
  organizations: [{ id: "org" }],
  brains: [{ id: brainId, organizationId: "org" }],
  pages: [{ brainId, title: "Spring tide" }],
} as const;

let folder: string;
let runtime: Runtime;
let server: ConnectedServer;

before(async () => {
  folder = await mkdtemp(join(tmpdir(), "durable-objects-"));
  runtime = await startRuntime(folder);
  server = await connect(runtime.url, { token: controlToken });
});

after(async () => {
  await runtime.kill();
  await rm(folder, { recursive: true });
});

async function restart() {
  await runtime.kill();
  runtime = await startRuntime(folder, runtime.port);
}

async function createOrganization(id: string) {
  const { apiKey } = await server.control.organizations.create({ id, seed });
  const kb = new KnowledgeBase({ baseUrl: runtime.url, apiKey, retries: 0 });
  const titles = async () => (await kb.promptIndex.get({ brainId })).map(({ title }) => title);
  return { apiKey, kb, titles, organization: server.organization(id) };
}

it("conforms to the specification", async () => {
  const { apiKey } = await createOrganization("org_conformance");
  const setup = "@knowledge-base/conformance/reference-server";
  const args = ["--base-url", runtime.url, "--api-key", apiKey, "--setup", setup, "--write", "--strict"];
  const env = { ...process.env, KNOWLEDGE_BASE_SERVER_CONTROL_TOKEN: controlToken };
  const { stdout } = await promisify(execFile)("knowledge-base-conformance", args, { env });
  assert.match(stdout, /Conforms\. \d+ passed, 0 failed, 0 differ, 0 not checked, 0 not completed/);
});

it("keeps changes, the clock and the initial records when the runtime is killed", async () => {
  const { kb, titles, organization } = await createOrganization("org_restarted");
  await kb.pages.archive({ brainId, slug: "spring-tide" });
  await organization.clock.freeze("2030-01-01T00:00:00Z");
  await restart();
  assert.deepEqual(await titles(), []);
  const { createdAt } = await organization.control.pages.create({ brainId, title: "Neap tide" });
  assert.equal(createdAt, "2030-01-01T00:00:00.000Z");
  await organization.reset();
  assert.deepEqual(await titles(), ["Spring tide"]);
  await restart();
  assert.deepEqual(await titles(), ["Spring tide"]);
  assert.equal((await organization.clock.status()).frozen, false);
});

it("leads a user through OAuth while the runtime is killed again and again", async () => {
  const { kb, organization } = await createOrganization("org_oauth");
  const redirectUrl = "http://localhost:8000/";
  await server.control.organizations.update({ organizationId: "org_oauth", redirectUrl });
  const started = await kb.oauth.start({ brainId });
  await restart();
  assert.match(await (await fetch(started.authorizationUrl)).text(), /<form method="post" action="\?">/);
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
  assert.deepEqual(channels.map(({ name }) => name).toSorted(), ["general", "random"]);
  await restart();
  await assert.rejects(organization.control.oauth.confirm(callback), { code: "oauth_used_state" });
});

it("finds the organization of a key, and rejects other keys as the service does", async () => {
  const { apiKey, organization } = await createOrganization("org_keys");
  const { key: revoked } = await organization.control.apiKeys.create();
  await organization.control.apiKeys.revoke({ apiKey: revoked });
  await restart();
  for (const wrong of ["wrong", "kb.org_nobody.made-up", "kb.org_keys.made-up", `${apiKey}A`, revoked]) {
    const kb = new KnowledgeBase({ baseUrl: runtime.url, apiKey: wrong });
    await assert.rejects(kb.promptIndex.get({ brainId }), UnauthorizedError);
  }
  await assert.rejects(organization.control.apiKeys.create({ apiKey: "my-key" }), { code: "invalid_input" });
  await assert.rejects(createOrganization("org_keys"), { code: "invalid_input", message: /id is taken already/ });
  await assert.rejects(server.clock.freeze(), { code: "invalid_input", message: /needs an organization/ });
  await assert.rejects(connect(runtime.url, { token: "wrong" }), { code: "unauthorized" });
});

it("begins again after an organization was deleted", async () => {
  const { kb } = await createOrganization("org_deleted");
  await server.control.organizations.delete({ organizationId: "org_deleted" });
  await restart();
  await assert.rejects(kb.promptIndex.get({ brainId }), UnauthorizedError);
  const { titles } = await createOrganization("org_deleted");
  assert.deepEqual(await titles(), ["Spring tide"]);
});

it("stores a large state in parts", async () => {
  const { kb, titles, organization } = await createOrganization("org_large");
  const body = "Gezeiten: Ebbe und Flut 🌊 ".repeat(100_000);
  const { slug } = await organization.control.pages.create({ brainId, title: "Large", body });
  await restart();
  assert.equal((await organization.control.pages.get({ brainId, slug })).body, body);
  await organization.control.pages.delete({ brainId, slug });
  await restart();
  assert.deepEqual(await titles(), ["Spring tide"]);
  await assert.rejects(kb.promptIndex.get({ brainId, limit: 1000 }), BadRequestError);
});

it("continues after a connection that a fault has reset", async () => {
  const { kb, titles, organization } = await createOrganization("org_faults");
  await organization.faults.add({ kind: "connection_reset" });
  await assert.rejects(kb.promptIndex.get({ brainId }), ServerError);
  assert.deepEqual(await titles(), ["Spring tide"]);
});

it("repeats no id", async () => {
  const { kb, organization } = await createOrganization("org_ids");
  const ids = new Set<string>();
  for (let round = 0; round < 3; round += 1) {
    ids.add((await organization.control.brains.create()).id);
    ids.add((await kb.oauth.start({ brainId })).authorizationUrl);
    await restart();
  }
  assert.equal(ids.size, 6);
});
