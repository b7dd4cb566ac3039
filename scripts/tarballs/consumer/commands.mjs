// Starts the installed commands with this Node, or with another runtime: `node commands.mjs BINARY FLAG...`.
import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { once } from "node:events";
import { readFileSync } from "node:fs";
import { createInterface } from "node:readline";
import { text } from "node:stream/consumers";

const [binary = process.execPath, ...flags] = process.argv.slice(2);

function start(name, ...args) {
  const folder = new URL(`node_modules/@knowledge-base/${name}/`, import.meta.url);
  const { bin } = JSON.parse(readFileSync(new URL("package.json", folder), "utf8"));
  const { pathname } = new URL(bin[`knowledge-base-${name}`], folder);
  return spawn(binary, [...flags, pathname, ...args]);
}

async function run(...args) {
  const child = start(...args);
  const [[code], stdout, stderr] = await Promise.all([once(child, "close"), text(child.stdout), text(child.stderr)]);
  return { code, output: stdout + stderr };
}

for (const name of ["server", "conformance", "mcp"]) {
  const { code, output } = await run(name, "--help");
  assert(code === 0 && output.includes("--version"), output);
}

const wrong = await run("server", "--prot=1");
assert(wrong.code === 2 && wrong.output.includes("--port"), wrong.output);

const server = start("server", "--port=0", "--json", "--seed=demo");
try {
  const ended = once(server, "exit");
  const failed = Promise.all([ended, text(server.stderr)]).then(([, errors]) => Promise.reject(new Error(errors)));
  failed.catch(() => {});
  const [line] = await Promise.race([once(createInterface(server.stdout), "line"), failed]);
  const { url, apiKeys } = JSON.parse(line);
  const headers = { "x-api-key": apiKeys[0] };
  const response = await fetch(`${url}/v1/brains/brain_operations/index?limit=1`, { headers });
  assert.equal((await response.json()).length, 1);
  server.kill("SIGTERM");
  assert.deepEqual(await ended, [0, null]);
} finally {
  server.kill("SIGKILL");
}
