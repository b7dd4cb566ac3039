import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { it } from "node:test";
import { skip } from "./use-runtime.ts";

it("leaves nothing behind when Ctrl-C ends npm start, except the records", { skip, timeout: 60_000 }, async () => {
  const storage = await mkdtemp(join(tmpdir(), "durable-objects-"));
  const program = spawn(process.execPath, ["start.ts", storage], {
    cwd: import.meta.dirname,
    stdio: ["ignore", "pipe", "inherit"],
  });
  const ended = once(program, "exit");
  let output = "";
  for await (const text of program.stdout.setEncoding("utf8")) {
    output += text;
    if (output.includes("Ctrl-C ends workerd.")) program.kill("SIGINT");
  }
  await ended;
  const [url = ""] = output.match(/http:\/\/127\.0\.0\.1:\d+/) ?? [];
  assert.notEqual(url, "", output);
  await assert.rejects(fetch(url), TypeError);
  await rm(storage, { recursive: true });
});

it("has the same settings for workerd and for Cloudflare", async () => {
  const read = (file: string) => readFile(join(import.meta.dirname, file), "utf8");
  const [config, wrangler] = await Promise.all([read("workerd.capnp"), read("wrangler.jsonc")]);
  const { compatibility_date, durable_objects } = JSON.parse(wrangler.replace(/^\/\/.*$/gm, ""));
  const [{ name, class_name }] = durable_objects.bindings;
  assert(config.includes(`compatibilityDate = "${compatibility_date}"`));
  assert(config.includes(`(name = "${name}", durableObjectNamespace = "${class_name}")`));
});
