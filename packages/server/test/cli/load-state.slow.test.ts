import { once } from "node:events";
import { truncate, writeFile } from "node:fs/promises";
import { createServer } from "node:net";
import { join } from "node:path";
import { connect } from "@knowledge-base/server/control";
import { demoSeed } from "@knowledge-base/server/demo";
import { describe, expect, it } from "vitest";
import { preload, startCommand } from "../../../command-line/test/start-command.ts";
import { TemporaryFolder } from "../../../command-line/test/temporary-folder.ts";
import { buildPage, buildState } from "../build-state.ts";
import { commandLine, runCommand, startServer } from "./start-server.ts";
import { createPipe, createStateFile } from "./state-files.ts";

describe("--seed", () => {
  it.concurrent("demo loads the demo, and a reset restores it", async () => {
    await using server = await startServer(["--seed=demo"]);
    const { url } = server;
    const { control, snapshot, reset } = await connect(url);
    const before = await snapshot();
    expect(before).toMatchObject(demoSeed());
    await control.brains.create({ name: "Fjord" });
    await reset();
    expect(await snapshot()).toEqual(before);
  });

  it.concurrent("FILE loads a file, and a reset restores it", async () => {
    await using stateFile = await createStateFile(buildState());
    await using server = await startServer(["--seed", stateFile.path]);
    const { url } = server;
    const { control, snapshot, reset } = await connect(url);
    expect(await snapshot()).toEqual(buildState());
    await control.brains.create({ name: "Fjord" });
    await reset();
    expect(await snapshot()).toEqual(buildState());
  });

  it.concurrent("FILE accepts a byte order mark", async () => {
    await using stateFile = await createStateFile(`\ufeff${JSON.stringify(buildState())}`);
    await using server = await startServer(["--seed", stateFile.path]);
    const { url } = server;
    expect(await (await connect(url)).snapshot()).toEqual(buildState());
  });

  it.concurrent("FILE accepts a pipe", async () => {
    await using temporary = await TemporaryFolder.create();
    const path = temporary.join("pipe");
    createPipe(path);
    const started = startServer(["--seed", path]);
    await writeFile(path, JSON.stringify(buildState()));
    await using server = await started;
    expect(server.apiKeys).toEqual(["key_north", "key_south"]);
  });
});

it.concurrent("--import replaces the seed until a reset", async () => {
  const imported = buildState({ pages: [] });
  await using stateFile = await createStateFile(imported);
  await using server = await startServer(["--seed=demo", "--import", stateFile.path]);
  const { url, apiKeys } = server;
  const { snapshot, reset } = await connect(url);
  expect(apiKeys).toEqual(["key_north", "key_south"]);
  expect(await snapshot()).toEqual(imported);
  await reset();
  expect(await snapshot()).toMatchObject(demoSeed());
});

it.concurrent("--import without a seed provides the key of a connected server, and a reset restores it", async () => {
  await using stateFile = await createStateFile(buildState());
  await using server = await startServer(["--import", stateFile.path]);
  const { url } = server;
  const { apiKey, control, snapshot, reset } = await connect(url);
  expect(apiKey).toBe("key_north");
  expect(await control.brains.create()).toMatchObject({ organizationId: "org_north" });
  await reset();
  expect(await snapshot()).toEqual(buildState());
});

it.concurrent("--import loads a state once", async () => {
  await using stateFile = await createStateFile(buildState());
  const program = `
    let count = 0;
    const { set } = Map.prototype;
    Map.prototype.set = function (key, value) {
      if (key === "spring-tide") count += 1;
      return set.call(this, key, value);
    };
    process.on("exit", () => process.stderr.write(String(count)));
  `;
  const [node, ...rest] = commandLine;
  const countRecords = async (flag: string) => {
    const flags = ["--json", "--port=0", flag, stateFile.path];
    await using command = startCommand([node, preload(program), ...rest, ...flags]);
    await command.waitForOutput("\n");
    return Number((await command.stop()).stderr);
  };
  const count = await countRecords("--import");
  expect(count).toBeGreaterThan(0);
  expect(count).toBe(await countRecords("--seed"));
});

it.concurrent("--import of a state without an organization creates none", async () => {
  await using stateFile = await createStateFile({ version: 1 });
  await using server = await startServer(["--import", stateFile.path]);
  const { snapshot, reset } = await connect(server.url);
  expect(await snapshot()).toMatchObject({ organizations: [], apiKeys: [] });
  await reset();
  expect(await snapshot()).toMatchObject({ organizations: [{ name: "Default organization" }] });
});

it.concurrent("--import of a state without a key creates no key", async () => {
  const keyless = buildState({ apiKeys: [] });
  await using stateFile = await createStateFile(keyless);
  await using server = await startServer(["--import", stateFile.path]);
  const { url, apiKeys } = server;
  expect(apiKeys).toEqual([]);
  expect(await (await connect(url)).snapshot()).toEqual(keyless);
});

it.concurrent("an invalid state is rejected as a whole with the path of every problem, and exit code 3", async () => {
  const pages = Array.from({ length: 25 }, (_, index) => ({ ...buildPage({ slug: `page-${index}` }), title: index }));
  await using stateFile = await createStateFile(JSON.stringify({ ...buildState(), pages }));
  const { path } = stateFile;
  for (const flag of ["--seed", "--import"]) {
    expect(await runCommand(["--port=0", flag, path])).toEqual({
      code: 3,
      signal: null,
      stdout: "",
      stderr: [
        `knowledge-base-server: Failed to load ${path}: 25 problems, so nothing was loaded. Correct the problems listed below.\n`,
        ...pages.map((_, index) => `  pages[${index}].title must be a string, not ${index}\n`),
      ].join(""),
    });
  }
});

it.concurrent("at most 100 of many problems are printed", async () => {
  const pages = Array.from({ length: 20_000 }, () => ({ id: 1 }));
  await using stateFile = await createStateFile(JSON.stringify({ version: 1, pages }));
  const { code, stderr } = await runCommand(["--port=0", "--import", stateFile.path]);
  const lines = stderr.trimEnd().split("\n");
  expect([code, lines.length]).toEqual([3, 102]);
  expect(lines[0]).toMatch(/: \d{5,6} problems, so nothing was loaded\./);
  expect(lines.at(-1)).toMatch(/^ {2}and \d{5,6} more$/);
});

it.concurrent("a problem is printed in one line, even if the file contains line breaks", async () => {
  await using stateFile = await createStateFile('{ "version": 1, "a\\nb\\u001b": [] }');
  const { path } = stateFile;
  expect((await runCommand(["--seed", path])).stderr.split("\n")).toEqual([
    expect.stringMatching(/: 1 problem, so nothing was loaded\. /),
    expect.stringMatching(/^ {2}a\\u000ab\\u001b is not a known array; the arrays are organizations, /),
    "",
  ]);
});

describe("an invalid state file is rejected with one line and exit code 3:", () => {
  const key = "kb_secret_0123456789";
  const misplaced = `{\n  "version": 1,\n  "apiKeys": [{ "key": ${key} }]\n}`;

  it.concurrent.each<[name: string, content: string | Uint8Array, cause: string]>([
    ["an empty file", "", "it is not JSON: Unexpected end of JSON input"],
    ["a page of the web", "<!doctype html>", "it is not JSON: Unexpected token '<' (line 1 column 1)"],
    ["a key without quotes", misplaced, "it is not JSON: Unexpected token 'k' (line 3 column 24)"],
    ["a key and no more", key, "it is not JSON: Unexpected token 'k' (line 1 column 1)"],
    ["two such keys", `[1,\n${misplaced}\n${misplaced}`, "it is not JSON: Unexpected token 'k' (line 4 column 24)"],
    ["a key without its end", `["${key}`, "it is not JSON: Unexpected end of JSON input (line 1 column 23)"],
    ["text in UTF-16", Buffer.from("\ufeff{}", "utf16le"), "it is not UTF-8 text (line 1 column 1)"],
    ["text in Latin-1", Buffer.from('{"version":1,"é":1}', "latin1"), "it is not UTF-8 text (line 1 column 15)"],
  ])("%s", async (_name, content, cause) => {
    await using stateFile = await createStateFile(content);
    const { path } = stateFile;
    expect(await runCommand(["--seed", path])).toEqual({
      code: 3,
      signal: null,
      stdout: "",
      stderr: `knowledge-base-server: Failed to load ${path}: ${cause}. Use the path of a state file, or "demo".\n`,
    });
  });

  it.concurrent.each([
    ["a file that is not there", "missing.json", "there is no such file or folder"],
    ["a path with a line break", "a\nb\u001b", "there is no such file or folder"],
    ["a folder", ".", "it is a folder"],
    ["a path through a file", "file/state.json", "a part of its path is not a folder"],
    ["a name that is too long", "n".repeat(300), "its name is too long"],
    ["a file of three gigabytes", "file", "it is larger than 1 GiB"],
  ])("%s", async (_name, relative, cause) => {
    await using temporary = await TemporaryFolder.create();
    const folder = temporary.path;
    await writeFile(join(folder, "file"), "");
    await truncate(join(folder, "file"), 3 * 2 ** 30);
    const { code, stdout, stderr } = await runCommand(["--import", relative], { cwd: folder });
    const shown = relative.replace("\n", "\\u000a").replace("\u001b", "\\u001b");
    expect(stderr).toBe(`knowledge-base-server: Failed to load ${shown}: ${cause}. Use the path of a state file.\n`);
    expect({ code, stdout }).toEqual({ code: 3, stdout: "" });
  });

  it.concurrent("a name that is almost that of the demo", async () => {
    await using temporary = await TemporaryFolder.create();
    const { code, stderr } = await runCommand(["--seed", "dmo"], { cwd: temporary.path });
    expect(stderr).toBe(
      'knowledge-base-server: Failed to load dmo: there is no such file or folder. Use the path of a state file, or "demo".\n',
    );
    expect(code).toBe(3);
  });

  it.concurrent("a socket", async () => {
    await using temporary = await TemporaryFolder.create();
    const path = temporary.join("socket");
    await using server = createServer();
    await once(server.listen(path), "listening");
    const { code, stderr } = await runCommand(["--seed", path]);
    expect(stderr).toMatch(/: the system returned E[A-Z]+\. Use the path of a state file, or "demo"\.\n$/);
    expect(code).toBe(3);
  });
});
