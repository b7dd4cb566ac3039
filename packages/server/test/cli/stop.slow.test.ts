import type { SpawnOptions } from "node:child_process";
import { once } from "node:events";
import { readdir, rm } from "node:fs/promises";
import { dirname, join } from "node:path";
import { connect } from "@knowledge-base/server/control";
import { describe, expect, it } from "vitest";
import { preload, startCommand } from "../../../command-line/test/start-command.ts";
import { TemporaryFolder } from "../../../command-line/test/temporary-folder.ts";
import { buildState } from "../build-state.ts";
import { openConnection } from "./open-connection.ts";
import { commandLine, type StartedServer, startServer } from "./start-server.ts";
import { createPipe, createStateFile, readState } from "./state-files.ts";

const signals = ["SIGINT", "SIGTERM", "SIGHUP"] as const;
const index = "GET /v1/brains/brain_tides/index HTTP/1.1\r\nhost: localhost\r\nx-api-key: key_north\r\n\r\n";

/** Ends the grace period for requests in flight when the process receives SIGUSR2, instead of after its 8 seconds. */
const manualGracePeriod = `
  const { setTimeout: schedule } = globalThis;
  globalThis.setTimeout = (callback, delay, ...args) => {
    if (delay !== 8000) return schedule(callback, delay, ...args);
    process.once("SIGUSR2", () => callback(...args));
    return schedule(() => {}, 0);
  };
`;

/** Starts a server with a small state, which it exports to the file from which it was read. */
async function startExporting(options?: SpawnOptions) {
  await using resources = new AsyncDisposableStack();
  const { path } = resources.use(await createStateFile(buildState()));
  const server = resources.use(await startServer(["--seed", path, "--export-on-exit", path], options));
  const { control } = await connect(server.url);
  const { id } = await control.organizations.create({ name: "East" });
  const isExported = async () => (await readState(path)).organizations.some((organization) => organization.id === id);
  const owned = resources.move();
  return { server, isExported, [Symbol.asyncDispose]: () => owned.disposeAsync() };
}

/** Like {@link startExporting}, with a grace period that lasts until the server receives SIGUSR2. */
function startPatient() {
  const { NODE_OPTIONS = "" } = process.env;
  return startExporting({ env: { ...process.env, NODE_OPTIONS: `${NODE_OPTIONS} ${preload(manualGracePeriod)}` } });
}

/** Opens connections without a request in flight: used before, never used, and with half a request line. */
async function openIdle(server: StartedServer) {
  const used = await openConnection(server);
  used.write(index);
  await used.until("]");
  const unused = await openConnection(server);
  const begun = await openConnection(server);
  begun.write("GET /v1/brains/brain_ti");
  return [used, unused, begun];
}

/** Opens connections whose responses never complete because of planned faults. */
async function openEndless(server: StartedServer) {
  const { faults } = await connect(server.url);
  await faults.add({ kind: "hang" });
  const hung = await openConnection(server);
  hung.write(index);
  while ((await faults.pending()).length > 0);
  await faults.add({ kind: "stalled_body" });
  const stalled = await openConnection(server);
  stalled.write(index);
  await stalled.until("\r\n\r\n");
  return [hung, stalled];
}

/** Opens connections whose requests never complete. */
async function openHanging(server: StartedServer) {
  const endless = await openEndless(server);
  const half = await openConnection(server);
  half.write(
    "POST /_control/brains/create HTTP/1.1\r\nhost: localhost\r\nexpect: 100-continue\r\ncontent-length: 99\r\n\r\n",
  );
  await half.until("100 Continue");
  half.write('{"name":');
  const waiting = await openConnection(server);
  const body = JSON.stringify({ kind: "brief", timeout: 120_000 });
  waiting.write(
    `POST /_control/deliveries/waitFor HTTP/1.1\r\nhost: localhost\r\ncontent-type: application/json\r\ncontent-length: ${body.length}\r\n\r\n${body}`,
  );
  // An invalid request would receive its response before these.
  const { clock } = await connect(server.url);
  for (let count = 0; count < 2; count += 1) await clock.now();
  expect(waiting.received).toBe("");
  return [...endless, half, waiting];
}

describe.concurrent.each(signals)("%s", (signal) => {
  it.concurrent("ends the process with exit code 0 and an export, even with idle connections", async () => {
    await using exporting = await startExporting();
    const { server, isExported } = exporting;
    const connections = await openIdle(server);
    expect(await server.stop(signal)).toMatchObject({ code: 0, signal: null, stderr: "" });
    expect(await isExported()).toBe(true);
    for (const { closed } of connections) await closed;
  });
});

it.concurrent("requests that never end are cut off after a while, and the state is exported", async () => {
  await using exporting = await startPatient();
  const { server, isExported } = exporting;
  const idle = await openIdle(server);
  const hanging = await openHanging(server);
  const ended = server.stop("SIGTERM");
  // The server is waiting for the requests in flight once it has closed the idle connections.
  for (const { closed } of idle) await closed;
  expect(await isExported()).toBe(false);
  server.command.child.kill("SIGUSR2");
  expect(await ended).toMatchObject({ code: 0, signal: null, stderr: "" });
  expect(await isExported()).toBe(true);
  for (const { closed } of hanging) await closed;
});

it.concurrent("requests that a planned fault never completes do not delay the end", async () => {
  await using exporting = await startPatient();
  const { server, isExported } = exporting;
  const endless = await openEndless(server);
  expect(await server.stop("SIGTERM")).toMatchObject({ code: 0, signal: null, stderr: "" });
  expect(await isExported()).toBe(true);
  for (const { closed } of endless) await closed;
});

it.concurrent("a second signal ends a server before one that received only a first signal earlier", async () => {
  await using patient = await startPatient();
  await using hasty = await startPatient();
  const idle = await openIdle(patient.server);
  for (const { server } of [patient, hasty]) await openHanging(server);
  const patientEnds = patient.server.stop("SIGINT");
  for (const { closed } of idle) await closed;
  expect(await hasty.server.stop("SIGINT", "SIGTERM")).toMatchObject({ code: 0, signal: null, stderr: "" });
  expect(await hasty.isExported()).toBe(true);
  expect(await patient.isExported()).toBe(false);
  patient.server.command.child.kill("SIGUSR2");
  expect(await patientEnds).toMatchObject({ code: 0, signal: null, stderr: "" });
  expect(await patient.isExported()).toBe(true);
});

describe.concurrent.each(signals)("a second signal, %s", (signal) => {
  it.concurrent("cuts requests off, exports the state, and ends the process with exit code 0", async () => {
    await using exporting = await startExporting();
    const { server, isExported } = exporting;
    const idle = await openIdle(server);
    const hanging = await openHanging(server);
    server.command.child.kill(signal);
    // Two signals of one kind count as one until the process has handled the first.
    for (const { closed } of idle) await closed;
    expect(await server.stop(signal)).toMatchObject({ code: 0, signal: null, stderr: "" });
    expect(await isExported()).toBe(true);
    for (const { closed } of hanging) await closed;
  });
});

it.concurrent("ten signals in a row have the effect of two", async () => {
  await using exporting = await startExporting();
  const { server, isExported } = exporting;
  const connections = await openHanging(server);
  const many = Array.from({ length: 10 }, (_, count) => signals[count % 3] ?? "SIGINT");
  expect(await server.stop(...many)).toMatchObject({ code: 0, signal: null, stderr: "" });
  expect(await isExported()).toBe(true);
  for (const { closed } of connections) await closed;
});

it.concurrent("signals until the very end do not lose the export", async () => {
  await using exporting = await startExporting();
  const { server, isExported } = exporting;
  const { child, ended } = server.command;
  const timer = setInterval(() => child.kill("SIGTERM"), 1);
  await ended.finally(() => clearInterval(timer));
  expect(await ended).toMatchObject({ code: 0, signal: null, stderr: "" });
  expect(await isExported()).toBe(true);
});

it.concurrent("a signal before the server is ready ends the process as by default, and exports nothing", async () => {
  await using temporary = await TemporaryFolder.create();
  const folder = temporary.path;
  const pipe = join(folder, "pipe");
  createPipe(pipe);
  const flags = ["--port=0", "--import", pipe, "--export-on-exit", join(folder, "state.json")];
  await using command = startCommand([...commandLine, ...flags]);
  const { child, ended } = command;
  await once(child, "spawn");
  child.kill("SIGTERM");
  expect(await ended).toEqual({ code: null, signal: "SIGTERM", stdout: "", stderr: "" });
  expect(await readdir(folder)).toEqual(["pipe"]);
});

it.concurrent("an unexpected failure is reported without keys, even if the export fails too", async () => {
  await using stateFile = await createStateFile(buildState());
  const { path } = stateFile;
  const program = 'process.once("SIGUSR2", () => { throw new Error("Out of ink for key_north"); });';
  const [node, ...rest] = commandLine;
  await using command = startCommand([
    node,
    preload(program),
    ...rest,
    "--json",
    "--port=0",
    "--seed",
    path,
    "--export-on-exit",
    path,
  ]);
  await command.waitForOutput("\n");
  await rm(dirname(path), { recursive: true });
  const { code, stderr } = await command.stop("SIGUSR2");
  expect(code).toBe(1);
  const [exporting, failure, ...stack] = stderr.split("\n");
  expect(exporting).toMatch(/^knowledge-base-server: Failed to write .+: there is no such file or folder\. Use /);
  expect(failure).toMatch(
    /^knowledge-base-server: Failed unexpectedly: Out of ink for \[redacted\]\. This is a bug in the command\. The stack follows\.$/,
  );
  expect(stack[0]).toBe("  Error: Out of ink for [redacted]");
  expect(stderr).not.toContain("key_north");
});

it.concurrent("an unexpected failure ends the process with exit code 1, after an export", async () => {
  await using temporary = await TemporaryFolder.create();
  const path = temporary.join("state.json");
  const program = 'process.once("SIGUSR2", () => { throw new Error("Out of\\nink"); });';
  const [node, ...rest] = commandLine;
  await using command = startCommand([node, preload(program), ...rest, "--json", "--port=0", "--export-on-exit", path]);
  await command.waitForOutput("\n");
  const { code, stderr } = await command.stop("SIGUSR2");
  expect(code).toBe(1);
  expect(stderr).toMatch(
    /^knowledge-base-server: Failed unexpectedly: Out of\\u000aink\. This is a bug in the command\. The stack follows\.\n {2}Error: Out of\n/,
  );
  expect((await readState(path)).organizations).toHaveLength(1);
});
