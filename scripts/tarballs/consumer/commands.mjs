// Starts the installed commands with this Node, or with another runtime: `node commands.mjs BINARY FLAG...`.
import assert from "node:assert/strict";
import { execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { readFileSync } from "node:fs";
import { createInterface } from "node:readline";

const [binary = process.execPath, ...flags] = process.argv.slice(2);

function pathOf(name) {
  const folder = new URL(`node_modules/@knowledge-base/${name}/`, import.meta.url);
  const { bin } = JSON.parse(readFileSync(new URL("package.json", folder), "utf8"));
  return new URL(bin[`knowledge-base-${name}`], folder).pathname;
}

for (const name of ["server", "conformance", "mcp"]) {
  const help = execFileSync(binary, [...flags, pathOf(name), "--help"], { encoding: "utf8" });
  assert(help.includes("--version"), help);
}

const args = [...flags, pathOf("server"), "--port=0", "--json", "--seed=demo"];
const server = spawn(binary, args, { stdio: ["ignore", "pipe", "inherit"] });
try {
  const [line] = await once(createInterface(server.stdout), "line");
  const { url, apiKeys } = JSON.parse(line);
  const headers = { "x-api-key": apiKeys[0] };
  const response = await fetch(`${url}/v1/brains/brain_operations/index?limit=1`, { headers });
  assert.equal((await response.json()).length, 1);
} finally {
  server.kill();
}
