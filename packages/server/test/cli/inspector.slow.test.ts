import { chmod, mkdtemp, readdir, readFile, rm, stat, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { delimiter, dirname, join } from "node:path";
import { expect, it, vi } from "vitest";
import { createRunEnvironment } from "../../../../scripts/test/test-run.ts";
import { startCommand } from "../../../command-line/test/start-command.ts";
import { commandLine, runCommand, startServer } from "./start-server.ts";

const page = { headers: { accept: "text/html" }, redirect: "manual" } as const;

it.concurrent("the command serves the inspector", async () => {
  await using server = await startServer();
  expect((await fetch(server.inspectorUrl ?? "")).status).toBe(200);
  const redirect = await fetch(`${server.url}/`, page);
  expect([redirect.status, redirect.headers.get("location")]).toEqual([302, "/_inspector/"]);
});

it.concurrent.each([[["--no-inspector"]], [["--no-control"]]])("with %j it serves none", async (flags) => {
  await using server = await startServer(flags);
  expect(server.inspectorUrl).toBeUndefined();
  expect((await fetch(`${server.url}/_inspector/`)).status).toBe(404);
  expect((await fetch(`${server.url}/`, page)).status).toBe(404);
});

it.concurrent("a variable turns the inspector off", async () => {
  const env = { ...createRunEnvironment(), KNOWLEDGE_BASE_SERVER_NO_INSPECTOR: "true" };
  await using server = await startServer([], { env });
  expect(server.inspectorUrl).toBeUndefined();
});

it.concurrent.each(["--no-inspector", "--no-control"])("%s and --open cannot be used together", async (flag) => {
  const { code, stderr } = await runCommand([flag, "--open", "--port=0"]);
  expect(code).toBe(2);
  expect(stderr).toContain(`${flag} and --open cannot be used together`);
});

it.concurrent("the token is another one each time, and a page needs it", async () => {
  await using first = await startServer(["--random-seed=same"]);
  await using second = await startServer(["--random-seed=same"]);
  const tokens = [first, second].map(({ inspectorUrl = "" }) => new URL(inspectorUrl).hash.replace("#token=", ""));
  expect(tokens[0]).not.toBe(tokens[1]);
  const call = async (token?: string) => {
    const headers = {
      "sec-fetch-site": "same-origin",
      ...(token !== undefined && { authorization: `Bearer ${token}` }),
    };
    return (await fetch(`${first.url}/_control/clock/now`, { method: "POST", headers })).status;
  };
  expect([await call(tokens[0]), await call(tokens[1]), await call()]).toEqual([200, 401, 401]);
});

it.concurrent("requests of the inspector are not logged, and the token is printed once", async () => {
  await using command = startCommand([...commandLine, "--port=0"]);
  await command.waitForOutput("random seed");
  const [, inspector = "", url] = /^Inspector at (\S+)\nKnowledge base at (\S+)/.exec(command.stdout) ?? [];
  const token = new URL(inspector).hash.replace("#token=", "");
  await fetch(inspector);
  const headers = { "sec-fetch-site": "same-origin", authorization: `Bearer ${token}` };
  await fetch(`${url}/_control/clock/now`, { method: "POST", headers });
  await fetch(`${url}/_control/clock/status`, { method: "POST" });
  const { stdout, stderr } = await command.stop();
  expect(stdout.split(token)).toHaveLength(2);
  expect(stderr).toBe("");
  expect(stdout).not.toContain("clock/now");
  expect(stdout).toContain("200 POST /_control/clock/status");
});

/** Creates a folder with a command `xdg-open` that writes its arguments to a file, or fails. */
async function createOpener(script: string) {
  const folder = await mkdtemp(join(tmpdir(), "opener-"));
  const file = join(folder, "opened");
  await writeFile(join(folder, "xdg-open"), `#!/bin/sh\n${script.replaceAll("FILE", file)}\n`);
  await chmod(join(folder, "xdg-open"), 0o755);
  const { PATH = "", ...environment } = createRunEnvironment();
  return {
    env: { ...environment, PATH: `${folder}${delimiter}${PATH}` },
    readOpened: () => readFile(file, "utf8").catch(() => ""),
    [Symbol.asyncDispose]: () => rm(folder, { recursive: true }),
  };
}

it.skipIf(process.platform !== "linux")("--open opens a file that only its owner can read", async () => {
  await using opener = await createOpener('echo "$@" > FILE');
  await using server = await startServer(["--open"], { env: opener.env });
  await vi.waitUntil(async () => (await opener.readOpened()) !== "", { timeout: 20_000 });
  const path = (await opener.readOpened()).trim();
  const token = new URL(server.inspectorUrl ?? "").hash;
  expect(path).not.toContain(token);
  expect(await readFile(path, "utf8")).toContain(`url=${server.inspectorUrl}`);
  expect((await stat(path)).mode & 0o777).toBe(0o600);
  await server.stop();
  await expect(readdir(dirname(path))).rejects.toThrow("ENOENT");
});

it.skipIf(process.platform !== "linux")("a browser that cannot be opened does not stop the server", async () => {
  await using opener = await createOpener("exit 3");
  await using server = await startServer(["--open"], { env: opener.env });
  await vi.waitUntil(() => server.command.stderr.includes("Failed to open a browser"), { timeout: 20_000 });
  expect((await fetch(`${server.url}/_health`)).status).toBe(200);
});
