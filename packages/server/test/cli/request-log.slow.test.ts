import { once } from "node:events";
import { connect as connectControl } from "@knowledge-base/server/control";
import { describe, expect, it } from "vitest";
import { startCommand } from "../../../command-line/test/start-command.ts";
import { buildState } from "../build-state.ts";
import { openConnection } from "./open-connection.ts";
import { commandLine } from "./start-server.ts";
import { createStateFile } from "./state-files.ts";

/** Starts a server that logs its requests. `readLog` stops it and returns the lines of the log. */
async function startLogging(apiKeys = buildState().apiKeys) {
  await using stateFile = await createStateFile(buildState({ apiKeys }));
  await using resources = new AsyncDisposableStack();
  const command = resources.use(startCommand([...commandLine, "--port=0", "--seed", stateFile.path]));
  await command.waitForOutput("random seed  knowledge-base\n");
  const url = new URL(command.stdout.match(/(?<=^Knowledge base at )\S+/m)?.[0] ?? "");
  const readLog = async () => (await command.stop()).stdout.split("\n").slice(5, -1);
  const owned = resources.move();
  return {
    url: url.origin,
    host: url.hostname,
    port: Number(url.port),
    command,
    readLog,
    [Symbol.asyncDispose]: () => owned.disposeAsync(),
  };
}

describe("no line contains a key", () => {
  it.concurrent("that was put into the path or the query", async () => {
    await using server = await startLogging();
    const { url, readLog } = server;
    const headers = { "x-api-key": "key_north" };
    await fetch(`${url}/v1/brains/key_south/index`, { headers });
    await fetch(`${url}/v1/brains/key_north/index?key=key_north`);
    await fetch(`${url}/v1/brains/brain_tides/index?key=key_north`, { headers });
    await fetch(`${url}/v1/x-api-key=key_north;/a`);
    await fetch(`${url}/v1/%6bey_n%6Frth/key_nort`);
    await fetch(`${url}/v1/%256bey_north/%E0`);
    await fetch(`${url}/_control/key_north`, { method: "POST" });
    expect(await readLog()).toEqual([
      "404 GET /v1/brains/[redacted]/index",
      "401 GET /v1/brains/[redacted]/index",
      "200 GET /v1/brains/brain_tides/index",
      "404 GET /v1/[redacted]/a",
      "404 GET /v1/[redacted]/key_nort",
      "404 GET /v1/[redacted]/%E0",
      "404 POST /_control/[redacted]",
    ]);
  });

  it.concurrent("that was put into the path of a request with success", async () => {
    await using server = await startLogging();
    const { url, readLog } = server;
    const { faults } = await connectControl(url);
    const path = "/v1/brains/key_north/index";
    await fetch(url + path, { method: "OPTIONS" });
    await faults.add({ kind: "response", status: 200 });
    await fetch(url + path);
    await faults.add({ kind: "response", status: 200 });
    await fetch(`${url}/v1/brains/real-key/index`, { headers: { "x-api-key": "real-key" } });
    expect((await readLog()).filter((line) => !line.includes("POST"))).toEqual([
      "200 OPTIONS /v1/brains/[redacted]/index",
      "200 GET /v1/brains/[redacted]/index",
      "200 GET /v1/brains/[redacted]/index",
    ]);
  });

  it.concurrent("that no server knows, but that the request has", async () => {
    await using server = await startLogging();
    const { url, readLog } = server;
    await fetch(`${url}/v1/brains/real-key/index`, { headers: { "x-api-key": "real-key" } });
    await fetch(`${url}/v1/brains/real-key/index`, { headers: { "x-api-key": "" } });
    expect(await readLog()).toEqual(["401 GET /v1/brains/[redacted]/index", "401 GET /v1/brains/real-key/index"]);
  });

  it.concurrent("that was created or revoked meanwhile", async () => {
    await using server = await startLogging();
    const { url, readLog } = server;
    const { control } = await connectControl(url);
    await fetch(`${url}/v1/new-key`);
    await control.apiKeys.create({ organizationId: "org_north", key: "new-key" });
    await fetch(`${url}/v1/new-key`);
    await control.apiKeys.revoke({ key: "new-key" });
    await fetch(`${url}/v1/new-key`);
    expect((await readLog()).filter((line) => line.includes("GET"))).toEqual([
      "404 GET /v1/new-key",
      "404 GET /v1/[redacted]",
      "404 GET /v1/[redacted]",
    ]);
  });

  it.concurrent("that has a slash in it", async () => {
    await using server = await startLogging([{ key: "north/key", organizationId: "org_north", role: "admin" }]);
    const { url, readLog } = server;
    await fetch(`${url}/v1/north/key`);
    await fetch(`${url}/v1/north/keys/x`);
    expect(await readLog()).toEqual(["404 GET [redacted]", "404 GET [redacted]"]);
  });
});

it.concurrent("a request without a response has a line too", async () => {
  await using server = await startLogging();
  const { url, readLog } = server;
  const { faults } = await connectControl(url);
  await faults.add({ kind: "connection_reset" });
  const response = fetch(`${url}/v1/brains/key_north/index`, { headers: { "x-api-key": "key_south" } });
  await expect(response).rejects.toThrow("fetch failed");
  expect((await readLog()).at(-1)).toBe("--- GET /v1/brains/[redacted]/index");
});

it.concurrent("a request that is not HTTP has no line", async () => {
  await using server = await startLogging();
  const { readLog } = server;
  const connection = await openConnection(server);
  connection.write("hello\r\n\r\n");
  expect(await connection.rest()).toMatch(/^HTTP\/1\.1 400 /);
  expect(await readLog()).toEqual([]);
});

it.concurrent("unread lines are dropped, and block neither the server nor its exit", async () => {
  await using server = await startLogging();
  const { url, command } = server;
  const { child } = command;
  child.stdout?.pause();
  const path = `/v1/${"x".repeat(8000)}`;
  const ask = (count: number) => Promise.all(Array.from({ length: count }, () => fetch(`${url}${path}`)));
  await ask(60);
  child.stdout?.resume();
  while (!command.stdout.includes("omitted")) await ask(1);
  const leftOut = Number(/^\((\d+) lines omitted, because the output was not read\)$/m.exec(command.stdout)?.[1]);
  expect(leftOut).toBeGreaterThan(0);
  expect(leftOut).toBeLessThan(60);
  await fetch(`${url}/_health`);
  await command.waitForOutput("/_health\n");
  expect(command.stdout.match(/omitted/g)).toHaveLength(1);

  child.stdout?.pause();
  await ask(60);
  const exited = once(child, "exit");
  child.kill("SIGTERM");
  expect(await exited).toEqual([0, null]);
  child.stdout?.resume();
});
