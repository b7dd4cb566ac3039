import { chmod, mkdir, readFile, rename, rm, stat, symlink, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import type { State } from "@knowledge-base/server";
import { connect } from "@knowledge-base/server/control";
import { describe, expect, it, vi } from "vitest";
import { buildState } from "../build-state.ts";
import { createStateFile, run, startServer } from "./server-run.ts";

const readState = async (path: string): Promise<State> => JSON.parse(await readFile(path, "utf8"));
const namesIn = async (path: string) => (await readState(path)).organizations.map(({ name }) => name);

/** The path of a file that does not exist, in a folder that is removed when the test is over. */
async function missingFile(): Promise<string> {
  return join(dirname(await createStateFile("")), "new.json");
}

describe("--state", () => {
  it("creates the file with the seed, and saves changes while the server runs and when it stops", async () => {
    const path = await missingFile();
    const first = await startServer(["--state", path]);
    expect((await readState(path)).brains.map(({ id }) => id)).toContain("brain_operations");
    const { control } = await connect(first.url);
    await control.organizations.create({ name: "East" });
    await vi.waitUntil(async () => (await namesIn(path)).includes("East"), { timeout: 3000 });
    await control.organizations.create({ name: "West" });
    const brain = { brainId: "brain_operations", slug: "weather-limits" };
    expect(
      (
        await first.send(`/v1/brains/${brain.brainId}/pages/${brain.slug}/archive`, {
          method: "POST",
          headers: { "x-api-key": "kb_demo_harbour_line" },
        })
      ).status,
    ).toBe(201);
    expect(await first.stop()).toMatchObject({ code: 0, stderr: "" });
    expect((await namesIn(path)).slice(-2)).toEqual(["East", "West"]);

    const second = await startServer(["--state", path, "--seed=none"]);
    expect(second.apiKeys).toContain("kb_demo_harbour_line");
    const { snapshot, control: later } = await connect(second.url);
    expect(await snapshot()).toEqual(await readState(path));
    expect(await later.pages.get(brain)).toMatchObject({ archived: true });
    expect(await later.pages.create({ brainId: brain.brainId, title: "Never the same id" })).toBeDefined();
  });

  it("is what a reset restores if the file exists", async () => {
    const path = await createStateFile(buildState());
    const { url } = await startServer(["--state", path]);
    const { control, reset, snapshot } = await connect(url);
    await control.organizations.create({ name: "East" });
    await reset();
    expect(await snapshot()).toMatchObject(buildState());
  });

  it("keeps the permissions of the file, and lets only the owner read a new one", async () => {
    const paths = [await createStateFile(buildState()), await missingFile()] as const;
    await chmod(paths[0], 0o640);
    for (const path of paths) await (await startServer(["--state", path])).stop();
    const modes = await Promise.all(paths.map(async (path) => (await stat(path)).mode % 0o1000));
    expect(modes).toEqual([0o640, 0o600]);
  });

  it("saves through a link", async () => {
    const path = await createStateFile(buildState());
    const link = join(dirname(path), "link.json");
    await symlink(path, link);
    const server = await startServer(["--state", link]);
    await (await connect(server.url)).control.organizations.create({ name: "East" });
    await server.stop();
    expect(await namesIn(path)).toContain("East");
  });

  it("replaces what a killed command has left beside the file", async () => {
    const path = await createStateFile(buildState());
    await writeFile(`${path}.tmp`, "{");
    const server = await startServer(["--state", path]);
    await server.stop();
    await expect(stat(`${path}.tmp`)).rejects.toThrow("ENOENT");
    expect(await readState(path)).toMatchObject(buildState());
  });

  it("says once that saves fail, tries again, and ends with exit code 1 if the last one fails", async () => {
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
    const failure = `Failed to save ${path}: ENOENT: no such file or directory, open '${path}.tmp'. The file has an older state. Saving is tried again each second.\n`;
    expect([code, stderr]).toEqual([1, `${failure}${failure}The last changes are not saved.\n`]);
    await mkdir(folder);
  });

  it("does not save a state that is too large, and keeps the file", async () => {
    const path = await createStateFile(buildState());
    const server = await startServer(["--state", path]);
    const { control } = await connect(server.url);
    const body = "x".repeat(20 * 1024 * 1024);
    for (const title of ["a", "b", "c", "d"]) await control.pages.create({ brainId: "brain_tides", title, body });
    const { code, stderr } = await server.stop();
    expect(code).toBe(1);
    expect(stderr).toContain(`Failed to save ${path}: Failed to write a state: it is larger than 64 MiB.`);
    expect((await stat(path)).size).toBeLessThan(64 * 1024 * 1024);
    expect((await readState(path)).brains).toHaveLength(3);
  });

  // biome-ignore format: one row a line
  it.each<[what: string, content: string, problem: string]>([
    ["an empty file", "", "it is not JSON."],
    ["nothing", "null", "the state is invalid."],
    ["half a state", '{"version":1,', "it is not JSON"],
    ["an invalid state", '{"version":1,"brains":[{}]}', "the state is invalid. Correct the problems listed below."],
    ["a newer version", '{"version":2}', "the state is invalid."],
  ])("rejects %s with exit code 3, and leaves it as it is", async (_, content, problem) => {
    const path = await createStateFile(content);
    const { code, stderr } = await run(["--port=0", "--state", path]);
    expect(code).toBe(3);
    expect(stderr).toContain(`knowledge-base-server: Failed to load ${path}: ${problem}`);
    expect(await readFile(path, "utf8")).toBe(content);
  });

  it("rejects a folder, and a file in a folder that does not exist", async () => {
    const folder = dirname(await createStateFile(""));
    expect(await run(["--state", folder])).toMatchObject({ code: 3, stderr: expect.stringContaining("EISDIR") });
    const path = join(folder, "none", "state.json");
    const stderr = `knowledge-base-server: Failed to save ${path}: ENOENT: no such file or directory, open '${path}.tmp'.\n`;
    expect(await run(["--state", path])).toEqual({ code: 3, stdout: "", stderr });
  });
});
