import { chmod, mkdir, readdir, readFile, readlink, rename, rm, stat, symlink, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { connect } from "@knowledge-base/server/control";
import { demoSeed } from "@knowledge-base/server/demo";
import { describe, expect, it } from "vitest";
import { preload, startCommand } from "../../../command-line/test/start-command.ts";
import { TemporaryFolder } from "../../../command-line/test/temporary-folder.ts";
import { buildState } from "../build-state.ts";
import { commandLine, runCommand, startAndStopServer, startServer } from "./start-server.ts";
import { createPipe, createStateFile, readState } from "./state-files.ts";

describe("--export-on-exit", () => {
  it.concurrent("writes the final state of the server, and no other file", async () => {
    await using temporary = await TemporaryFolder.create();
    const folder = temporary.path;
    const path = join(folder, "state.json");
    await using server = await startServer(["--seed=demo", "--export-on-exit", path]);
    const { url, stop } = server;
    const { control, snapshot } = await connect(url);
    await control.brains.create({ name: "Fjord" });
    const held = await snapshot();
    expect(await readdir(folder)).toEqual([]);
    expect(await stop()).toMatchObject({ code: 0, signal: null, stderr: "" });
    expect(await readdir(folder)).toEqual(["state.json"]);
    expect(await readState(path)).toEqual(held);
  });

  it.concurrent("writes a file that --import reads, and writes the same again", async () => {
    await using temporary = await TemporaryFolder.create();
    const [first, second] = [temporary.join("a"), temporary.join("b")];
    await startAndStopServer(["--seed=demo", "--export-on-exit", first]);
    await using server = await startServer(["--import", first, "--export-on-exit", second]);
    const { url, stop } = server;
    expect(await (await connect(url)).snapshot()).toMatchObject(demoSeed());
    await stop();
    expect(await readFile(second, "utf8")).toBe(await readFile(first, "utf8"));
  });

  it.concurrent("continues from the file that it writes", async () => {
    await using stateFile = await createStateFile(buildState());
    const { path } = stateFile;
    for (const name of ["Fjord", "Sound"]) {
      await using server = await startServer(["--import", path, "--export-on-exit", path]);
      const { url, stop } = server;
      await (await connect(url)).organization("org_north").control.brains.create({ name });
      await stop();
    }
    const { brains } = await readState(path);
    expect(brains.map(({ name }) => name)).toEqual(["Tides", "Ropes", "South", "Fjord", "Sound"]);
  });

  it.concurrent("writes thousands of records, a line for each", async () => {
    const brains = Array.from({ length: 2500 }, (_, index) => ({
      id: `brain_${index}`,
      organizationId: "org_north",
      name: `${index}`,
    }));
    const state = buildState({ brains: [...buildState().brains, ...brains] });
    await using stateFile = await createStateFile(state);
    const { path } = stateFile;
    await startAndStopServer(["--import", path, "--export-on-exit", path]);
    expect(await readState(path)).toEqual(state);
    const lines = (await readFile(path, "utf8")).split("\n");
    expect(lines.slice(0, 5)).toEqual([
      "{",
      '  "version": 1,',
      '  "organizations": [',
      '    {"id":"org_north","name":"North"},',
      '    {"id":"org_south","name":"South"}',
    ]);
    expect(lines.filter((line) => line.startsWith('    {"id":"brain_'))).toHaveLength(2503);
    expect(lines.slice(-3)).toEqual(["  ]", "}", ""]);
  });

  it.concurrent("writes a file that only its owner can read, even if it replaces one that everyone could", async () => {
    await using stateFile = await createStateFile("old");
    const { path } = stateFile;
    await chmod(path, 0o666);
    const loose = ["sh", "-c", 'umask 0; exec "$0" "$@"', ...commandLine, "--json", "--port=0"];
    await using command = startCommand([...loose, "--export-on-exit", path]);
    await command.waitForOutput("\n");
    await command.stop();
    expect((await stat(path)).mode & 0o777).toBe(0o600);
    expect((await readState(path)).version).toBe(1);
  });

  it.concurrent("flushes the file, and then its folder", async () => {
    await using stateFile = await createStateFile("old");
    const { path } = stateFile;
    const program = `
      import { readFileSync } from "node:fs";
      import { open } from "node:fs/promises";
      const handle = await open(process.execPath);
      const prototype = Object.getPrototypeOf(handle);
      await handle.close();
      const { sync } = prototype;
      prototype.sync = async function () {
        const kind = (await this.stat()).isDirectory() ? "folder" : "file";
        process.stderr.write(kind + " " + (readFileSync(${JSON.stringify(path)}, "utf8") === "old" ? "before" : "after") + "\\n");
        return sync.call(this);
      };
    `;
    const [node, ...rest] = commandLine;
    await using command = startCommand([
      node,
      preload(program),
      ...rest,
      "--json",
      "--port=0",
      "--export-on-exit",
      path,
    ]);
    await command.waitForOutput("\n");
    expect(await command.stop()).toMatchObject({ code: 0, stderr: "file before\nfolder after\n" });
  });

  it.concurrent("resolves a path from the working directory", async () => {
    await using temporary = await TemporaryFolder.create();
    const folder = temporary.path;
    await startAndStopServer(["--export-on-exit", "state.json"], { cwd: folder });
    expect(await readdir(folder)).toEqual(["state.json"]);
  });

  it.concurrent("does not change the file if the server does not start", async () => {
    await using stateFile = await createStateFile("old");
    const { path } = stateFile;
    await runCommand(["--host=203.0.113.1", "--export-on-exit", path]);
    expect(await readFile(path, "utf8")).toBe("old");
    expect(await readdir(join(path, ".."))).toEqual(["state.json"]);
  });
});

describe("--export-on-exit through a link", () => {
  /** Exports through a link in one folder, which leads to a file in another. */
  async function exportThrough(link: (target: string) => string | Promise<string>) {
    await using temporary = await TemporaryFolder.create();
    const folder = temporary.path;
    for (const name of ["here", "there"]) await mkdir(join(folder, name));
    const [path, target] = [join(folder, "here", "link"), join(folder, "there", "state.json")];
    const text = await link(target);
    await symlink(text, path);
    await startAndStopServer(["--export-on-exit", path]);
    expect(await readlink(path)).toBe(text);
    expect(await readdir(join(folder, "here"))).toEqual(["link"]);
    expect(await readdir(join(folder, "there"))).toEqual(["state.json"]);
    expect((await readState(target)).organizations).toHaveLength(1);
  }

  it.concurrent("writes the file that it leads to", async () => {
    await exportThrough(async (target) => {
      await writeFile(target, "old");
      return target;
    });
  });

  it.concurrent("creates the file that it leads to", async () => {
    await exportThrough((target) => target);
  });

  it.concurrent("is resolved from the folder that contains it", async () => {
    await exportThrough(() => "../there/state.json");
  });
});

describe("an impossible export is rejected before the server starts:", () => {
  it.concurrent.each<[name: string, path: string, cause: string]>([
    ["a folder that is not there", "missing/state.json", "there is no such file or folder"],
    ["a folder", "folder", "it is a folder"],
    ["a path through a file", "file/state.json", "a part of its path is not a folder"],
    ["a pipe", "pipe", "it is not a regular file"],
    ["links in a circle", "circle", "its symbolic links form a loop"],
    ["a link to a folder that is not there", "dangling", "there is no such file or folder"],
    ["a link through a folder that is not there", "winding", "there is no such file or folder"],
  ])("%s", async (_name, path, cause) => {
    await using temporary = await TemporaryFolder.create();
    const folder = temporary.path;
    await mkdir(join(folder, "folder"));
    await writeFile(join(folder, "file"), "");
    createPipe(join(folder, "pipe"));
    await symlink("circle", join(folder, "circle"));
    await symlink("missing/state.json", join(folder, "dangling"));
    await symlink("missing/../winding", join(folder, "winding"));
    const before = await readdir(folder, { recursive: true });
    const advice = "Use the path of a file in a writable folder.";
    expect(await runCommand(["--port=0", "--export-on-exit", path], { cwd: folder })).toEqual({
      code: 3,
      signal: null,
      stdout: "",
      stderr: `knowledge-base-server: Failed to write ${path}: ${cause}. ${advice}\n`,
    });
    expect(await readdir(folder, { recursive: true })).toEqual(before);
  });

  it.skipIf(process.getuid?.() === 0).concurrent("a folder that may not be written to", async () => {
    await using temporary = await TemporaryFolder.create();
    const folder = temporary.path;
    await chmod(folder, 0o500);
    const { code, stderr } = await runCommand(["--port=0", "--export-on-exit", join(folder, "state.json")]);
    expect(stderr).toContain("permission is denied");
    expect(code).toBe(3);
  });
});

describe("a failed export ends with exit code 3 and one line, and keeps the existing file:", () => {
  it.concurrent("a folder that was removed", async () => {
    await using temporary = await TemporaryFolder.create();
    const folder = temporary.join("folder");
    await mkdir(folder);
    const path = join(folder, "state.json");
    await using server = await startServer(["--export-on-exit", path]);
    const { stop } = server;
    await rm(folder, { recursive: true });
    const advice = "Use the path of a file in a writable folder.";
    expect(await stop()).toMatchObject({
      code: 3,
      signal: null,
      stderr: `knowledge-base-server: Failed to write ${path}: there is no such file or folder. ${advice}\n`,
    });
  });

  it.concurrent("a file that was replaced by a folder", async () => {
    await using stateFile = await createStateFile("old");
    const { path } = stateFile;
    await using server = await startServer(["--export-on-exit", path]);
    const { stop } = server;
    await rename(path, `${path}.old`);
    await mkdir(path);
    expect(await stop()).toMatchObject({ code: 3, stderr: expect.stringContaining(`${path}: it is a folder. `) });
    expect(await readdir(join(path, ".."))).toEqual(["state.json", "state.json.old"]);
  });

  it.concurrent("a full disk", async () => {
    await using stateFile = await createStateFile("old");
    const { path } = stateFile;
    const limited = ["sh", "-c", 'ulimit -f 8; exec "$0" "$@"', ...commandLine, "--json", "--port=0", "--seed=demo"];
    await using command = startCommand([...limited, "--export-on-exit", path]);
    await command.waitForOutput("\n");
    expect(await command.stop()).toMatchObject({
      code: 3,
      signal: null,
      stderr: expect.stringMatching(/^knowledge-base-server: Failed to write .*: the file is too large\. Use .*\.\n$/),
    });
    expect(await readFile(path, "utf8")).toBe("old");
    expect(await readdir(join(path, ".."))).toEqual(["state.json"]);
  });
});
