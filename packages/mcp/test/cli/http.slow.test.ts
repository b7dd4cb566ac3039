import { readFile } from "node:fs/promises";
import { request } from "node:http";
import { Client, StreamableHTTPClientTransport } from "@modelcontextprotocol/client";
import { describe, expect, it } from "vitest";
import { type Era, textOf, withEra } from "../connect.ts";
import { runCommand, startHttp } from "./start-command.ts";

const eras: readonly Era[] = ["2026-07-28", "legacy"];
const token = "a-token-that-nobody-guesses";

async function connectHttp(url: URL, era: Era, headers: Record<string, string> = {}) {
  const client = new Client({ name: "test", version: "1.0.0" }, withEra({}, era));
  await client.connect(new StreamableHTTPClientTransport(url, { requestInit: { headers } }));
  return { client, [Symbol.asyncDispose]: () => client.close() };
}

const listTools = { jsonrpc: "2.0", id: 1, method: "tools/list" };

/** Sends a request with headers that `fetch` would not send, and returns its status. */
function post(url: URL, headers: Record<string, string>, body = JSON.stringify(listTools)): Promise<number> {
  return new Promise((resolve, reject) => {
    const all = { "content-type": "application/json", accept: "application/json, text/event-stream", ...headers };
    const sent = request(url, { method: "POST", headers: all }, (response) => {
      response.resume();
      resolve(response.statusCode ?? 0);
    });
    sent.on("error", reject);
    sent.end(body);
  });
}

describe.each(eras)("knowledge-base-mcp over HTTP for clients of the protocol %s", (era) => {
  it("lists, calls and reads everything", async () => {
    await using server = await startHttp(["--demo", "--brain=brain_operations"]);
    await using connection = await connectHttp(server.url, era);
    const { client } = connection;
    expect((await client.listTools()).tools).toHaveLength(2);
    expect(textOf(await client.callTool({ name: "prompt_index_get", arguments: { limit: 1 } }))).toContain('pages="1"');
    const uri = "knowledge-base://brains/brain_operations/index";
    expect((await client.readResource({ uri })).contents).toHaveLength(1);
    expect((await client.getPrompt({ name: "prompt_index_brain_operations" })).messages).toHaveLength(1);
  });

  it("refuses destructive tools if the client cannot ask, unless they are allowed", async () => {
    for (const [flags, isError] of [
      [[], true],
      [["--allow-destructive"], false],
    ] as const) {
      await using server = await startHttp(["--demo", "--brain=brain_operations", "--allow=pages.archive", ...flags]);
      await using connection = await connectHttp(server.url, era);
      const result = await connection.client.callTool({ name: "pages_archive", arguments: { slug: "kestrel" } });
      expect(result.isError ?? false).toBe(isError);
    }
  });
});

describe("knowledge-base-mcp over HTTP", () => {
  it("listens on loopback only, and rejects other hosts, origins and paths", async () => {
    await using server = await startHttp(["--demo"]);
    const { url } = server;
    expect(url.hostname).toBe("127.0.0.1");
    expect(await post(url, {})).toBe(200);
    expect(await post(url, { host: `localhost:${url.port}`, origin: "http://localhost:5173" })).toBe(200);
    expect(await post(url, { host: "evil.example" })).toBe(403);
    expect(await post(url, { host: `evil.example:${url.port}`, origin: "http://evil.example" })).toBe(403);
    expect(await post(url, { origin: "https://evil.example" })).toBe(403);
    expect(await post(url, { origin: "null" })).toBe(403);
    expect(await post(new URL("/other", url), {})).toBe(404);
    expect(await post(url, {}, "x".repeat(300_000))).toBe(413);
    expect(server.command.stderr).toContain("there is no --token");
  });

  it("requires the token, and never shows it", async () => {
    await using server = await startHttp(["--demo"], { KNOWLEDGE_BASE_MCP_TOKEN: token });
    const { url, command } = server;
    expect(await post(url, {})).toBe(401);
    expect(await post(url, { authorization: "Bearer wrong" })).toBe(401);
    expect(await post(url, { authorization: token })).toBe(401);
    expect(await post(url, { authorization: `Bearer ${token}` })).toBe(200);
    expect(await post(url, { authorization: `bearer ${token}` })).toBe(200);
    await using connection = await connectHttp(url, "2026-07-28", { authorization: `Bearer ${token}` });
    expect((await connection.client.listTools()).tools).toHaveLength(2);
    const { stdout, stderr } = await command.stop();
    expect(stdout + stderr).not.toContain(token);
    expect(stderr).not.toContain("there is no --token");
  });

  it("starts as the guide says", async () => {
    const guide = await readFile(new URL("../../../../docs/guides/tools-for-agents.md", import.meta.url), "utf8");
    const [, secret = "", flags = ""] =
      /TOKEN=(\S+)\nnpx @knowledge-base\/mcp (.*) --http --port \d+\n/.exec(guide) ?? [];
    await using server = await startHttp(flags.split(" "), { KNOWLEDGE_BASE_MCP_TOKEN: secret });
    expect(await post(server.url, { authorization: `Bearer ${secret}` })).toBe(200);
  });

  it("ends at SIGTERM, also while a client is connected", async () => {
    await using server = await startHttp(["--demo"]);
    await using connection = await connectHttp(server.url, "legacy");
    await connection.client.listTools();
    expect(await server.command.stop("SIGTERM")).toMatchObject({ code: 0, signal: null });
  });

  it("reports a port that is not available", async () => {
    await using server = await startHttp(["--demo"]);
    const { port } = server.url;
    const { code, stderr } = await runCommand(["--demo", "--http", `--port=${port}`]);
    expect(code).toBe(3);
    expect(stderr).toContain(`Failed to listen on port ${port}: `);
  });
});
