import { connect } from "@knowledge-base/server/control";
import { describe, expect, it } from "vitest";
import { startCommand } from "../../../command-line/test/start-command.ts";
import { buildState } from "../build-state.ts";
import { parseResponses } from "../node/raw-responses.ts";
import { openConnection } from "./open-connection.ts";
import { commandLine, type StartedServer, startServer } from "./start-server.ts";
import { createStateFile } from "./state-files.ts";

const index = "/v1/brains/brain_operations/index";

describe("--api-key", () => {
  it.concurrent("is valid without a state, and after a reset", async () => {
    await using server = await startServer(["--api-key=my-key"]);
    expect(server.apiKeys).toEqual(["my-key"]);
    const { apiKey, control, reset } = await connect(server.url);
    expect(apiKey).toBe("my-key");
    await control.apiKeys.revoke({ key: "my-key" });
    await reset();
    expect((await server.send(index)).status).toBe(404);
  });

  it.concurrent("is added to the first organization of the seed, and printed first", async () => {
    await using server = await startServer(["--seed=demo", "--api-key=my-key"]);
    expect(server.apiKeys).toEqual(["my-key", "kb_demo_harbour_line", "kb_demo_alder_street"]);
    expect((await server.send(index)).status).toBe(200);
  });

  it.concurrent("may be a key of the seed", async () => {
    await using server = await startServer(["--seed=demo", "--api-key=kb_demo_alder_street"]);
    expect(server.apiKeys).toEqual(["kb_demo_alder_street", "kb_demo_harbour_line"]);
    expect((await server.send(index)).status).toBe(404);
  });

  it.concurrent.each([[[]], [["--seed=demo"]]])("is added to an imported state (%j)", async (flags) => {
    await using stateFile = await createStateFile(buildState());
    await using server = await startServer([...flags, "--import", stateFile.path, "--api-key=my-key"]);
    expect(server.apiKeys).toEqual(["my-key", "key_north", "key_south"]);
    expect((await server.send("/v1/brains/brain_tides/index")).status).toBe(200);
  });

  it.concurrent("is added to an imported state without an organization", async () => {
    await using stateFile = await createStateFile({ version: 1 });
    await using server = await startServer(["--seed=demo", "--import", stateFile.path, "--api-key=my-key"]);
    expect((await server.send(index)).status).toBe(404);
  });
});

it.concurrent("--base-path is in front of every path", async () => {
  await using server = await startServer(["--seed=demo", "--base-path=/api/kb"]);
  expect(new URL(server.url).pathname).toBe("/api/kb");
  expect((await server.send(index)).status).toBe(200);
  expect((await server.send("/_health")).status).toBe(200);
  expect((await fetch(new URL(index, server.url))).status).toBe(404);
  expect(await (await connect(server.url)).clock.now()).toEqual(expect.any(Number));
});

it.concurrent("--clock makes the clock stand still, also after a reset, until it is moved", async () => {
  await using server = await startServer(["--clock=2026-05-04T10:00:00+02:00"]);
  const { clock, reset } = await connect(server.url);
  expect(await clock.now()).toBe(Date.parse("2026-05-04T08:00:00Z"));
  await clock.advance(1000);
  expect(await (await server.send("/v1/nothing")).json()).toMatchObject({ timestamp: "2026-05-04T08:00:01.000Z" });
  await reset();
  expect(await (await server.send("/v1/nothing")).json()).toMatchObject({ timestamp: "2026-05-04T08:00:00.000Z" });
});

it.concurrent("a flag turns off what a variable has turned on", async () => {
  const variables = { KNOWLEDGE_BASE_SERVER_STRICT_BODIES: "true", KNOWLEDGE_BASE_SERVER_NO_CONTROL: "true" };
  const flags = ["--seed=demo", "--no-strict-bodies", "--control"];
  await using server = await startServer(flags, { env: { ...process.env, ...variables } });
  await connect(server.url);
  const response = await server.send("/v1/brains/brain_operations/messaging/bindings/binding_bridge", {
    method: "PATCH",
    headers: { "x-api-key": "kb_demo_harbour_line", "content-type": "application/json" },
    body: '{"notifyBrief":false}',
  });
  expect(response.status).toBe(200);
});

it.concurrent("--strict-bodies rejects unknown fields", async () => {
  await using server = await startServer(["--seed=demo", "--strict-bodies"]);
  const response = await server.send("/v1/brains/brain_operations/messaging/bindings/binding_bridge", {
    method: "PATCH",
    headers: { "x-api-key": "kb_demo_harbour_line", "content-type": "application/json" },
    body: '{"notifyBrief":false}',
  });
  expect(response.status).toBe(400);
});

it.concurrent("--body-limit limits bodies", async () => {
  await using server = await startServer(["--body-limit=10"]);
  expect((await server.send("/v1/x", { method: "POST", body: "x".repeat(11) })).status).toBe(413);
});

it.concurrent("--keep-alive-timeout is announced to clients", async () => {
  await using server = await startServer(["--keep-alive-timeout=7000"]);
  expect((await server.send("/_health")).headers.get("keep-alive")).toBe("timeout=7");
});

it.concurrent.each([
  ["--cors=http://a.test, http://b.test", "http://b.test"],
  ["--cors=*", "*"],
])("%s lets the pages of %s read responses", async (flag, allowed) => {
  await using server = await startServer([flag]);
  const response = await server.send(index, { headers: { origin: "http://b.test" } });
  expect(response.headers.get("access-control-allow-origin")).toBe(allowed);
  const control = await server.send("/_control/clock/now", { method: "POST", headers: { origin: "http://b.test" } });
  expect([control.status, control.headers.has("access-control-allow-origin")]).toEqual([403, false]);
});

/** Returns the status of the response to a request with a host. */
async function statusOf(server: StartedServer, host: string): Promise<number | undefined> {
  const connection = await openConnection(server);
  connection.write(`GET /_health HTTP/1.1\r\nhost: ${host}\r\nconnection: close\r\n\r\n`);
  const [response] = parseResponses(await connection.rest());
  return response?.status;
}

it.concurrent("the host of a request is checked, and --allowed-hosts allows more", async () => {
  await using server = await startServer();
  expect([await statusOf(server, "localhost"), await statusOf(server, "kb.test")]).toEqual([200, 403]);
  await using open = await startServer(["--allowed-hosts=kb.test, .kb.test"]);
  const hosts = ["localhost", "kb.test", "a.kb.test", "evil.test"];
  expect(await Promise.all(hosts.map((host) => statusOf(open, host)))).toEqual([200, 200, 200, 403]);
});

it.concurrent("--trust-proxy makes the URLs of the OAuth flow from the headers of a proxy", async () => {
  await using server = await startServer(["--seed=demo", "--trust-proxy"]);
  const response = await server.send("/v1/brains/brain_operations/messaging/oauth/start", {
    method: "POST",
    headers: { "x-api-key": "kb_demo_harbour_line", "x-forwarded-proto": "https", "x-forwarded-host": "kb.example" },
  });
  expect(await response.json()).toMatchObject({
    authorizationUrl: expect.stringMatching(/^https:\/\/kb\.example\/_platform\//),
  });
});

it.concurrent("environment variables set flags, and flags win", async () => {
  const env = {
    ...process.env,
    PORT: "1",
    KNOWLEDGE_BASE_SERVER_PORT: "tcp://10.0.0.1:4000",
    KNOWLEDGE_BASE_SERVER_SEED: "demo",
    KNOWLEDGE_BASE_SERVER_API_KEY: "from-variable",
    KNOWLEDGE_BASE_SERVER_QUIET: "true",
    KNOWLEDGE_BASE_SERVER_TRUST_PROXY: "0",
  };
  await using server = await startServer(["--port=0", "--api-key=from-flag"], { env });
  expect(server.apiKeys).toEqual(["from-flag", "kb_demo_harbour_line", "kb_demo_alder_street"]);
  expect(server.port).not.toBe(1);
});

it.concurrent("PORT sets the port", async () => {
  await using first = await startServer();
  await first.stop();
  await using command = startCommand([...commandLine, "--json"], { env: { ...process.env, PORT: String(first.port) } });
  await command.waitForOutput("\n");
  expect(JSON.parse(command.stdout)).toMatchObject({ url: `http://127.0.0.1:${first.port}` });
});
