import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { once } from "node:events";
import { globSync, readFileSync } from "node:fs";
import { chmod, mkdir, mkdtemp, rm, stat } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout } from "node:timers/promises";
import { connect } from "@knowledge-base/server/control";
import { runProgram, tryProgram } from "../run-program.ts";
import { buildLocalBase } from "./local-base.ts";

// Builds the image of packages/server/Dockerfile, and runs it. The argument is its base image, or `local`.

const [base = "docker.io/library/node:24-slim"] = process.argv.slice(2);

const image = "knowledge-base-server";
const apiKey = "key-of-the-test";
const token = "token-of-the-test";
// With the isolation chroot, the container has the network of the machine.
const port = "43917";
const url = `http://127.0.0.1:${port}`;
const folder = await mkdtemp(join(tmpdir(), "knowledge-base-container-"));
const storage = ["--root", join(folder, "storage"), "--runroot", join(folder, "run"), "--storage-driver", "vfs"];
const volume = join(folder, "volume");

try {
  await runProgram("npm", ["run", "pack"], ".");
  const from = base === "local" ? await buildLocalBase(buildah) : base;
  const file = ["--file", "packages/server/Dockerfile", "--build-arg", `BASE=${from}`];
  await buildah("build", "--format", "docker", "--isolation", "chroot", ...file, "--tag", image, "dist");
  console.log(`Built: ${await buildah("images", "--format", "{{.Size}}", image)} on ${from}`);
  await mkdir(volume);
  await chmod(volume, 0o777);
  await test();
  console.log("Passed: health check, key, token, fault, signal, state in a volume");
} finally {
  await buildah("rm", "--all");
  await rm(folder, { recursive: true });
}

async function test(): Promise<void> {
  const { config } = JSON.parse(await buildah("inspect", "--type", "image", image)).Docker;
  const container = await buildah("from", image);
  const toArgs = (settings: readonly string[], ...command: readonly string[]) => {
    const env = [`PORT=${port}`, ...settings.map((setting) => `KNOWLEDGE_BASE_SERVER_${setting}`)];
    const flags = ["--isolation", "chroot", "--volume", `${volume}:/data`, ...env.map((text) => `--env=${text}`)];
    return [...storage, "run", ...flags, container, "--", ...command];
  };
  const isHealthy = async () => {
    const { status } = await tryProgram("buildah", toArgs([], "sh", "-c", config.Healthcheck.Test[1]), ".");
    return status === 0;
  };

  async function serve(setting: string, use: () => Promise<void>): Promise<void> {
    const args = toArgs([setting, `API_KEY=${apiKey}`], ...config.Entrypoint, "--state", "/data/state.json");
    const child = spawn("buildah", args, { stdio: ["ignore", "ignore", "inherit"] });
    const exit = once(child, "exit");
    const stop = () => process.kill(findLastDescendant(child.pid ?? 0), "SIGTERM");
    try {
      for (let attempt = 0; !(await isHealthy()); attempt += 1) {
        assert(attempt < 20 && child.exitCode === null, "the container does not become healthy");
        await setTimeout(250);
      }
      await use();
    } catch (error) {
      stop();
      throw error;
    }
    const start = performance.now();
    stop();
    assert.deepEqual(await exit, [0, null], "the exit code after SIGTERM");
    console.log(`Stopped after ${Math.round(performance.now() - start)} ms`);
  }

  assert.equal(await isHealthy(), false, "a container without a server is healthy");
  const { status, output } = await tryProgram("buildah", toArgs([], ...config.Entrypoint), ".");
  assert.equal(status, 2, output);
  assert.match(output, /--control-token/);
  await serve(`CONTROL_TOKEN=${token}`, async () => {
    const { control, faults } = await connect(url, { token });
    await faults.add({ operation: "promptIndex.get", kind: "status", status: 503 });
    assert.deepEqual([await requestIndex("brain_operations"), await requestIndex("brain_operations")], [503, 200]);
    await assert.rejects(connect(url), /the token is missing/);
    await control.brains.create({ id: "brain_kitchen" });
  });
  assert.notEqual((await stat(join(volume, "state.json"))).uid, 0, "the server runs as root");
  await serve("CONTROL=false", async () => {
    assert.equal(await requestIndex("brain_kitchen"), 200);
    await assert.rejects(connect(url));
  });
}

async function requestIndex(brainId: string): Promise<number> {
  return (await fetch(`${url}/v1/brains/${brainId}/index`, { headers: { "x-api-key": apiKey } })).status;
}

async function buildah(...args: readonly string[]): Promise<string> {
  return (await runProgram("buildah", [...storage, ...args], ".")).trim();
}

// buildah starts the server as the child of a child, and doesn't pass signals on. Any of its threads may be the parent.
function findLastDescendant(pid: number): number {
  const lists = globSync(`/proc/${pid}/task/*/children`).map((path) => readFileSync(path, "utf8"));
  const child = Number(lists.join(" ").trim().split(" ")[0]);
  return child === 0 ? pid : findLastDescendant(child);
}
