import fs, { existsSync } from "node:fs";
import { chmod, mkdir, readdir, readFile, rename, rm, stat, symlink, utimes, writeFile } from "node:fs/promises";
import { syncBuiltinESMExports } from "node:module";
import { dirname, join } from "node:path";
import type { State } from "@knowledge-base/server";
import { connect } from "@knowledge-base/server/control";
import { expect, it, onTestFinished, vi } from "vitest";
import { buildState } from "../helpers/build-state.ts";
import { createStateFile, runServer, startServer } from "../helpers/server-run.ts";

const readState = async (path: string): Promise<State> => JSON.parse(await readFile(path, "utf8"));
const namesIn = async (path: string) => (await readState(path)).organizations.map(({ name }) => name);

// The path of a file that does not exist, in a folder that is removed when the test is over.
async function missingFile(name = "new.json"): Promise<string> {
  return join(dirname(await createStateFile("")), name);
}

// Calls a function whenever a function of the file system has been called for a path that begins so.
function intercept(name: "renameSync" | "writeFileSync", path: string, then: () => void): void {
  const works = fs[name] as (...input: unknown[]) => unknown;
  const replace = (next: typeof works) => {
    Object.assign(fs, { [name]: next });
    syncBuiltinESMExports();
  };
  replace((...input) => {
    // A disk may turn out to be full only after something is written. A file that can't be replaced isn't.
    const isMatch = input.some((argument) => String(argument).startsWith(path));
    if (!isMatch || name === "writeFileSync") works(...input);
    if (isMatch) then();
  });
  onTestFinished(() => replace(works));
}

const advice = "Saving replaces the file, so let the command write to its folder. In a container, mount the folder.";

// Starts a server that changes its state, and stops it.
async function changeState(path: string): Promise<void> {
  const server = await startServer(["--state", path]);
  await (await connect(server.url)).control.organizations.create({ name: "East" });
  expect(await server.stop()).toMatchObject({ code: 0, stderr: "" });
}

it("--state creates the file with the seed, and saves changes while the server runs and when it stops", async () => {
  const path = await missingFile();
  const first = await startServer(["--state", path]);
  expect((await stat(path)).mode % 0o1000).toBe(0o600);
  expect((await readState(path)).brains.map(({ id }) => id)).toContain("brain_operations");
  const { control } = await connect(first.url);
  await control.organizations.create({ name: "East" });
  await vi.waitUntil(async () => (await namesIn(path)).includes("East"), { timeout: 3000 });
  await control.organizations.create({ name: "West" });
  const brain = { brainId: "brain_operations", slug: "weather-limits" };
  const init = { method: "POST", headers: { "x-api-key": "kb_demo_harbour_line" } };
  const response = await first.send(`/v1/brains/${brain.brainId}/pages/${brain.slug}/archive`, init);
  expect(response.status).toBe(201);
  expect(await first.stop()).toMatchObject({ code: 0, stderr: "" });
  expect((await namesIn(path)).slice(-2)).toEqual(["East", "West"]);

  const second = await startServer(["--state", path, "--seed=none"]);
  expect(second.apiKeys).toContain("kb_demo_harbour_line");
  const { snapshot, control: later } = await connect(second.url);
  expect(await snapshot()).toEqual(await readState(path));
  expect(await later.pages.get(brain)).toMatchObject({ archived: true });
  expect(await later.pages.create({ brainId: brain.brainId, title: "Never the same id" })).toBeDefined();
});

it("--state has the clock of a restored state, even without organizations", async () => {
  const path = await missingFile();
  const server = await startServer(["--state", path, "--seed=none"]);
  const { restore } = await connect(server.url);
  await restore({ version: 1 });
  await vi.waitUntil(async () => (await namesIn(path)).length === 0, { timeout: 3000 });
  await restore({ version: 1, clock: { frozenAt: "2030-01-01T00:00:00.000Z" } });
  await server.stop();
  expect(await readState(path)).toMatchObject({ clock: { frozenAt: "2030-01-01T00:00:00.000Z" } });
});

it("--state is what a reset restores if the file exists", async () => {
  const path = await createStateFile(buildState());
  const { url } = await startServer(["--state", path]);
  const { control, reset, snapshot } = await connect(url);
  await control.organizations.create({ name: "East" });
  await reset();
  expect(await snapshot()).toMatchObject(buildState());
});

it("--state is as before until something changes, and keeps its mode, whatever the umask is", async () => {
  const content = JSON.stringify(buildState(), null, 4);
  const path = await createStateFile(content);
  await chmod(path, 0o666);
  await (await startServer(["--state", path])).stop();
  expect(await readFile(path, "utf8")).toBe(content);
  await changeState(path);
  expect(await namesIn(path)).toContain("East");
  expect(await readdir(dirname(path))).toEqual(["state.json"]);
  expect((await stat(path)).mode % 0o1000).toBe(0o666);
});

it("--state may be a relative link in a linked folder", async () => {
  const path = await missingFile("link");
  await mkdir(join(path, "../real/inner"), { recursive: true });
  await writeFile(join(path, "../real/old.json"), JSON.stringify(buildState()));
  await symlink("real/inner", path);
  await symlink("../old.json", join(path, "state.json"));
  await changeState(join(path, "state.json"));
  expect(await readdir(join(path, "../real"))).toEqual(["inner", "old.json"]);
  expect(await namesIn(join(path, "../real/old.json"))).toContain("East");
});

it.each<{ code: string; name: "renameSync" | "writeFileSync" }>([
  { code: "ENOSPC", name: "writeFileSync" },
  { code: "EACCES", name: "writeFileSync" },
  // The file is a mount of its own.
  { code: "EBUSY", name: "renameSync" },
])("--state is rejected and stays as it is if it can't be replaced because of $code", async ({ code, name }) => {
  const path = await createStateFile(buildState());
  const content = await readFile(path, "utf8");
  intercept(name, path, () => {
    throw Object.assign(new Error(`${code}: failed`), { syscall: "rename" });
  });
  const stderr = `knowledge-base-server: Failed to save ${path}: ${code}: failed. ${advice}\n`;
  expect(await runServer(["--port=0", "--state", path])).toEqual({ code: 3, stdout: "", stderr });
  expect(await readFile(path, "utf8")).toBe(content);
  expect(await readdir(dirname(path))).toEqual(["state.json"]);
});

it("--state isn't created before the port is open", async () => {
  const path = await missingFile();
  const other = await startServer();
  expect(await runServer([`--port=${new URL(other.url).port}`, "--state", path])).toMatchObject({ code: 4 });
  await expect(stat(path)).rejects.toThrow("ENOENT");
});

const conflict = (path: string) =>
  `Failed to save ${path}: another program has changed it since this server last read or saved it. To replace it by the state of ` +
  "this server, delete it. The file stays as it is, and saving is tried again each second.\n";

it("of two servers with the same file, only the one that first changes its state saves it", async () => {
  const path = await createStateFile(buildState());
  const first = await startServer(["--state", path]);
  // In the process of the tests, all servers print to the streams of the last one.
  const late = await startServer(["--state", path]);
  await (await connect(first.url)).control.organizations.create({ name: "East" });
  await vi.waitUntil(async () => (await namesIn(path)).includes("East"));
  const { control } = await connect(late.url);
  await control.organizations.create({ name: "West" });
  await vi.waitUntil(() => late.errors() !== "");
  await (await connect(first.url)).control.organizations.create({ name: "North" });
  expect(await first.stop()).toMatchObject({ code: 0, stderr: "" });
  expect((await control.organizations.list()).at(-1)).toHaveProperty("name", "West");
  const stderr = `${conflict(path)}The last changes are not saved.\n`;
  expect(await late.stop()).toMatchObject({ code: 1, stderr });
  expect((await namesIn(path)).slice(-2)).toEqual(["East", "North"]);
  expect(await readdir(dirname(path))).toEqual(["state.json"]);
});

it("--state that was edited meanwhile, with the same size and time, stays until it is deleted", async () => {
  const path = await createStateFile(buildState());
  const server = await startServer(["--state", path]);
  const { atime, mtime } = await stat(path);
  const edited = (await readFile(path, "utf8")).replace('"version":1', '"version":2');
  await writeFile(path, edited);
  await utimes(path, atime, mtime);
  const write = vi.fn();
  intercept("writeFileSync", `${path}.`, write);
  const { control } = await connect(server.url);
  await control.organizations.create({ name: "East" });
  await vi.waitUntil(() => server.errors() === conflict(path));
  expect(write).not.toHaveBeenCalled();
  expect(await readFile(path, "utf8")).toBe(edited);
  await rm(path);
  await vi.waitUntil(() => existsSync(path), { timeout: 3000 });
  expect(await namesIn(path)).toContain("East");
  await rm(path);
  await control.organizations.create({ name: "West" });
  expect(await server.stop()).toMatchObject({ code: 0, stderr: conflict(path) });
  expect(await namesIn(path)).toContain("West");
});

it("--state that is edited while it is saved stays", async () => {
  const path = await createStateFile(buildState());
  intercept("writeFileSync", `${path}.`, () => fs.truncateSync(path, 9));
  const stderr = expect.stringContaining("another program has changed it");
  expect(await runServer(["--port=0", "--state", path])).toMatchObject({ code: 3, stderr });
  expect((await readFile(path, "utf8")).length).toBe(9);
});

it("--state says once that saves fail, tries again, and ends with exit code 1 if the last one fails", async () => {
  const path = await createStateFile(buildState());
  const server = await startServer(["--state", path]);
  const { control } = await connect(server.url);
  const folder = dirname(path);
  await rename(folder, `${folder}-moved`);
  await control.organizations.create({ name: "East" });
  await vi.waitUntil(() => server.errors() !== "");
  await control.organizations.create({ name: "West" });
  await rename(`${folder}-moved`, folder);
  await vi.waitUntil(async () => (await namesIn(path)).includes("West"), { timeout: 3000 });
  await rm(folder, { recursive: true });
  await control.organizations.create({ name: "South" });
  const { code, stderr } = await server.stop();
  expect(code).toBe(1);
  const [first, second, end] = stderr.split("\n");
  expect(first).toMatch(
    /^Failed to save .*\/state\.json: ENOENT: .*\. The file stays as it is, and saving is tried again each second\.$/,
  );
  expect([second, end]).toEqual([first, "The last changes are not saved."]);
  await mkdir(folder);
});

const invalid = "the state is invalid. Correct the problems listed below.";
it.each<{ what: string; content: string; problem: string }>([
  { what: "an empty file", content: " \n", problem: 'it is empty. A state without records is {"version":1}.' },
  { what: "nothing", content: "null", problem: "the state is invalid." },
  { what: "half a state", content: '{"version":1,', problem: "it is not JSON" },
  { what: "an invalid state", content: '{"version":1,"brains":[{}]}', problem: invalid },
  { what: "a newer version", content: '{"version":2}', problem: "the state is invalid." },
])("--state rejects $what with exit code 3, and leaves it as it is", async ({ content, problem }) => {
  const path = await createStateFile(content);
  const { code, stderr } = await runServer(["--port=0", "--state", path]);
  expect(code).toBe(3);
  expect(stderr).toContain(`knowledge-base-server: Failed to load ${path}: ${problem}`);
  expect(await readFile(path, "utf8")).toBe(content);
});

it("--state rejects a folder, a device, a file in a file, and a link to nothing", async () => {
  const path = await createStateFile("");
  const noFile = { code: 3, stderr: expect.stringContaining("it is not a file. Use another path.") };
  expect(await runServer(["--state", dirname(path)])).toMatchObject(noFile);
  expect(await runServer(["--state", "/dev/null"])).toMatchObject(noFile);
  const inFile = { code: 3, stderr: expect.stringMatching(/ENOTDIR|EEXIST/) };
  expect(await runServer(["--state", join(path, "state.json")])).toMatchObject(inFile);
  await symlink("missing.json", `${path}.link`);
  const toNothing = { code: 3, stderr: expect.stringContaining("it is a link to a file that does not exist.") };
  expect(await runServer(["--state", `${path}.link`])).toMatchObject(toNothing);
});
