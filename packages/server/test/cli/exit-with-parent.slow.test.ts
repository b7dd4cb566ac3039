import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { TemporaryFolder } from "../../../command-line/test/temporary-folder.ts";
import { waitUntil } from "../wait-until.ts";
import { commandLine, startServer } from "./start-server.ts";
import { readState } from "./state-files.ts";

const quote = (text: string) => `'${text.replaceAll("'", "'\\''")}'`;

/** A program that starts a server, prints its ready line, and waits. */
function launcher(command: readonly string[], stdin: string): string {
  return `
    const { spawn } = require("node:child_process");
    const [program, ...args] = ${JSON.stringify(command)};
    const child = spawn(program, args, { stdio: [${JSON.stringify(stdin)}, "pipe", "inherit"] });
    child.stdout.on("data", (text) => process.stdout.write(text));
    setInterval(() => {}, 1000);
  `;
}

/** Starts a process that starts a server, and returns both once the server is ready. */
async function startLauncher(command: readonly string[], stdin: "pipe" | "ignore") {
  const parent = spawn(process.execPath, ["-e", launcher(command, stdin)], { stdio: ["ignore", "pipe", "inherit"] });
  await using resources = new AsyncDisposableStack();
  resources.defer(() => void parent.kill("SIGKILL"));
  const [line] = (await once(parent.stdout, "data")) as [Buffer];
  const { url } = JSON.parse(line.toString()) as { url: string };
  const owned = resources.move();
  return { parent, url, [Symbol.asyncDispose]: () => owned.disposeAsync() };
}

const isReachable = (url: string) =>
  fetch(`${url}/_health`).then(
    ({ ok }) => ok,
    () => false,
  );

const server = [...commandLine, "--json", "--port=0", "--exit-with-parent"];

describe.concurrent("--exit-with-parent", () => {
  it.concurrent.each<[name: string, command: readonly string[], stdin: "pipe" | "ignore"]>([
    ["without a pipe", server, "ignore"],
    ["with a pipe", server, "pipe"],
    ["and starts the server through a shell", ["sh", "-c", `${server.map(quote).join(" ")}; true`], "pipe"],
    ["and starts the server through npm", ["npm", "exec", "--no", "-c", server.map(quote).join(" ")], "pipe"],
  ])("stops and exports when the process that starts it is killed %s", async (_name, command, stdin) => {
    await using temporary = await TemporaryFolder.create();
    const path = temporary.join("state.json");
    const [last = "", ...first] = command.toReversed();
    const isScript = command.length < server.length;
    const withExport = isScript
      ? [...first.toReversed(), last.replace("'--json'", `'--json' '--export-on-exit=${path}'`)]
      : [...command, `--export-on-exit=${path}`];
    await using started = await startLauncher(withExport, stdin);
    const { parent, url } = started;
    expect(await isReachable(url)).toBe(true);
    parent.kill("SIGKILL");
    await waitUntil(() => existsSync(path));
    expect((await readState(path)).organizations).toHaveLength(1);
    while (await isReachable(url));
  });

  it.concurrent("stops when its standard input ends", async () => {
    await using started = await startServer(["--exit-with-parent"], { stdio: ["pipe", "pipe", "pipe"] });
    started.command.child.stdin?.end();
    expect(await started.command.ended).toMatchObject({ code: 0, signal: null, stderr: "" });
  });

  it.concurrent("keeps running while the parent does, without a standard input", async () => {
    await using started = await startServer(["--exit-with-parent"]);
    await new Promise((resolve) => setTimeout(resolve, 1200));
    expect((await started.send("/_health")).status).toBe(200);
    expect(await started.stop()).toMatchObject({ code: 0, stderr: "" });
  });
});

it.concurrent("without the flag, the end of the standard input does not stop a server", async () => {
  await using started = await startServer([], { stdio: ["pipe", "pipe", "pipe"] });
  started.command.child.stdin?.end();
  await new Promise((resolve) => setTimeout(resolve, 1200));
  expect((await started.send("/_health")).status).toBe(200);
});
