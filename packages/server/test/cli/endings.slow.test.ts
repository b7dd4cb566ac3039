import { mkdtempDisposable, readdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout } from "node:timers/promises";
import { ChildProcessRun, nodeCommandLine } from "@knowledge-base/internal/test-helpers/child-process-run.ts";
import { createReferenceServer, type StateInput } from "@knowledge-base/server";
import { connect } from "@knowledge-base/server/control";
import { expect, it } from "vitest";

const commandLine = [...nodeCommandLine(new URL("../../src/cli.ts", import.meta.url)), "--json", "--port=0"];

// An operation that ends the process after its response.
const operations = `
  import { implement } from "@knowledge-base/server";
  import { defineOperation } from "@knowledge-base/types";
  import * as z from "zod";
  const ends = {
    throws: () => { throw new Error("not planned"); },
    rejects: () => void Promise.reject(new Error("not planned")),
    exits: () => process.exit(0),
  };
  const path = "/v1/ends/{how}";
  const input = { how: z.string() };
  const success = { status: 200, schema: z.unknown() };
  const read = { method: "GET", success, errors: [], idempotency: "safe" };
  const declaration = defineOperation({ id: "it.ends", path, summary: "End", ...read });
  export default implement(declaration, ({ input }) => void setTimeout(ends[input.how], 20) ?? input.how);
`;

// A folder beside this file, so that a module in it can import the packages of the repository.
const createFolder = () => mkdtempDisposable(join(import.meta.dirname, "knowledge-base-"));

async function start(path: string, flags: readonly string[] = []) {
  const command = new ChildProcessRun([...commandLine, "--state", path, ...flags], { stdio: "pipe" });
  await command.waitForOutput("\n");
  const { url, apiKeys } = JSON.parse(command.stdout) as { readonly url: string; readonly apiKeys: readonly string[] };
  const end = (how: string) => fetch(`${url}/v1/ends/${how}`, { headers: { "x-api-key": apiKeys[0] ?? "" } });
  return { command, end, remote: await connect(url), [Symbol.asyncDispose]: () => command[Symbol.asyncDispose]() };
}

type Started = Awaited<ReturnType<typeof start>>;

const kill = (signal: NodeJS.Signals) => (server: Started) => server.command.child.kill(signal);

const failure = { code: 1, stderr: expect.stringContaining("not planned") };
it.concurrent.each<{ way: string; end: (server: Started) => unknown; result: object }>([
  { way: "SIGINT", end: kill("SIGINT"), result: { code: 0, stderr: "" } },
  { way: "SIGTERM", end: kill("SIGTERM"), result: { code: 0, stderr: "" } },
  { way: "SIGHUP", end: kill("SIGHUP"), result: { code: 0, stderr: "" } },
  { way: "SIGQUIT", end: kill("SIGQUIT"), result: { code: 0, stderr: "" } },
  { way: "SIGUSR2", end: kill("SIGUSR2"), result: { code: 0, stderr: "" } },
  { way: "the end of the parent", end: ({ command }) => command.child.stdin?.end(), result: { code: 0, stderr: "" } },
  { way: "an error that nothing catches", end: ({ end }) => end("throws"), result: failure },
  { way: "a rejection that nothing handles", end: ({ end }) => end("rejects"), result: failure },
  { way: "process.exit()", end: ({ end }) => end("exits"), result: { code: 0, stderr: "" } },
])("$way loses no acknowledged change of the file of --state", async ({ way, end, result }) => {
  await using folder = await createFolder();
  const path = join(folder.path, "state.json");
  const module = join(folder.path, "operations.ts");
  await writeFile(module, operations);
  await using server = await start(path, ["--operations", module, "--exit-with-parent"]);
  const { control, clock, organization, snapshot } = server.remote;
  // Then the next changes are saved at once, and the ones after them not for a second.
  await setTimeout(1100);
  const { id } = await control.organizations.create({ name: "East" });
  await organization(id).clock.advance(5000);
  await setTimeout(100);
  await control.brains.create({ name: "Tides", organizationId: id });
  await (way.startsWith("SIG") ? clock.freeze("2030-01-01T00:00:00Z") : clock.advance(60_000));
  const before = await snapshot();
  await end(server);
  expect(await server.command.ended).toMatchObject(result);
  expect(await readdir(folder.path)).toEqual(["operations.ts", "state.json"]);
  const seed = JSON.parse(await readFile(path, "utf8")) as StateInput;
  expect(createReferenceServer({ seed }).snapshot()).toEqual(before);
  await using next = await start(path);
  expect(await next.remote.snapshot()).toEqual(before);
});

it.concurrent("one of several commands that start at once keeps its state in the file, and the others say that they don't", async () => {
  await using folder = await createFolder();
  const path = join(folder.path, "state.json");
  const problem = `Failed to save ${path}: another program has changed it`;
  const run = async (name: string) => {
    await using command = new ChildProcessRun([...commandLine, "--state", path]);
    const refused = await command.waitForOutput("\n").catch(() => command.ended);
    if (refused) return { ...refused, name };
    await (await connect(JSON.parse(command.stdout).url)).control.organizations.create({ name });
    return { ...(await command.stop("SIGTERM")), name };
  };
  const results = await Promise.all(["North", "East", "South", "West"].map(run));
  const [owner, ...others] = results.sort((one, other) => (one.code ?? 0) - (other.code ?? 0));
  expect(owner).toMatchObject({ code: 0, stderr: "" });
  for (const { code, stderr } of others) {
    expect([1, 3]).toContain(code);
    expect(stderr).toContain(problem);
  }
  const { organizations } = JSON.parse(await readFile(path, "utf8")) as StateInput;
  expect(organizations?.at(-1)).toHaveProperty("name", owner?.name);
  expect(await readdir(folder.path)).toEqual(["state.json"]);
});

it.concurrent("process.exit() leaves a file that another program has changed, and has the exit code 1 then", async () => {
  await using folder = await createFolder();
  const path = join(folder.path, "state.json");
  const module = join(folder.path, "operations.ts");
  await writeFile(module, operations);
  await using server = await start(path, ["--operations", module]);
  await writeFile(path, "edited");
  await server.remote.control.organizations.create({ name: "East" });
  await server.end("exits");
  const stderr = expect.stringContaining("another program has changed it");
  expect(await server.command.ended).toMatchObject({ code: 1, stderr });
  expect(await readFile(path, "utf8")).toBe("edited");
});

// Kills a command while it changes its state, and returns the milliseconds since the oldest change that is lost.
async function killWhileWriting(path: string): Promise<number> {
  await using server = await start(path);
  const acknowledged: { readonly id: string; readonly at: number }[] = [];
  const writing = (async () => {
    for (;;) {
      const { id } = await server.remote.control.brains.create({ name: "Tide" });
      acknowledged.push({ id, at: performance.now() });
    }
  })();
  writing.catch(() => {});
  await setTimeout(2000 + Math.random() * 1500);
  kill("SIGKILL")(server);
  const killedAt = performance.now();
  await server.command.ended.catch(() => {});
  const { brains } = createReferenceServer({ seed: JSON.parse(await readFile(path, "utf8")) as StateInput }).snapshot();
  const saved = new Set(brains.map(({ id }) => id));
  const lost = acknowledged.find(({ id }) => !saved.has(id));
  return lost ? killedAt - lost.at : 0;
}

it("--state loses no change of more than two seconds if the command is killed, and its file is complete", {
  timeout: 120_000,
}, async () => {
  await using folder = await createFolder();
  const path = join(folder.path, "state.json");
  expect(await killWhileWriting(path)).toBeLessThan(2000);
  // The next command begins with what the killed one has left.
  expect(await killWhileWriting(path)).toBeLessThan(2000);
});

it("--state doesn't save a state that is too large, and keeps the file", async () => {
  await using folder = await createFolder();
  const path = join(folder.path, "state.json");
  await using server = await start(path);
  const { control } = server.remote;
  const body = "x".repeat(33 * 1024 * 1024);
  for (const title of ["a", "b"]) await control.pages.create({ brainId: "brain_operations", title, body });
  const stderr = `Failed to save ${path}: Failed to write a state: it is larger than 64 MiB.`;
  expect(await server.command.stop("SIGTERM")).toMatchObject({ code: 1, stderr: expect.stringContaining(stderr) });
  const saved = await readFile(path, "utf8");
  expect(saved.length).toBeLessThan(64 * 1024 * 1024);
  expect(JSON.parse(saved)).toHaveProperty("version", 1);
});
