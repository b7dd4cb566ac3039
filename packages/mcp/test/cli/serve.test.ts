import { once } from "node:events";
import { createServer, request } from "node:http";
import type { AddressInfo } from "node:net";
import { Client, StreamableHTTPClientTransport } from "@modelcontextprotocol/client";
import { describe, expect, it, onTestFinished } from "vitest";
import { type Era, textOf, withEra } from "../connect.ts";
import { run, startHttp, startRun } from "./mcp-run.ts";

const token = "a-token-that-nobody-guesses";

async function connectHttp(url: URL, era: Era, headers: Record<string, string> = {}): Promise<Client> {
  const client = new Client({ name: "test", version: "1.0.0" }, withEra({}, era));
  await client.connect(new StreamableHTTPClientTransport(url, { requestInit: { headers } }));
  onTestFinished(() => client.close());
  return client;
}

/** Sends a request with headers that `fetch` would not send, and returns its status. */
function post(url: URL, headers: Record<string, string>, body?: string): Promise<number> {
  const text = body ?? JSON.stringify({ jsonrpc: "2.0", id: 1, method: "tools/list" });
  return new Promise((resolve, reject) => {
    const all = { "content-type": "application/json", accept: "application/json, text/event-stream", ...headers };
    const sent = request(url, { method: "POST", headers: all }, (response) => {
      response.resume();
      resolve(response.statusCode ?? 0);
    });
    sent.on("error", reject);
    sent.end(text);
  });
}

const initialize = {
  jsonrpc: "2.0",
  id: 1,
  method: "initialize",
  params: { protocolVersion: "2025-06-18", capabilities: {}, clientInfo: { name: "host", version: "1" } },
};
const callIndex = { jsonrpc: "2.0", id: 2, method: "tools/call", params: { name: "prompt_index_get", arguments: {} } };

describe.each<Era>(["2026-07-28", "legacy"])("over HTTP for clients of the protocol %s", (era) => {
  it("lists, calls and reads everything", async () => {
    const { url } = await startHttp(["--demo", "--brain=brain_operations"]);
    const client = await connectHttp(url, era);
    expect((await client.listTools()).tools).toHaveLength(2);
    expect(textOf(await client.callTool({ name: "prompt_index_get", arguments: { limit: 1 } }))).toContain('pages="1"');
    const uri = "knowledge-base://brains/brain_operations/index";
    expect((await client.readResource({ uri })).contents).toHaveLength(1);
    expect((await client.getPrompt({ name: "prompt_index_brain_operations" })).messages).toHaveLength(1);
  });

  it.each([
    [[], true],
    [["--allow-destructive"], false],
  ])("with %j refuses a destructive tool of a client that cannot ask: %j", async (flags, isError) => {
    const { url } = await startHttp(["--demo", "--brain=brain_operations", "--allow=pages.archive", ...flags]);
    const client = await connectHttp(url, era);
    const result = await client.callTool({ name: "pages_archive", arguments: { slug: "kestrel" } });
    expect(result.isError ?? false).toBe(isError);
  });
});

describe("over HTTP", () => {
  it("listens on loopback only, and rejects other hosts, origins and paths", async () => {
    const { command, url } = await startHttp(["--demo"]);
    const local = { host: `localhost:${url.port}`, origin: "http://localhost:5173" };
    expect(url.hostname).toBe("127.0.0.1");
    for (const headers of [{}, local]) expect(await post(url, headers)).toBe(200);
    const evil = [{ host: "evil.example" }, { origin: "https://evil.example" }, { origin: "null" }];
    for (const headers of evil) expect(await post(url, headers)).toBe(403);
    expect(await post(new URL("/other", url), {})).toBe(404);
    expect(await post(url, {}, "x".repeat(300_000))).toBe(413);
    expect(command.stderr).toContain("there is no --token");
  });

  it("requires the token, and never shows it", async () => {
    const { command, url } = await startHttp(["--demo"], { KNOWLEDGE_BASE_MCP_TOKEN: token });
    for (const headers of [{}, { authorization: "Bearer wrong" }, { authorization: token }])
      expect(await post(url, headers)).toBe(401);
    for (const scheme of ["Bearer", "bearer"])
      expect(await post(url, { authorization: `${scheme} ${token}` })).toBe(200);
    const client = await connectHttp(url, "2026-07-28", { authorization: `Bearer ${token}` });
    expect((await client.listTools()).tools).toHaveLength(2);
    const { stdout, stderr } = await command.stop();
    expect(stdout + stderr).not.toContain(token);
    expect(stderr).not.toContain("there is no --token");
  });

  it("ends at SIGTERM, also while a client is connected", async () => {
    const { command, url } = await startHttp(["--demo"]);
    await (await connectHttp(url, "legacy")).listTools();
    expect(await command.stop("SIGTERM")).toMatchObject({ code: 0 });
  });

  it("reports a port that is not available", async () => {
    const { url } = await startHttp(["--demo"]);
    const { code, stderr } = await run(["--demo", "--http", `--port=${url.port}`]);
    expect(code).toBe(3);
    expect(stderr).toContain(`Failed to listen on port ${url.port}: `);
  });
});

describe("over standard input and output", () => {
  it("writes nothing but messages of the protocol to the output, and logs calls unless it is quiet", async () => {
    for (const flags of [[], ["--quiet"]]) {
      const command = startRun(["--demo", ...flags], { KNOWLEDGE_BASE_LOG: "debug" });
      for (const message of [initialize, callIndex]) command.stdin.write(`${JSON.stringify(message)}\n`);
      await command.waitForOutput('"id":2');
      command.stdin.end();
      const { stdout, stderr } = await command.ended;
      expect(
        stdout
          .trimEnd()
          .split("\n")
          .map((line) => JSON.parse(line).id),
      ).toEqual([1, 2]);
      expect(stderr.includes("prompt_index_get: ")).toBe(flags.length === 0);
    }
  });

  it("ends after a message that is too long", async () => {
    const command = startRun(["--demo"]);
    command.stdin.write("x".repeat(2 * 1024 * 1024));
    expect(await command.ended).toMatchObject({ code: 0, stderr: expect.stringContaining("exceeded maximum size") });
  });

  it("logs in one line what is not a message of the protocol, without its content", async () => {
    const { stderr } = await run(["--demo"], {}, '{"jsonrpc":"2.0","id":7.5,"method":"secret/method"}\n');
    expect(stderr).toContain("knowledge-base-mcp: the client has sent a message that is not JSON-RPC\n");
    expect(stderr).not.toContain("secret");
  });

  it("logs how a response of the service differs from the contract", async () => {
    const page = { pinned: true, slug: "a", title: "A", summary: "", pageType: "topic", status: "brand-new" };
    const service = createServer((_, response) => {
      response.writeHead(200, { "content-type": "application/json" }).end(JSON.stringify([page]));
    });
    onTestFinished(() => void service.close());
    await once(service.listen(0, "127.0.0.1"), "listening");
    const { port } = service.address() as AddressInfo;
    const flags = [`--base-url=http://127.0.0.1:${port}`, "--brain=b"];
    const command = startRun(flags, { KNOWLEDGE_BASE_API_KEY: "kb_secret_7f3a9c51" });
    command.stdin.write(`${JSON.stringify(callIndex)}\n`);
    await command.waitForOutput('"id":2');
    command.stdin.end();
    const { stderr } = await command.ended;
    expect(stderr).toContain("the response differs from the contract: [0].status must be one of active, ");
    expect(stderr).toContain("prompt_index_get: ok\n");
    expect(stderr).not.toContain("kb_secret_7f3a9c51");
  });

  it.each(["SIGTERM", "SIGINT", "SIGHUP"] as const)("ends at %s with the exit code 0", async (signal) => {
    const command = startRun(["--demo"]);
    while (!command.stderr.includes("serving")) await once(command.errors, "text");
    expect(await command.stop(signal)).toMatchObject({ code: 0 });
  });
});
