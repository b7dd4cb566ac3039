import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync } from "node:fs";
import { readdir, readFile } from "node:fs/promises";
import { connect } from "@knowledge-base/server/control";
import { describe, expect, it } from "vitest";
import { nodeCommandLine, startCommand } from "../../../command-line/test/start-command.ts";
import { TemporaryFolder } from "../../../command-line/test/temporary-folder.ts";
import { waitUntil } from "../wait-until.ts";
import { createPipe, readState } from "./state-files.ts";

const commandLine = [...nodeCommandLine(new URL("../../src/cli.ts", import.meta.url)), "--json", "--port=0"];

const urlIn = (line: string) => (JSON.parse(line) as { url: string }).url;
const isReachable = (url: string) =>
  fetch(`${url}/_health`).then(
    ({ ok }) => ok,
    () => false,
  );

it.concurrent("signals until the very end do not lose the export, and the exit code is 0", async () => {
  await using folder = await TemporaryFolder.create();
  const path = folder.join("state.json");
  await using command = startCommand([...commandLine, "--export-on-exit", path], { stdio: ["pipe", "pipe", "pipe"] });
  await command.waitForOutput("\n");
  command.child.stdin?.end();
  const { control } = await connect(urlIn(command.stdout));
  await control.organizations.create({ id: "org_east", name: "East" });
  const timer = setInterval(() => command.child.kill("SIGTERM"), 1);
  await command.ended.finally(() => clearInterval(timer));
  expect(await command.ended).toMatchObject({ code: 0, signal: null, stderr: "" });
  expect((await readState(path)).organizations).toMatchObject([{}, { id: "org_east" }]);
});

it.concurrent("a signal before the server is ready ends the process as by default, and exports nothing", async () => {
  await using folder = await TemporaryFolder.create();
  createPipe(folder.join("pipe"));
  const flags = ["--import", folder.join("pipe"), "--export-on-exit", folder.join("state.json")];
  await using command = startCommand([...commandLine, ...flags]);
  await once(command.child, "spawn");
  command.child.kill("SIGTERM");
  expect(await command.ended).toEqual({ code: null, signal: "SIGTERM", stdout: "", stderr: "" });
  expect(await readdir(folder.path)).toEqual(["pipe"]);
});

it.concurrent("works without an input and an error output, and after a reader has closed the output", async () => {
  await using command = startCommand(["sh", "-c", `exec "$0" "$@" <&- 2>&-`, ...commandLine]);
  await command.waitForOutput("\n");
  const url = urlIn(command.stdout);
  command.child.stdout?.destroy();
  for (let count = 0; count < 5; count += 1) expect(await isReachable(url)).toBe(true);
  expect(await command.stop("SIGINT")).toMatchObject({ code: 0, signal: null });
});

it.concurrent("an error sets the exit code even if nobody reads the error output", async () => {
  await using command = startCommand([...commandLine, "--host="]);
  command.child.stderr?.destroy();
  expect(await command.ended).toMatchObject({ code: 2, signal: null });
});

it.concurrent("a full disk ends the process with exit code 3 and one line, and keeps the existing file", async () => {
  await using folder = await TemporaryFolder.create();
  const path = await folder.write("state.json", "old");
  const limited = ["sh", "-c", 'ulimit -f 8; exec "$0" "$@"', ...commandLine, "--seed=demo", "--export-on-exit", path];
  await using command = startCommand(limited);
  await command.waitForOutput("\n");
  const stderr = /^knowledge-base-server: Failed to write .*: the file is too large\. Use .*\.\n$/;
  expect(await command.stop()).toMatchObject({ code: 3, signal: null, stderr: expect.stringMatching(stderr) });
  expect(await readFile(path, "utf8")).toBe("old");
  expect(await readdir(folder.path)).toEqual(["state.json"]);
});

describe.concurrent("--exit-with-parent stops and exports when the process that has started the server is killed", () => {
  /** A program that starts a command, prints its first line, and waits. */
  const launcher = (command: readonly string[], stdin: string) => `
    const { spawn } = require("node:child_process");
    const [program, ...args] = ${JSON.stringify(command)};
    const child = spawn(program, args, { stdio: [${JSON.stringify(stdin)}, "pipe", "inherit"] });
    child.stdout.on("data", (text) => process.stdout.write(text));
    setInterval(() => {}, 1000);
  `;

  it.concurrent.each<[name: string, prefix: readonly string[], stdin: "pipe" | "ignore"]>([
    ["without a pipe", [], "ignore"],
    ["with a pipe through a shell", ["sh", "-c", '"$0" "$@"; true'], "pipe"],
  ])("%s", async (_, prefix, stdin) => {
    await using folder = await TemporaryFolder.create();
    const path = folder.join("state.json");
    const command = [...prefix, ...commandLine, "--exit-with-parent", "--export-on-exit", path];
    const parent = spawn(process.execPath, ["-e", launcher(command, stdin)], { stdio: ["ignore", "pipe", "inherit"] });
    await using resources = new AsyncDisposableStack();
    resources.defer(() => void parent.kill("SIGKILL"));
    const [line] = (await once(parent.stdout, "data")) as [Buffer];
    // Longer than the interval in which the server looks for its parent.
    await new Promise((resolve) => setTimeout(resolve, 1200));
    const url = urlIn(line.toString());
    expect(await isReachable(url)).toBe(true);
    parent.kill("SIGKILL");
    await waitUntil(() => existsSync(path));
    expect((await readState(path)).organizations).toHaveLength(1);
    while (await isReachable(url));
  });
});
