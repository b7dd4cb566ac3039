import fs from "node:fs";
import { chmod, chown, lstat, mkdir, readdir, readFile, rename, rm, stat, symlink, writeFile } from "node:fs/promises";
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

// Lets a function of the file system fail for a path, or at the second call, as a disk or a mounted file does.
function fail(name: "renameSync" | "chownSync" | "writeFileSync" | "fsyncSync", code: string, path?: string): void {
  const works = fs[name] as (...input: unknown[]) => unknown;
  let calls = 0;
  const replace = (next: typeof works) => {
    Object.assign(fs, { [name]: next });
    syncBuiltinESMExports();
  };
  replace((...input) => {
    // The first synchronization is of the copy.
    const fails = path === undefined ? calls++ === 1 : input.includes(path);
    // That a disk is full may show only after something is written.
    const output = fails && !/^(write|fsync)/.test(name) ? undefined : works(...input);
    if (fails) throw Object.assign(new Error(`${code}: failed`), { code });
    return output;
  });
  onTestFinished(() => replace(works));
}

// Starts a server that changes its state, and stops it.
async function changeState(path: string): Promise<void> {
  const server = await startServer(["--state", path]);
  await (await connect(server.url)).control.organizations.create({ name: "East" });
  expect(await server.stop()).toMatchObject({ code: 0, stderr: "" });
}

it("--state creates the file with the seed, and saves changes while the server runs and when it stops", async () => {
  const path = await missingFile();
  const first = await startServer(["--state", path]);
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

it.each<{ what: string; prepare: (path: string) => unknown }>([
  { what: "mode, whatever the umask is", prepare: (path) => chmod(path, 0o666) },
  { what: "owner", prepare: (path) => process.getuid?.() === 0 && chown(path, 1234, 1234) },
])("--state keeps its $what", async ({ prepare }) => {
  const path = await createStateFile(buildState());
  await prepare(path);
  const { mode, uid, gid } = await stat(path);
  await changeState(path);
  expect(await namesIn(path)).toContain("East");
  expect(await readdir(dirname(path))).toEqual(["state.json"]);
  expect(await stat(path)).toMatchObject({ mode, uid, gid });
});

it.each<{ why: string; prepare: (path: string) => void }>([
  { why: "only its owner can be it", prepare: (path) => fail("chownSync", "EPERM", `${path}.tmp`) },
  { why: "it is mounted by itself", prepare: (path) => fail("renameSync", "EBUSY", path) },
])("--state is written in place if $why", async ({ prepare }) => {
  const path = await createStateFile(buildState());
  prepare(path);
  const { ino, uid } = await stat(path);
  await changeState(path);
  expect(await namesIn(path)).toContain("East");
  expect(await readdir(dirname(path))).toEqual(["state.json"]);
  expect(await stat(path)).toMatchObject({ ino, uid });
});

it.each([
  { where: "beside it", name: "linked.json" },
  { where: "in a new folder", name: "none/linked.json" },
])("--state may be a link to a new file $where, which only its owner can read", async ({ name }) => {
  const path = await missingFile();
  const file = join(dirname(path), name);
  await symlink(name, path);
  await changeState(path);
  expect(await namesIn(file)).toContain("East");
  expect((await stat(file)).mode % 0o1000).toBe(0o600);
  expect((await lstat(path)).isSymbolicLink()).toBe(true);
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

it("--state continues with the copy of a file that was killed while it was written in place", async () => {
  const path = await createStateFile('{"version":');
  await writeFile(`${path}.unfinished`, JSON.stringify(buildState()));
  await (await startServer(["--state", path])).stop();
  expect(await readState(path)).toMatchObject(buildState());
  expect(await readdir(dirname(path))).toEqual(["state.json"]);
  await rename(path, `${path}.unfinished`);
  await (await startServer(["--state", path, "--seed=none"])).stop();
  expect((await readState(path)).brains).toEqual([]);
  expect(await readdir(dirname(path))).toEqual(["state.json"]);
});

it("--state gets its former content again if it can't be written in place", async () => {
  const path = await createStateFile(buildState());
  fail("renameSync", "EBUSY", path);
  const server = await startServer(["--state", path]);
  const content = await readFile(path, "utf8");
  const { control } = await connect(server.url);
  fail("fsyncSync", "ENOSPC");
  await control.organizations.create({ name: "East" });
  await vi.waitUntil(() => server.errors().includes("ENOSPC"));
  expect(await readFile(path, "utf8")).toBe(content);
  expect(await server.stop()).toMatchObject({ code: 0 });
  expect(await namesIn(path)).toContain("East");
});

it.each(["ENOSPC", "EACCES", "EROFS"])("--state is as before if it can't be written because of %s", async (code) => {
  const path = await createStateFile(buildState());
  const content = await readFile(path, "utf8");
  fail("writeFileSync", code, `${path}.tmp`);
  const stderr = `knowledge-base-server: Failed to save ${path}: ${code}: failed.\n`;
  expect(await runServer(["--port=0", "--state", path])).toEqual({ code: 3, stdout: "", stderr });
  expect(await readFile(path, "utf8")).toBe(content);
  expect(await readdir(dirname(path))).toEqual(["state.json"]);
});

it("--state isn't written before the port is open, and only by one process", async () => {
  const path = await createStateFile(buildState());
  const content = await readFile(path, "utf8");
  const other = await startServer();
  expect(await runServer([`--port=${new URL(other.url).port}`, "--state", path])).toMatchObject({ code: 4 });
  expect(await readFile(path, "utf8")).toBe(content);
  const server = await startServer(["--state", path]);
  await (await connect(server.url)).control.organizations.create({ name: "East" });
  const problem = `process ${process.pid} keeps its state there. Stop it, or use another file.`;
  const stderr = `knowledge-base-server: Failed to load ${path}: ${problem}\n`;
  expect(await runServer(["--port=0", "--state", path])).toEqual({ code: 3, stdout: "", stderr });
  await server.stop();
  expect(await namesIn(path)).toContain("East");
});

it.each([
  { path: "a short path", name: "folder", file: "state.json" },
  { path: "a path that is too long for a socket", name: "n".repeat(120), file: "state.json" },
  { path: "a name that is too long for a socket", name: "folder", file: "n".repeat(120) },
])("--state is locked by another name, too, even before it exists, with $path", async ({ path, name, file }) => {
  const link = await missingFile("link");
  const folder = join(dirname(link), name);
  await mkdir(folder);
  await symlink(folder, link);
  for (const first of [link, folder]) {
    const second = first === link ? folder : link;
    const server = await startServer(["--state", join(first, file)]);
    expect(await runServer(["--port=0", "--state", join(second, file)])).toMatchObject({ code: 3 });
    const [lock] = (await readdir(folder)).filter((entry) => entry.endsWith(".lock"));
    expect(lock !== undefined).toBe(path === "a short path");
    // Another user needs the permission to see whether a process still has the lock.
    if (lock !== undefined) expect((await stat(join(folder, lock))).mode & 0o222).toBe(0o222);
    await server.stop();
  }
  expect(await readdir(folder)).toEqual([file]);
});

it("--state replaces what a killed command has left beside the file", async () => {
  const path = await createStateFile(buildState());
  await writeFile(`${path}.tmp`, "{");
  const server = await startServer(["--state", path]);
  await server.stop();
  await expect(stat(`${path}.tmp`)).rejects.toThrow("ENOENT");
  expect(await readState(path)).toMatchObject(buildState());
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
  const problem = `Failed to save ${path}: ENOENT: no such file or directory, open '${path}.tmp'.`;
  const failure = `${problem} The file has an older state. Saving is tried again each second.\n`;
  const stderr = `${failure}${failure}The last changes are not saved.\n`;
  expect(await server.stop()).toMatchObject({ code: 1, stderr });
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

it("--state rejects a folder, a device, and a file in a file", async () => {
  const path = await createStateFile("");
  const noFile = { code: 3, stderr: expect.stringContaining("it is not a file. Use another path.") };
  expect(await runServer(["--state", dirname(path)])).toMatchObject(noFile);
  expect(await runServer(["--state", "/dev/null"])).toMatchObject(noFile);
  const inFile = { code: 3, stderr: expect.stringContaining("ENOTDIR") };
  expect(await runServer(["--state", join(path, "state.json")])).toMatchObject(inFile);
});
