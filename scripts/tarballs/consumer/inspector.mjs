// Every tool is called through the command line of the MCP Inspector, over standard input and output and over HTTP, with input as
// models and hosts write it.
import assert from "node:assert/strict";
import { execFile, spawn } from "node:child_process";
import { readFile } from "node:fs/promises";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { allow, calls, carelessCalls, mcpServer } from "./calls.mjs";

const folder = new URL("node_modules/@modelcontextprotocol/inspector/", import.meta.url);
const { bin } = JSON.parse(await readFile(new URL("package.json", folder), "utf8"));
const inspector = fileURLToPath(new URL(bin["mcp-inspector"], folder));

// It keeps files in the home folder.
const env = { ...process.env, HOME: import.meta.dirname };

/** Returns the result of a request, and the warnings. The inspector prints the result even if it fails because that is an error. */
async function inspect(target, ...request) {
  const args = [inspector, "--cli", ...target, "--format", "json", "--quiet", "--method", ...request];
  const { stdout, stderr } = await promisify(execFile)(process.execPath, args, { env }).catch((error) => error);
  assert(stdout, `${request.join(" ")}: ${stderr}`);
  return { ...JSON.parse(stdout).result, warnings: stderr };
}

// It sends only objects: an empty one without arguments, and no array.
const sendable = [...calls, ...carelessCalls].filter(([, input]) => !Array.isArray(input));

// It converts texts by the schema, wrong ones to null or false, which the tools take.
const ownParts = { many: "<knowledge-base-index ", no: '"notifyBriefs":false' };

async function callEveryTool(...target) {
  // Warns of what another host may not take in a schema.
  const { tools, warnings } = await inspect(target, "tools/list", "--strict");
  assert.deepEqual([tools.length, warnings], [allow.length, ""]);
  for (const [name, input, part] of sendable) {
    const pairs = Object.entries(input ?? {}).map(([field, value]) => `${field}=${JSON.stringify(value)}`);
    const args = pairs.length > 0 ? ["--tool-arg", ...pairs] : [];
    const { content } = await inspect(target, "tools/call", "--tool-name", name, ...args);
    const expected = ownParts[input?.limit ?? input?.notifyBriefs] ?? part;
    const [{ text }] = content;
    assert(text.includes(expected), `${target[0]}: ${name} ${args.join(" ")} returned ${text}`);
  }
}

await callEveryTool(mcpServer.command, ...mcpServer.args);

const server = spawn(mcpServer.command, [...mcpServer.args, "--http", "0"], { stdio: ["ignore", "ignore", "pipe"] });
try {
  let url;
  for await (const line of createInterface(server.stderr)) {
    [, url] = / over (http:\S+)$/.exec(line) ?? [];
    if (url) break;
  }
  assert(url, "the server has an address");
  // Over standard input and output, the inspector speaks the older protocol.
  await callEveryTool(url, "--protocol-era", "modern");
} finally {
  server.kill();
}
