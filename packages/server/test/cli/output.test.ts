import { connect } from "@knowledge-base/server/control";
import { describe, expect, it } from "vitest";
import { buildState } from "../build-state.ts";
import { openConnection } from "../node/raw-connection.ts";
import { startServer, startWithText } from "./server-run.ts";
import { createStateFile } from "./state-files.ts";

/** Starts a server that logs its requests. `readLog` stops it and returns the lines of the log. */
async function startLogging(apiKeys = buildState().apiKeys) {
  const path = await createStateFile(buildState({ apiKeys }));
  const server = await startWithText(["--seed", path]);
  const readLog = async () => (await server.command.stop()).stdout.split("\n").slice(5, -1);
  return { ...server, readLog };
}

it("--json prints the URL and the keys of the server in one line, and nothing else", async () => {
  const { url, inspectorUrl, apiKeys, send, stop } = await startServer(["--seed", "demo"]);
  expect(url).toMatch(/^http:\/\/127\.0\.0\.1:\d+$/);
  expect(inspectorUrl).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/_inspector\/#token=[0-9a-f]{32}$/);
  expect(apiKeys).toEqual(["kb_demo_harbour_line", "kb_demo_alder_street"]);
  expect((await send("/v1/brains/brain_operations/index")).status).toBe(200);
  const stdout = `${JSON.stringify({ ready: true, url, inspectorUrl, apiKeys })}\n`;
  expect(await stop()).toEqual({ code: 0, stdout, stderr: "" });
});

it("prints the URL, the key and each request as text", async () => {
  const { command, url, inspectorUrl } = await startWithText(["--seed=demo", "--random-seed=\u001b[2J"]);
  const headers = { "x-api-key": "kb_demo_harbour_line" };
  await fetch(`${url}/v1/brains/brain_operations/index?limit=1`, { headers });
  await fetch(`${url}/v1/brains/brain_operations/index`);
  await fetch(`${url}/v1/nothing%0A%1B`, { method: "PUT", headers });
  await fetch(`${url}/_health?key=kb_demo_harbour_line`);
  const { stdout, stderr } = await command.stop();
  expect(stderr).toBe("");
  expect(stdout).toBe(`Inspector at ${inspectorUrl}
Knowledge base at ${url}
  x-api-key    kb_demo_harbour_line
  control      ${url}/_control/openapi.json
  random seed  \\u001b[2J
200 GET /v1/brains/brain_operations/index
401 GET /v1/brains/brain_operations/index
404 PUT /v1/nothing%0A%1B
200 GET /_health
`);
});

it("explains how to create a key if there is none", async () => {
  const { command } = await startWithText(["--import", await createStateFile('{"version":1}')]);
  expect(command.stdout).toContain("  x-api-key    none; POST /_control/apiKeys/create creates one\n");
});

it("--quiet prints no requests", async () => {
  const { command, url } = await startWithText(["--quiet"]);
  await fetch(`${url}/_health`);
  expect((await command.stop()).stdout).toMatch(/ {2}random seed {2}knowledge-base\n$/);
});

it("the token of the controls is neither printed nor logged", async () => {
  const token = "sesame-opens-0123456789";
  const { command, url } = await startWithText(["--control-token", token]);
  await (await connect(url, { token })).reset();
  await fetch(`${url}/_control/server/reset`, { method: "POST", headers: { authorization: `Bearer ${token}x` } });
  const { stdout, stderr } = await command.stop();
  expect(stdout).toContain(`  control      ${url}/_control/openapi.json with the token\n`);
  expect(stdout).toContain("401 POST /_control/server/reset\n");
  expect(stdout + stderr).not.toContain(token);
});

it("requests of the inspector are not logged, and its token is printed once", async () => {
  const { command, url, inspectorUrl } = await startWithText();
  const token = new URL(inspectorUrl).hash.replace("#token=", "");
  await fetch(inspectorUrl);
  const headers = { "sec-fetch-site": "same-origin", authorization: `Bearer ${token}` };
  await fetch(`${url}/_control/clock/now`, { method: "POST", headers });
  await fetch(`${url}/_control/clock/status`, { method: "POST" });
  const { stdout } = await command.stop();
  expect(stdout.split(token)).toHaveLength(2);
  expect(stdout).not.toContain("clock/now");
  expect(stdout).not.toContain("GET /_inspector");
  expect(stdout).toContain("200 POST /_control/clock/status");
});

describe("the log of requests", () => {
  it("contains no key that was put into a path", async () => {
    const { url, readLog } = await startLogging();
    const { faults } = await connect(url);
    const headers = { "x-api-key": "key_north" };
    await faults.add({ kind: "response", status: 200 });
    await fetch(`${url}/v1/brains/key_north/index`);
    await fetch(`${url}/v1/brains/key_south/index`, { headers });
    await fetch(`${url}/v1/brains/brain_tides/index?key=key_north`, { headers });
    await fetch(`${url}/v1/x-api-key=key_north;/a`);
    await fetch(`${url}/v1/%6bey_n%6Frth/key_nort`);
    await fetch(`${url}/v1/%256bey_north/%E0`);
    await fetch(`${url}/_control/key_north`, { method: "POST" });
    await fetch(`${url}/v1/brains/real-key/index`, { headers: { "x-api-key": "real-key" } });
    await fetch(`${url}/v1/brains/real-key/index`, { headers: { "x-api-key": "" } });
    expect((await readLog()).slice(2)).toEqual([
      "200 GET /v1/brains/[redacted]/index",
      "404 GET /v1/brains/[redacted]/index",
      "200 GET /v1/brains/brain_tides/index",
      "404 GET /v1/[redacted]/a",
      "404 GET /v1/[redacted]/key_nort",
      "404 GET /v1/[redacted]/%E0",
      "404 POST /_control/[redacted]",
      "401 GET /v1/brains/[redacted]/index",
      "401 GET /v1/brains/real-key/index",
    ]);
  });

  it("contains no key that was created or revoked meanwhile, or that has a slash in it", async () => {
    const { url, readLog } = await startLogging([{ key: "north/key", organizationId: "org_north", role: "admin" }]);
    const { control } = await connect(url);
    await fetch(`${url}/v1/new-key`);
    await control.apiKeys.create({ organizationId: "org_north", apiKey: "new-key" });
    await fetch(`${url}/v1/new-key`);
    await control.apiKeys.revoke({ apiKey: "new-key" });
    await fetch(`${url}/v1/new-key`);
    await fetch(`${url}/v1/north/keys/x`);
    const lines = await readLog();
    expect(lines.filter((line) => line.includes("GET"))).toEqual([
      "404 GET /v1/new-key",
      "404 GET /v1/[redacted]",
      "404 GET /v1/[redacted]",
      "404 GET [redacted]",
    ]);
  });

  it("has a line for a request without a response, and none for what is not HTTP", async () => {
    const server = await startLogging();
    await (await connect(server.url)).faults.add({ kind: "connection_reset" });
    const response = fetch(`${server.url}/v1/brains/key_north/index`, { headers: { "x-api-key": "key_south" } });
    await expect(response).rejects.toThrow("fetch failed");
    const connection = await openConnection(server);
    connection.write("hello\r\n\r\n");
    expect(await connection.rest()).toMatch(/^HTTP\/1\.1 400 /);
    expect((await server.readLog()).at(-1)).toBe("--- GET /v1/brains/[redacted]/index");
  });

  it("leaves out lines that nobody reads", async () => {
    const { command, url } = await startLogging();
    const path = `/v1/${"x".repeat(8000)}`;
    const ask = (count: number) => Promise.all(Array.from({ length: count }, () => fetch(`${url}${path}`)));
    command.output.pause();
    await ask(60);
    command.output.resume();
    await ask(1);
    await fetch(`${url}/_health`);
    const omitted = Number(/^\((\d+) lines omitted, because the output was not read\)$/m.exec(command.stdout)?.[1]);
    expect(omitted).toBeGreaterThan(50);
    expect(command.stdout.match(/omitted/g)).toHaveLength(1);
    expect(command.stdout.match(/x{8000}$/gm)).toHaveLength(61 - omitted);
    expect((await command.stop()).stdout).toMatch(/200 GET \/_health\n$/);
  });
});
