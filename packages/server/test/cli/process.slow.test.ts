import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempDisposable, writeFile } from "node:fs/promises";
import { connect as openSocket } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { ChildProcessRun, nodeCommandLine } from "@knowledge-base/internal/test-helpers/child-process-run.ts";
import { expect, it } from "vitest";

const commandLine = [...nodeCommandLine(new URL("../../src/cli.ts", import.meta.url)), "--json", "--port=0"];

const urlIn = (line: string) => (JSON.parse(line) as { url: string }).url;
const isReachable = async (url: string) => (await fetch(`${url}/_health`).catch(() => undefined))?.ok ?? false;

it.concurrent("signals until the very end don't change the exit code, which is 0", async () => {
  await using command = new ChildProcessRun(commandLine);
  await command.waitForOutput("\n");
  const timer = setInterval(() => command.child.kill("SIGTERM"), 1);
  await command.ended.finally(() => clearInterval(timer));
  expect(await command.ended).toMatchObject({ code: 0, signal: null, stderr: "" });
});

it.concurrent("requests that never end are cut off after the grace period of 8 seconds", async () => {
  await using command = new ChildProcessRun(commandLine);
  await command.waitForOutput("\n");
  const { hostname, port } = new URL(urlIn(command.stdout));
  const socket = openSocket(Number(port), hostname);
  socket.write("POST /v1/x HTTP/1.1\r\nhost: localhost\r\nexpect: 100-continue\r\ncontent-length: 9\r\n\r\n");
  await once(socket, "data");
  const startedAt = performance.now();
  expect(await command.stop("SIGTERM")).toMatchObject({ code: 0, stderr: "" });
  expect(performance.now() - startedAt).toBeGreaterThanOrEqual(7900);
  expect(performance.now() - startedAt).toBeLessThan(9500);
});

it.concurrent("the command works without an input and an error output, and after a reader has closed the output", async () => {
  await using command = new ChildProcessRun(["sh", "-c", `exec "$0" "$@" <&- 2>&-`, ...commandLine]);
  await command.waitForOutput("\n");
  const url = urlIn(command.stdout);
  command.child.stdout?.destroy();
  for (let count = 0; count < 5; count += 1) expect(await isReachable(url)).toBe(true);
  expect(await command.stop("SIGINT")).toMatchObject({ code: 0, signal: null });
});

it.concurrent("an error sets the exit code even if nobody reads the error output", async () => {
  await using command = new ChildProcessRun([...commandLine, "--host="]);
  command.child.stderr?.destroy();
  expect(await command.ended).toMatchObject({ code: 2, signal: null });
});

// A program that starts a command, prints its first line, and waits.
const launcher = (command: readonly string[], stdin: string) => `
  const { spawn } = require("node:child_process");
  const [program, ...args] = ${JSON.stringify(command)};
  const child = spawn(program, args, { stdio: [${JSON.stringify(stdin)}, "pipe", "inherit"] });
  child.stdout.on("data", (text) => process.stdout.write(text));
  setInterval(() => {}, 1000);
`;

it.concurrent.each<{ name: string; prefix: readonly string[]; stdin: "pipe" | "ignore" }>([
  { name: "without a pipe", prefix: [], stdin: "ignore" },
  { name: "with a pipe through a shell", prefix: ["sh", "-c", '"$0" "$@"; true'], stdin: "pipe" },
])("--exit-with-parent stops a server that was started $name if its parent is killed", async ({ prefix, stdin }) => {
  const command = [...prefix, ...commandLine, "--exit-with-parent"];
  const parent = spawn(process.execPath, ["-e", launcher(command, stdin)], { stdio: ["ignore", "pipe", "inherit"] });
  await using resources = new AsyncDisposableStack();
  resources.defer(() => void parent.kill("SIGKILL"));
  const [line] = (await once(parent.stdout, "data")) as [Buffer];
  // Longer than the interval in which the server looks for its parent.
  await new Promise((resolve) => setTimeout(resolve, 1200));
  const url = urlIn(line.toString());
  expect(await isReachable(url)).toBe(true);
  parent.kill("SIGKILL");
  while (await isReachable(url));
});

it.concurrent("--json prints one line, whatever a module of --operations prints while it loads and later", async () => {
  await using folder = await mkdtempDisposable(join(import.meta.dirname, "operations-"));
  const path = join(folder.path, "operations.ts");
  await writeFile(
    path,
    `import { implement } from "@knowledge-base/server";
    import { defineOperation } from "@knowledge-base/types";
    import * as z from "zod";
    console.log("loading");
    process.stdout.write("written\\n");
    const read = { method: "GET", success: { status: 200, schema: z.unknown() }, errors: [], idempotency: "safe" };
    const print = defineOperation({ id: "it.prints", path: "/v1/print", summary: "Print", ...read });
    export default implement(print, () => console.log("handling"));`,
  );
  await using command = new ChildProcessRun([...commandLine, "--seed=demo", "--operations", path]);
  await command.waitForOutput("\n");
  await fetch(`${urlIn(command.stdout)}/v1/print`, { headers: { "x-api-key": "kb_demo_harbour_line" } });
  const { code, stdout, stderr } = await command.stop("SIGTERM");
  expect({ code, stderr }).toEqual({ code: 0, stderr: "loading\nwritten\nhandling\n" });
  expect(stdout).toMatch(/^\{"ready":true,.*\}\n$/);
});

const advice = 'Set "type": "module" in package.json, or end the name of the file with .mts or .mjs.';
// biome-ignore format: one row a line
it.concurrent.each([
  { what: "the wrong syntax of a module", file: "operations.mjs", text: "export default [1, 2;", problem: "run it with node." },
  { what: "the wrong syntax of TypeScript", file: "operations.ts", text: "export default [1, 2;", problem: "run it with node." },
  {
    what: "a module that Node takes for CommonJS",
    file: "operations.ts",
    text: 'import "@knowledge-base/server";\nexport default 1;',
    problem: advice,
  },
])("--operations says what to do about $what", async ({ file, text, problem }) => {
  await using folder = await mkdtempDisposable(join(tmpdir(), "knowledge-base-"));
  const path = join(folder.path, file);
  if (problem === advice) await writeFile(join(folder.path, "package.json"), '{"type":"commonjs"}');
  await writeFile(path, text);
  await using command = new ChildProcessRun([...commandLine, "--operations", path]);
  const { code, stderr } = await command.ended;
  expect(code).toBe(3);
  expect(stderr).toMatch(`Failed to load ${path}: `);
  expect(stderr).toContain(problem);
});
