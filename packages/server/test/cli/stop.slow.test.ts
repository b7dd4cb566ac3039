import { once } from "node:events";
import { readdir, rm } from "node:fs/promises";
import { dirname, join } from "node:path";
import { connect } from "@knowledge-base/server/control";
import { describe, expect, it } from "vitest";
import { buildState } from "../build-state.ts";
import { Command, commandLine } from "./command.ts";
import { makeFolder } from "./make-folder.ts";
import { makePipe } from "./make-pipe.ts";
import { openConnection } from "./open-connection.ts";
import { type StartedServer, startServer } from "./start-server.ts";
import { makeStateFile, readState } from "./state-files.ts";

const signals = ["SIGINT", "SIGTERM", "SIGHUP"] as const;
const index = "GET /v1/brains/brain_tides/index HTTP/1.1\r\nhost: a\r\nx-api-key: key_north\r\n\r\n";

/** A server with the small world, and the file that it exports to. */
async function startExporting(...flags: string[]) {
  const path = await makeStateFile(buildState());
  const server = await startServer(["--seed", path, "--export-on-exit", path, ...flags]);
  const { control } = await connect(server.url);
  const { id } = await control.organizations.create({ name: "East" });
  const isExported = async () => (await readState(path)).organizations.some((organization) => organization.id === id);
  return { server, isExported };
}

/** Connections with all that can be unfinished on one, but for requests in flight. */
async function openIdle(server: StartedServer) {
  const used = await openConnection(server);
  used.write(index);
  await used.until("]");
  const unused = await openConnection(server);
  const begun = await openConnection(server);
  begun.write("GET /v1/brains/brain_ti");
  return [used, unused, begun];
}

/** Connections whose requests never end by themselves. */
async function openHanging(server: StartedServer) {
  const { faults } = await connect(server.url);
  await faults.add({ kind: "hang" });
  const hung = await openConnection(server);
  hung.write(index);
  while ((await faults.pending()).length > 0);
  await faults.add({ kind: "stalled_body" });
  const stalled = await openConnection(server);
  stalled.write(index);
  await stalled.until("\r\n\r\n");
  const half = await openConnection(server);
  half.write("POST /_control/brains/create HTTP/1.1\r\nhost: a\r\nexpect: 100-continue\r\ncontent-length: 99\r\n\r\n");
  await half.until("100 Continue");
  half.write('{"name":');
  const waiting = await openConnection(server);
  const body = JSON.stringify({ kind: "daily_brief", timeout: 120_000 });
  waiting.write(
    `POST /_control/deliveries/waitFor HTTP/1.1\r\nhost: a\r\ncontent-type: application/json\r\ncontent-length: ${body.length}\r\n\r\n${body}`,
  );
  return [hung, stalled, half, waiting];
}

describe.concurrent.each(signals)("%s", (signal) => {
  it.concurrent("ends the process with exit code 0 and an export, whatever connections are idle", async () => {
    const { server, isExported } = await startExporting();
    const connections = await openIdle(server);
    expect(await server.stop(signal)).toMatchObject({ code: 0, signal: null, stderr: "" });
    expect(await isExported()).toBe(true);
    for (const { closed } of connections) await closed;
  });
});

it.concurrent("requests that never end are cut off after a while, and the state is exported", async () => {
  const { server, isExported } = await startExporting();
  const connections = await openHanging(server);
  expect(await server.stop()).toMatchObject({ code: 0, signal: null, stderr: "" });
  expect(await isExported()).toBe(true);
  for (const { closed } of connections) await closed;
});

it.concurrent("a second signal ends a server before one that was given its first signal earlier", async () => {
  const [patient, hasty] = [(await startExporting()).server, (await startExporting()).server];
  for (const server of [patient, hasty]) await openHanging(server);
  const endings: string[] = [];
  const patientEnds = patient.stop("SIGINT").then(() => endings.push("patient"));
  await new Promise((resolve) => setTimeout(resolve, 1000));
  const hastyEnds = hasty.stop("SIGINT", "SIGTERM").then(() => endings.push("hasty"));
  await Promise.all([patientEnds, hastyEnds]);
  expect(endings).toEqual(["hasty", "patient"]);
});

describe.concurrent.each(signals)("a second signal, %s", (signal) => {
  it.concurrent("cuts requests off, exports the state, and ends the process with exit code 0", async () => {
    const { server, isExported } = await startExporting();
    const idle = await openIdle(server);
    const hanging = await openHanging(server);
    server.command.child.kill(signal);
    // Two signals of one kind are one for the process if it has yet to see the first.
    for (const { closed } of idle) await closed;
    expect(await server.stop(signal)).toMatchObject({ code: 0, signal: null, stderr: "" });
    expect(await isExported()).toBe(true);
    for (const { closed } of hanging) await closed;
  });
});

it.concurrent("ten signals in a row do what two do", async () => {
  const { server, isExported } = await startExporting();
  const connections = await openHanging(server);
  const many = Array.from({ length: 10 }, (_, count) => signals[count % 3] ?? "SIGINT");
  expect(await server.stop(...many)).toMatchObject({ code: 0, signal: null, stderr: "" });
  expect(await isExported()).toBe(true);
  for (const { closed } of connections) await closed;
});

it.concurrent("signals until the very end do not lose the export", async () => {
  const { server, isExported } = await startExporting();
  const { child, ended } = server.command;
  const timer = setInterval(() => child.kill("SIGTERM"), 1);
  expect(await ended).toMatchObject({ code: 0, signal: null, stderr: "" });
  clearInterval(timer);
  expect(await isExported()).toBe(true);
});

it.concurrent("a signal before the server is ready ends the process as it ends any other, and exports nothing", async () => {
  const folder = await makeFolder();
  const pipe = join(folder, "pipe");
  makePipe(pipe);
  const flags = ["--port=0", "--import", pipe, "--export-on-exit", join(folder, "state.json")];
  const { child, ended } = new Command([...commandLine, ...flags]);
  await once(child, "spawn");
  child.kill("SIGTERM");
  expect(await ended).toEqual({ code: null, signal: "SIGTERM", stdout: "", stderr: "" });
  expect(await readdir(folder)).toEqual(["pipe"]);
});

it.concurrent("a failure that nobody expected is told without keys, also where the export fails too", async () => {
  const path = await makeStateFile(buildState());
  const program = 'process.once("SIGUSR2", () => { throw new Error("Out of ink for key_north"); });';
  const [node, ...rest] = commandLine;
  const preload = `--import=data:text/javascript,${encodeURIComponent(program)}`;
  const command = new Command([node, preload, ...rest, "--json", "--port=0", "--seed", path, "--export-on-exit", path]);
  await command.untilSaid("\n");
  await rm(dirname(path), { recursive: true });
  const { code, stderr } = await command.stop("SIGUSR2");
  expect(code).toBe(1);
  const [exporting, failure, ...stack] = stderr.split("\n");
  expect(exporting).toMatch(/^knowledge-base-server: Failed to write .+: there is no such file or folder\. Give /);
  expect(failure).toMatch(/^knowledge-base-server: Failed to go on: Out of ink for \[redacted\]\. This is a fault /);
  expect(stack[0]).toBe("  Error: Out of ink for [redacted]");
  expect(stderr).not.toContain("key_north");
});

it.concurrent("a failure that nobody expected ends the process with exit code 1, after an export", async () => {
  const path = join(await makeFolder(), "state.json");
  const program = 'process.once("SIGUSR2", () => { throw new Error("Out of\\nink"); });';
  const [node, ...rest] = commandLine;
  const preload = `--import=data:text/javascript,${encodeURIComponent(program)}`;
  const command = new Command([node, preload, ...rest, "--json", "--port=0", "--export-on-exit", path]);
  await command.untilSaid("\n");
  const { code, stderr } = await command.stop("SIGUSR2");
  expect(code).toBe(1);
  expect(stderr).toMatch(
    /^knowledge-base-server: Failed to go on: Out of\\u000aink\. This is a fault .+\.\n {2}Error: Out of\n/,
  );
  expect((await readState(path)).organizations).toHaveLength(1);
});
