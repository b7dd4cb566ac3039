import assert from "node:assert/strict";
import { execFile, spawn } from "node:child_process";
import { once } from "node:events";
import { type IncomingMessage, request } from "node:http";
import { after, before, describe, it } from "node:test";
import { promisify } from "node:util";
import { KnowledgeBase, NotFoundError, ServerError } from "@knowledge-base/sdk";
import { readOAuthCallback, readOAuthState } from "@knowledge-base/sdk/oauth";
import { type ConnectedServer, connect } from "@knowledge-base/server/control";
import { killServer } from "./kill-server.ts";
import { locateBrains } from "./locate-brains.ts";
import { isInstalled, stopAll } from "./run.ts";
import { apiKey, brainIds, oddBrainId } from "./seed.ts";
import { type Cluster, startCluster } from "./start-cluster.ts";

const skip = !isInstalled("nginx") && "nginx is not installed";
if (skip) console.log("Skipped: nginx is not installed. On Debian, apt-get install nginx brings it.");

describe("three servers behind nginx", { skip, timeout: 60_000 }, () => {
  let cluster: Cluster;
  let kb: KnowledgeBase;
  let locations: ReadonlyMap<string, string>;
  let controls: readonly ConnectedServer[];

  before(async () => {
    cluster = await startCluster();
    kb = new KnowledgeBase({ baseUrl: cluster.nginx.url, apiKey });
    locations = await locateBrains(cluster);
    controls = await Promise.all(cluster.servers.map(({ url }) => connect(url)));
  });

  after(stopAll);

  /** Returns a brain of a server. */
  function brainOf(url: string | undefined): string {
    return [...locations].find(([, location]) => location === url)?.[0] ?? assert.fail(`no brain is at ${url}`);
  }

  /** Returns how many requests for a brain each server has received. */
  function requestsFor(brainId: string): Promise<number[]> {
    return Promise.all(
      controls.map(async ({ journal }) => {
        const entries = await journal.entries();
        return entries.filter(({ path }) => path.startsWith(`/v1/brains/${brainId}/`)).length;
      }),
    );
  }

  it("gives every server some of the brains", () => {
    assert.deepEqual([...locations.keys()].toSorted(), brainIds.toSorted());
    assert.deepEqual(new Set(locations.values()), new Set(cluster.servers.map(({ url }) => url)));
  });

  it("sends a brain to the same server each time", async () => {
    assert.deepEqual(await locateBrains(cluster), locations);
    await kb.pages.archive({ brainId: "brain_operations", slug: "weather-limits" });
    const index = await kb.promptIndex.get({ brainId: "brain_operations" });
    assert(!index.some(({ slug }) => slug === "weather-limits"));
  });

  it("sends a brain to the same server however its id is written", async () => {
    const path = "/v1/brains/brain%5Foperations/index";
    await fetch(cluster.nginx.url + path, { headers: { "x-api-key": apiKey } });
    for (const { baseUrl, journal } of controls) {
      const seen = (await journal.entries()).filter((entry) => entry.path === path).length;
      assert.equal(seen, baseUrl === locations.get("brain_operations") ? 1 : 0);
    }
  });

  it("sends what the client repeats to the same server", async () => {
    for (const [at, { baseUrl, faults, journal }] of controls.entries()) {
      await Promise.all(controls.map((other) => other.journal.clear()));
      await faults.add({ operation: "promptIndex.get", kind: "status", status: 503, retryAfter: 0, times: 1 });
      await faults.add({ operation: "promptIndex.get", kind: "connection_reset", times: 1 });
      const brainId = brainOf(baseUrl);
      const { attempts } = await kb.promptIndex.get({ brainId }).withResponse();
      assert.equal(attempts.length, 3);
      assert.deepEqual(
        await requestsFor(brainId),
        controls.map((_, index) => (index === at ? 3 : 0)),
      );
      assert.equal((await journal.entries()).length, 3);
    }
  });

  it("leads a user through OAuth, whichever server has the brain", async () => {
    for (const brainId of [...cluster.servers.map(({ url }) => brainOf(url)), oddBrainId]) {
      await connectWorkspace(kb, cluster.nginx.url, await connect(locations.get(brainId) ?? ""), brainId);
    }
  });

  it("passes on the errors of a server", async () => {
    const missing = kb.pages.archive({ brainId: "brain_1", slug: "no-such-page" });
    await assert.rejects(
      missing,
      (error) => error instanceof NotFoundError && error.body?.message === "Page not found",
    );
  });

  it("keeps the controls to the addresses of the servers", async () => {
    await assert.rejects(connect(cluster.nginx.url), { code: "unreachable" });
    for (const path of ["/_control", "/v1/..%2f_control", "/v1/%2e%2e/_control", "/v1/\\..\\..\\_control"]) {
      const status = await statusOf(cluster.nginx.url, `${path}/server/describe`);
      assert([403, 404].includes(status), `${path} was answered with ${status}`);
    }
  });

  it("moves about a quarter of the brains to a fourth server, and none between the others", async () => {
    const grown = await cluster.grow();
    const newLocations = await locateBrains(grown);
    const moved = brainIds.filter((brainId) => newLocations.get(brainId) !== locations.get(brainId));
    const fourth = grown.servers[3]?.url;
    assert.deepEqual(new Set(moved.map((brainId) => newLocations.get(brainId))), new Set([fourth]));
    assert(moved.length < brainIds.length / 2, `${moved.length} of ${brainIds.length} brains moved`);
  });

  it("loses the brains of a server that is stopped, and no others", async () => {
    const [stopped, ...others] = cluster.servers;
    const brainId = brainOf(stopped?.url);
    await stopped?.stop();
    await assert.rejects(
      kb.promptIndex.get({ brainId }, { retries: 1 }),
      (error) => error instanceof ServerError && error.status === 502 && error.attempts.length === 2,
    );
    await Promise.all(others.map(({ url }) => kb.promptIndex.get({ brainId: brainOf(url) })));
  });
});

describe("another three servers behind nginx", { skip, timeout: 120_000 }, () => {
  let cluster: Cluster;

  before(async () => {
    cluster = await startCluster();
  });

  after(stopAll);

  it("conform to the specification", async () => {
    const servers = cluster.servers.map(({ url }) => url).join(",");
    const args = ["--base-url", cluster.nginx.url, "--api-key", apiKey, "--setup", "./conformance-setup.ts"];
    const { stdout } = await promisify(execFile)("knowledge-base-conformance", [...args, "--write", "--strict"], {
      cwd: import.meta.dirname,
      env: { ...process.env, SERVERS: servers },
    });
    // nginx itself rejects a path that is not percent-encoded UTF-8, in three cases, which the specification leaves open.
    assert.match(stdout, /Conforms\. \d+ passed, 0 failed, 3 differ, 0 not checked, 0 not completed/);
  });

  it("lose the changes of a server that is killed, and no others", async () => {
    const times = { beforeMs: 500, downMs: 500, afterMs: 1000 };
    const { killed, others } = await killServer(cluster, { ...times, retries: 0 });
    assert.deepEqual(Object.keys(killed.errors), ["ServerError 502"]);
    assert.equal(killed.lostChanges, killed.brains);
    assert((killed.lastErrorMs ?? 0) < times.afterMs / 2, `the last error came after ${killed.lastErrorMs} ms`);
    assert.deepEqual(others.errors, {});
    assert.equal(others.lostChanges, 0);
  });
});

it("leaves nothing behind when Ctrl-C ends npm start", { skip, timeout: 30_000 }, async () => {
  const program = spawn(process.execPath, ["start.ts"], {
    cwd: import.meta.dirname,
    stdio: ["ignore", "pipe", "ignore"],
  });
  let output = "";
  for await (const text of program.stdout.setEncoding("utf8")) {
    output += text;
    if (output.includes("Ctrl-C stops everything.")) program.kill("SIGINT");
  }
  const urls = new Set(output.match(/http:\/\/127\.0\.0\.1:\d+/g));
  assert.equal(urls.size, 4, output);
  for (const url of urls) await assert.rejects(fetch(url), TypeError);
});

/** Connects a workspace of the messaging platform to a brain, as an application and its user do. */
async function connectWorkspace(kb: KnowledgeBase, origin: string, server: ConnectedServer, brainId: string) {
  await server.control.organizations.update({
    organizationId: "org_harbour_line",
    redirectUrl: "http://localhost:8000/connected",
  });
  const started = await kb.oauth.start({ brainId });
  assert.equal(new URL(started.authorizationUrl).origin, origin);
  const page = await fetch(started.authorizationUrl);
  assert.equal(page.status, 200);
  assert.match(await page.text(), /<form method="post" action="\?">/);

  const state = readOAuthState(started);
  const approved = await fetch(new URL("?", started.authorizationUrl), {
    method: "POST",
    headers: { origin },
    body: new URLSearchParams({ state, decision: "approve" }),
    redirect: "manual",
  });
  const callback = readOAuthCallback(approved.headers.get("location") ?? "", { state });
  const installation = await server.control.oauth.confirm(callback);
  const channels = await kb.channels.list({ brainId, installationId: installation.id });
  assert.deepEqual(
    channels.map(({ name }) => name),
    ["general", "random"],
  );
}

/** Returns the status of a request to a path that `fetch` would normalize. */
async function statusOf(origin: string, path: string): Promise<number> {
  const [response]: IncomingMessage[] = await once(request(origin, { method: "POST", path }).end(), "response");
  response?.resume();
  return response?.statusCode ?? 0;
}
