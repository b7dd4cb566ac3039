import { rm } from "node:fs/promises";
import { dirname } from "node:path";
import { connect } from "@knowledge-base/server/control";
import { describe, expect, it, vi } from "vitest";
import { buildState } from "../build-state.ts";
import { openConnection } from "../node/raw-connection.ts";
import { startServer } from "./server-run.ts";
import { createStateFile, readState } from "./state-files.ts";

const gracePeriodMs = 8000;
const signals = ["SIGINT", "SIGTERM", "SIGHUP"] as const;

/** Starts a server with a small state, which it exports to the file from which it was read. */
async function startExporting() {
  const path = await createStateFile(buildState());
  const server = await startServer(["--seed", path, "--export-on-exit", path]);
  const connected = await connect(server.url);
  await connected.control.organizations.create({ id: "org_east", name: "East" });
  const isExported = async () => (await readState(path)).organizations.some(({ id }) => id === "org_east");
  return { ...server, ...connected, path, isExported };
}

/** Opens a connection with half of a request, which never completes. */
async function openHanging(server: { host: string; port: number }) {
  const connection = await openConnection(server);
  const headers = "host: localhost\r\nexpect: 100-continue\r\ncontent-length: 99\r\n\r\n";
  connection.write(`POST /_control/brains/create HTTP/1.1\r\n${headers}`);
  await connection.until("100 Continue");
  return connection;
}

/** Keeps the end of the grace period from coming by itself. Returns a function that ends it. */
function holdGracePeriod(): () => void {
  const { setTimeout: schedule } = globalThis;
  const held: (() => void)[] = [];
  vi.stubGlobal("setTimeout", (callback: () => void, delay: number, ...args: []) =>
    delay === gracePeriodMs ? held.push(callback) : schedule(callback, delay, ...args),
  );
  return () => {
    expect(held).toHaveLength(1);
    held[0]?.();
  };
}

describe.each(signals)("%s", (signal) => {
  it("ends the command with exit code 0 and an export, even with idle connections", async () => {
    const server = await startExporting();
    const idle = await openConnection(server);
    idle.write("GET /v1/brains/brain_ti");
    expect(await server.stop(signal)).toMatchObject({ code: 0, stderr: "" });
    expect(await server.isExported()).toBe(true);
    await idle.closed;
  });

  it("after another signal cuts requests off, exports the state, and ends the command", async () => {
    const server = await startExporting();
    const hanging = await openHanging(server);
    expect(await server.stop("SIGTERM", signal, "SIGINT", "SIGHUP")).toMatchObject({ code: 0, stderr: "" });
    expect(await server.isExported()).toBe(true);
    await hanging.closed;
  });
});

it("requests that never end are cut off after the grace period, and the state is exported", async () => {
  const endGracePeriod = holdGracePeriod();
  const server = await startExporting();
  const idle = await openConnection(server);
  const hanging = await openHanging(server);
  const ended = server.stop();
  // The server waits for the requests in flight once it has closed the idle connections.
  await idle.closed;
  expect(await server.isExported()).toBe(false);
  endGracePeriod();
  expect(await ended).toMatchObject({ code: 0, stderr: "" });
  expect(await server.isExported()).toBe(true);
  await hanging.closed;
});

it("requests that a planned fault never completes do not delay the end", async () => {
  const server = await startExporting();
  await server.faults.add({ kind: "hang" });
  const hung = await openConnection(server);
  hung.write("GET /v1/brains/brain_tides/index HTTP/1.1\r\nhost: localhost\r\nx-api-key: key_north\r\n\r\n");
  while ((await server.faults.pending()).length > 0);
  expect(await server.stop()).toMatchObject({ code: 0, stderr: "" });
  await hung.closed;
});

it("requests in flight get their responses, and the export has their changes", async () => {
  const path = await createStateFile(buildState());
  const server = await startServer(["--seed", path, "--export-on-exit", path, "--latency=300"]);
  const body = '{"notifyBriefs":false}';
  const headers = `host: localhost\r\nx-api-key: key_north\r\ncontent-type: application/json\r\n`;
  const update = `/v1/brains/brain_tides/messaging/bindings/binding_hold HTTP/1.1\r\n${headers}`;
  const archive = await openConnection(server);
  archive.write(`POST /v1/brains/brain_tides/pages/spring-tide/archive HTTP/1.1\r\n${headers}\r\n`);
  const patch = await openConnection(server);
  patch.write(`PATCH ${update}content-length: ${body.length}\r\n\r\n${body}`);
  // Connections are accepted in order, so after this response the server has both requests.
  await server.send("/_health");
  const ended = server.stop();
  for (const connection of [archive, patch]) expect(await connection.rest()).toMatch(/^HTTP\/1\.1 20[01] /);
  expect(await ended).toMatchObject({ code: 0, stderr: "" });
  const { pages, bindings } = await readState(path);
  expect(pages[0]).toMatchObject({ slug: "spring-tide", status: "archived" });
  expect(bindings.find(({ id }) => id === "binding_hold")?.notifyBriefs).toBe(false);
});

it("an unexpected failure is reported without keys, with exit code 1, after an export", async () => {
  const server = await startExporting();
  server.command.send("uncaughtException", new Error("Out of\nink for key_north"));
  const { code, stderr } = await server.command.ended;
  expect(code).toBe(1);
  expect(stderr).toMatch(
    /^knowledge-base-server: Failed unexpectedly: Out of\\u000aink for \[redacted\]\. This is a bug in the command\. The stack follows\.\n {2}Error: Out of\n/,
  );
  expect(stderr).not.toContain("key_north");
  expect(await server.isExported()).toBe(true);
});

it("an unexpected failure is reported even if the export fails too", async () => {
  const server = await startExporting();
  await rm(dirname(server.path), { recursive: true });
  server.command.send("uncaughtException", new Error("Out of ink"));
  const { code, stderr } = await server.command.ended;
  expect([code, ...stderr.split("\n").slice(0, 2)]).toEqual([
    1,
    expect.stringMatching(/^knowledge-base-server: Failed to write .+: there is no such file or folder\. Use /),
    expect.stringContaining("Failed unexpectedly: Out of ink. "),
  ]);
});
