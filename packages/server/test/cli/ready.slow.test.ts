import { expect, it } from "vitest";
import { startCommand } from "../../../command-line/test/start-command.ts";
import { buildState } from "../build-state.ts";
import { commandLine, startServer } from "./start-server.ts";
import { createStateFile } from "./state-files.ts";

it.concurrent("--json prints the URL and the keys of the server in one line, and nothing else", async () => {
  await using server = await startServer(["--seed", "demo"]);
  const { url, inspectorUrl, apiKeys, send, stop } = server;
  expect(url).toMatch(/^http:\/\/127\.0\.0\.1:\d+$/);
  expect(inspectorUrl).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/_inspector\/#token=[0-9a-f]{32}$/);
  expect(apiKeys).toEqual(["kb_demo_harbour_line", "kb_demo_alder_street"]);
  expect((await send("/v1/brains/brain_operations/index")).status).toBe(200);
  expect((await send("/v1/nothing")).status).toBe(404);
  const { stdout, stderr } = await stop();
  expect(stdout).toBe(`${JSON.stringify({ ready: true, url, inspectorUrl, apiKeys })}\n`);
  expect(stderr).toBe("");
});

it.concurrent("--json prints the key that the server created if there is no seed", async () => {
  await using server = await startServer();
  const { apiKeys, send } = server;
  expect(apiKeys).toEqual([expect.stringMatching(/^key_[0-9a-z]{16}$/)]);
  expect((await send("/v1/brains/brain_a/index")).status).toBe(404);
});

it.concurrent("prints the URL, the key and each request as text", async () => {
  await using command = startCommand([...commandLine, "--port=0", "--seed=demo", "--random-seed=\u001b[2J"]);
  await command.waitForOutput("random seed");
  const [, inspector, url] = /^Inspector at (\S+)\nKnowledge base at (\S+)/.exec(command.stdout) ?? [];
  const headers = { "x-api-key": "kb_demo_harbour_line" };
  await fetch(`${url}/v1/brains/brain_operations/index?limit=1`, { headers });
  await fetch(`${url}/v1/brains/brain_operations/index`);
  await fetch(`${url}/v1/brains/brain_operations/messaging/bindings/binding_yard`, { method: "DELETE", headers });
  await fetch(`${url}/v1/nothing%0A%1B`, { method: "PUT", headers });
  await fetch(`${url}/_health?key=kb_demo_harbour_line`);
  const { stdout, stderr } = await command.stop();
  expect(stderr).toBe("");
  expect(stdout).toBe(`Inspector at ${inspector}
Knowledge base at ${url}
  x-api-key    kb_demo_harbour_line
  control      ${url}/_control/openapi.json
  random seed  \\u001b[2J
200 GET /v1/brains/brain_operations/index
401 GET /v1/brains/brain_operations/index
200 DELETE /v1/brains/brain_operations/messaging/bindings/binding_yard
404 PUT /v1/nothing%0A%1B
200 GET /_health
`);
});

it.concurrent("explains how to create a key if there is none", async () => {
  await using stateFile = await createStateFile({ version: 1 });
  const { path } = stateFile;
  await using command = startCommand([...commandLine, "--port=0", "--import", path]);
  await command.waitForOutput("random seed");
  expect(command.stdout).toContain("  x-api-key    none; POST /_control/apiKeys/create creates one\n");
});

it.concurrent("--quiet prints no requests", async () => {
  await using stateFile = await createStateFile(buildState());
  const { path } = stateFile;
  await using command = startCommand([...commandLine, "--port=0", "--quiet", "--seed", path]);
  await command.waitForOutput("random seed");
  const [, inspector, url] = /^Inspector at (\S+)\nKnowledge base at (\S+)/.exec(command.stdout) ?? [];
  await fetch(`${url}/v1/brains/brain_tides/index`, { headers: { "x-api-key": "key_north" } });
  expect((await command.stop()).stdout).toBe(`Inspector at ${inspector}
Knowledge base at ${url}
  x-api-key    key_north
  control      ${url}/_control/openapi.json
  random seed  knowledge-base
`);
});
