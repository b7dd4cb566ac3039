import { once } from "node:events";
import {
  chmod,
  mkdir,
  readdir,
  readFile,
  readlink,
  rename,
  rm,
  stat,
  symlink,
  truncate,
  writeFile,
} from "node:fs/promises";
import { createServer } from "node:net";
import { dirname } from "node:path";
import { connect } from "@knowledge-base/server/control";
import { demoSeed } from "@knowledge-base/server/demo";
import { describe, expect, it } from "vitest";
import { buildPage, buildState } from "../build-state.ts";
import { run, startServer } from "./server-run.ts";
import { createFolder, createPipe, createStateFile, readState } from "./state-files.ts";

const writable = "Use the path of a file in a writable folder.";

/** Starts a server, connects to its controls, and returns its state. */
async function startWithState(...flags: string[]) {
  const server = await startServer(flags);
  const connected = await connect(server.url);
  return { ...server, ...connected, state: await connected.snapshot() };
}

describe("--seed and --import", () => {
  // biome-ignore format: one row a line
  it.each<[name: string, flags: (path: string) => string[], content: object | string, state: object, reset: object]>([
    ["a seed is what a reset restores", (path) => [`--seed=${path}`], buildState(), buildState(), buildState()],
    ["a seed may begin with a byte order mark", (path) => [`--seed=${path}`], `\ufeff${JSON.stringify(buildState())}`, buildState(), buildState()],
    ["the demo is a seed", () => ["--seed=demo"], "", demoSeed(), demoSeed()],
    ["an import replaces the seed until a reset", (path) => ["--seed=demo", `--import=${path}`], buildState({ pages: [] }), buildState({ pages: [] }), demoSeed()],
    ["an import without a seed is what a reset restores", (path) => [`--import=${path}`], buildState(), buildState(), buildState()],
    ["an import without an organization creates none", (path) => [`--import=${path}`], { version: 1 }, { organizations: [], apiKeys: [] }, { organizations: [{ name: "Default organization" }] }],
    ["an import without a key creates none", (path) => [`--import=${path}`], buildState({ apiKeys: [] }), buildState({ apiKeys: [] }), buildState({ apiKeys: [{ key: expect.any(String), organizationId: "org_north", role: "admin" }] })],
  ])("%s", async (_, flags, content, state, restored) => {
    const path = await createStateFile(typeof content === "string" ? content : JSON.stringify(content));
    const server = await startWithState(...flags(path));
    expect(server.state).toMatchObject(state);
    await server.control.organizations.create({ name: "East" });
    await server.reset();
    const { organizations, ...rest } = await server.snapshot();
    expect({ organizations, ...rest }).toMatchObject(restored);
    expect(organizations).not.toContainEqual(expect.objectContaining({ name: "East" }));
  });

  it("accept a pipe", async () => {
    const folder = await createFolder();
    createPipe(folder.join("pipe"));
    const started = startServer(["--seed", folder.join("pipe")]);
    await writeFile(folder.join("pipe"), JSON.stringify(buildState()));
    expect((await started).apiKeys).toEqual(["key_north", "key_south"]);
  });

  it("list the first 20 problems of an invalid state", async () => {
    const pages = Array.from({ length: 25 }, (_, number) => ({
      ...buildPage({ slug: `page-${number}` }),
      title: number,
    }));
    const path = await createStateFile(JSON.stringify({ ...buildState(), pages, "a\nb\u001b": [] }));
    for (const flag of ["--seed", "--import"]) {
      const { code, stdout, stderr } = await run(["--port=0", flag, path]);
      const [heading, unknown, ...lines] = stderr.split("\n");
      expect({ code, stdout }).toEqual({ code: 3, stdout: "" });
      expect(heading).toBe(
        `knowledge-base-server: Failed to load ${path}: 26 problems, so nothing was loaded. Correct the problems listed below.`,
      );
      expect(unknown).toMatch(/^ {2}a\\u000ab\\u001b is not a known array; the arrays are organizations, /);
      expect(lines).toEqual([
        ...pages.slice(0, 19).map((_, number) => `  pages[${number}].title must be a string, not ${number}`),
        "  and 6 more",
        "",
      ]);
    }
  });

  const key = "kb_secret_0123456789";

  // biome-ignore format: one row a line
  it.each<[name: string, content: string | Uint8Array, cause: string]>([
    ["an empty file", "", "it is not JSON"],
    ["a web page", "<!doctype html>", "it is not JSON"],
    ["a key without quotes", `{\n  "version": 1,\n  "apiKeys": [{ "key": ${key} }]\n}`, "it is not JSON"],
    ["a key without its end", `["${key}`, "it is not JSON: syntax error at line 1 column 23"],
    ["UTF-16", Buffer.from("\ufeff{}", "utf16le"), "it is not UTF-8"],
    ["Latin-1", Buffer.from('{"version":1,"é":1}', "latin1"), "it is not UTF-8"],
  ])("reject %s with one line and exit code 3", async (_, content, cause) => {
    const path = await createStateFile(content);
    const stderr = `knowledge-base-server: Failed to load ${path}: ${cause}. Use the path of a state file, or "demo".\n`;
    expect(await run(["--seed", path])).toEqual({ code: 3, stdout: "", stderr });
  });

  // biome-ignore format: one row a line
  it.each([
    ["missing.json", "there is no such file or folder"],
    ["a\nb\u001b", "there is no such file or folder"],
    [".", "it is a folder"],
    ["file/state.json", "a part of its path is not a folder"],
    ["n".repeat(300), "its name is too long"],
    ["file", "it is larger than 64 MiB"],
    ["socket", "the system returned ENXIO"],
  ])("reject the path %j with one line and exit code 3", async (relative, cause) => {
    const folder = await createFolder();
    await truncate(await folder.write("file", ""), 3 * 2 ** 30);
    await using socket = createServer();
    await once(socket.listen(folder.join("socket")), "listening");
    const path = folder.join(relative);
    const shown = path.replace("\n", "\\u000a").replace("\u001b", "\\u001b");
    const stderr = `knowledge-base-server: Failed to load ${shown}: ${cause}. Use the path of a state file.\n`;
    expect(await run(["--import", path])).toEqual({ code: 3, stdout: "", stderr });
  });
});

describe("--export-on-exit", () => {
  it("writes the final state, and no other file", async () => {
    const folder = await createFolder();
    const server = await startWithState("--seed=demo", "--export-on-exit", folder.join("state.json"));
    await server.control.brains.create({ name: "Fjord" });
    const state = await server.snapshot();
    expect(await readdir(folder.path)).toEqual([]);
    expect(await server.stop()).toMatchObject({ code: 0, stderr: "" });
    expect(await readdir(folder.path)).toEqual(["state.json"]);
    expect(await readState(folder.join("state.json"))).toEqual(state);
  });

  it("writes a file that --import reads, and writes the same again, with a line for each record", async () => {
    const path = await createStateFile(buildState());
    const texts: string[] = [];
    for (let count = 0; count < 2; count += 1) {
      await (await startServer(["--import", path, "--export-on-exit", path])).stop();
      texts.push(await readFile(path, "utf8"));
    }
    expect(texts[1]).toBe(texts[0]);
    expect(await readState(path)).toEqual(buildState());
    const lines = (texts[0] ?? "").split("\n");
    expect(lines.slice(0, 4)).toEqual([
      "{",
      '  "version": 1,',
      '  "organizations": [',
      '    {"id":"org_north","name":"North"},',
    ]);
    expect(lines.filter((line) => line.startsWith('    {"id":"brain_'))).toHaveLength(3);
    expect(lines.slice(-3)).toEqual(["  ]", "}", ""]);
  });

  it("repeats a run byte for byte with the same random seed", async () => {
    const runWith = async (...flags: string[]) => {
      const path = (await createFolder()).join("state.json");
      const server = await startServer(["--clock=2026-07-01T12:00:00Z", "--export-on-exit", path, ...flags]);
      const { control } = await connect(server.url);
      const { id: brainId } = await control.brains.create({ name: "Fjord" });
      await control.pages.create({ brainId, title: "Ebb", body: "Low water." });
      await server.stop();
      return readFile(path, "utf8");
    };
    const first = await runWith();
    expect(await runWith("--random-seed=knowledge-base")).toBe(first);
    expect(await runWith("--random-seed=south")).not.toBe(first);
  });

  it("writes a file that only its owner can read, even if it replaces one that everyone could", async () => {
    const path = await createStateFile("old");
    await chmod(path, 0o666);
    await (await startServer(["--export-on-exit", path])).stop();
    expect((await stat(path)).mode & 0o777).toBe(0o600);
    expect((await readState(path)).version).toBe(1);
  });

  it("does not change the file if the server does not start", async () => {
    const path = await createStateFile("old");
    await run(["--host=203.0.113.1", "--insecure-control", "--export-on-exit", path]);
    expect(await readFile(path, "utf8")).toBe("old");
  });

  it.each(["absolute", "relative"])("writes the file that an %s link leads to", async (kind) => {
    const folder = await createFolder();
    for (const name of ["here", "there"]) await mkdir(folder.join(name));
    const target = kind === "absolute" ? folder.join("there/state.json") : "../there/state.json";
    await symlink(target, folder.join("here/link"));
    await (await startServer(["--export-on-exit", folder.join("here/link")])).stop();
    expect(await readlink(folder.join("here/link"))).toBe(target);
    expect(await readdir(folder.path, { recursive: true })).toHaveLength(4);
    expect((await readState(folder.join("there/state.json"))).organizations).toHaveLength(1);
  });

  // biome-ignore format: one row a line
  it.each([
    ["missing/state.json", "there is no such file or folder"],
    ["folder", "it is a folder"],
    ["file/state.json", "a part of its path is not a folder"],
    ["pipe", "it is not a regular file"],
    ["circle", "its symbolic links form a loop"],
    ["dangling", "there is no such file or folder"],
    ["winding", "there is no such file or folder"],
  ])("to %s is rejected before the server starts: %s", async (name, cause) => {
    const folder = await createFolder();
    await mkdir(folder.join("folder"));
    await folder.write("file", "");
    createPipe(folder.join("pipe"));
    await symlink("circle", folder.join("circle"));
    await symlink("missing/state.json", folder.join("dangling"));
    await symlink("missing/../winding", folder.join("winding"));
    const before = await readdir(folder.path, { recursive: true });
    const path = folder.join(name);
    const stderr = `knowledge-base-server: Failed to write ${path}: ${cause}. ${writable}\n`;
    expect(await run(["--port=0", "--export-on-exit", path])).toEqual({ code: 3, stdout: "", stderr });
    expect(await readdir(folder.path, { recursive: true })).toEqual(before);
  });

  // biome-ignore format: one row a line
  it.each<[name: string, cause: string, change: (path: string) => Promise<unknown>]>([
    ["a folder that was removed", "there is no such file or folder", (path) => rm(dirname(path), { recursive: true })],
    ["a file that was replaced by a folder", "it is a folder", async (path) => { await rename(path, `${path}.old`); await mkdir(path); }],
  ])("fails with one line and exit code 3 for %s", async (_, cause, change) => {
    const path = await createStateFile("old");
    const server = await startServer(["--export-on-exit", path]);
    await change(path);
    const stderr = `knowledge-base-server: Failed to write ${path}: ${cause}. ${writable}\n`;
    expect(await server.stop()).toMatchObject({ code: 3, stderr });
  });
});
