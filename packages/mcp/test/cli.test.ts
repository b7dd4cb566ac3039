import { once } from "node:events";
import { readFile } from "node:fs/promises";
import { createServer, type IncomingMessage, request } from "node:http";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";
import { Client, StreamableHTTPClientTransport } from "@modelcontextprotocol/client";
import { describe, expect, it, onTestFinished } from "vitest";
import { type Era, textOf, withEra } from "./helpers/connect.ts";
import { initializeWith, run, start, type Variables } from "./helpers/start.ts";

const key = "kb_secret_7f3a9c51";

/** Starts `knowledge-base-mcp` and waits until it serves. */
async function startServing(flags: string, variables?: Variables) {
  const started = start(flags, variables);
  await started.waitForOutput("serving", started.errors);
  const [, url = "http://none"] = /over (http:\S+)/.exec(started.stderr) ?? [];
  return { command: started, url: new URL(url) };
}

describe("the flags of knowledge-base-mcp", () => {
  const url = "--base-url=https://kb.example.com";
  const apiKey = `--api-key=${key}`;

  // biome-ignore format: one or two lines a row
  it.each<{ flags: string; problem: string }>([
    { flags: "", problem: "Set --base-url (or KNOWLEDGE_BASE_URL) and --api-key (or KNOWLEDGE_BASE_API_KEY) and --brain (or " },
    { flags: `${url} --brain=b`, problem: "Set --api-key (or KNOWLEDGE_BASE_API_KEY); or set --demo" },
    { flags: `${url} ${apiKey}`, problem: "Set --brain (or KNOWLEDGE_BASE_MCP_BRAIN); or set --demo" },
    { flags: `--base-url= ${apiKey} --brain=b`, problem: "--base-url must not be empty" },
    { flags: `--base-url=kb ${apiKey} --brain=b`, problem: "baseUrl is not an HTTP URL" },
    { flags: `--base-url=http://a:${key}@kb.example.com ${apiKey} --brain=b`,
      problem: "--base-url must be an https: URL, or a URL of this machine, because " },
    { flags: "--demo --brain=a,,b", problem: '--brain must be a comma-separated list of ids, not "a,,b"' },
    { flags: "--demo --installation=", problem: "--installation must not be empty" },
    { flags: "--demo --allow=pages.archiv", problem: "--allow must be a comma-separated list of bindings.update, " },
    { flags: "--demo --token=0123456789abcdef", problem: "--token needs --http" },
    { flags: "--demo --host=0.0.0.0", problem: "--host needs --http" },
    { flags: "--demo --allowed-hosts=kb", problem: "--allowed-hosts needs --http" },
    { flags: "--demo --http=0 --host=0.0.0.0", problem: "--host 0.0.0.0 lets other machines connect, and needs --token" },
    { flags: "--demo --http=0 --host=127.example.com", problem: "--host 127.example.com lets other machines connect, and needs --token" },
    { flags: "--demo --http=0 --allowed-hosts=http://kb", problem: "--allowed-hosts must be host names without a scheme or a port" },
    { flags: "--demo --http=0 --token=short", problem: "--token must be 16 to 256 visible ASCII characters" },
    { flags: "--demo --http=65536", problem: "--http must be a whole number from 0 to 65535" },
    { flags: `--demo ${url}`, problem: "--demo needs no --base-url and no --api-key" },
    { flags: `--demo ${apiKey}`, problem: "--demo needs no --base-url and no --api-key" },
    { flags: "--demo --read-only", problem: "Unknown option '--read-only'" },
    { flags: key, problem: "There are no subcommands, only flags. Start it as: knowledge-base-mcp --base-url URL --brain IDS" },
  ])('reject "$flags" with exit code 2', async ({ flags, problem }) => {
    const { code, stdout, stderr } = await run(flags);
    expect(stderr).toContain(problem);
    expect(stderr).toMatch(/See knowledge-base-mcp --help\.\n$/);
    expect([code, stdout]).toEqual([2, ""]);
    expect(stderr).not.toContain(key);
  });

  it("can be variables", async () => {
    const variables = { KNOWLEDGE_BASE_URL: "https://kb.example.com", KNOWLEDGE_BASE_API_KEY: key };
    expect(await run("", { ...variables, KNOWLEDGE_BASE_MCP_BRAIN: "brain_a,brain_b,brain_a" })).toEqual({
      code: 0,
      stdout: "",
      stderr: "knowledge-base-mcp: serving brain_a, brain_b over standard input and output\n",
    });
    const { stderr } = await run("", { ...variables, KNOWLEDGE_BASE_MCP_DEMO: "true" });
    expect(stderr).toContain("serving brain_operations, brain_guest_services of the demo over");
  });

  it("are listed by the help", async () => {
    const { code, stdout } = await run("--help");
    expect(code).toBe(0);
    expect(stdout).toContain("Usage: knowledge-base-mcp --base-url URL --brain IDS [options]");
    expect(stdout).toContain("--http PORT");
  });
});

const read = (path: string) => readFile(new URL(`../../../${path}`, import.meta.url), "utf8");

it.each([
  {
    document: "docs/guides/prompts-and-agents.md",
    served: ["brain_operations, brain_guest_services of the demo", "brain_operations"],
  },
  { document: "packages/mcp/README.md", served: ["brain_operations"] },
])("knowledge-base-mcp starts as $document tells hosts", async ({ document, served }) => {
  const lines: string[] = [];
  for (const [, json = ""] of (await read(document)).matchAll(/```json\n(\{\n {2}"mcpServers".*?)```/gs)) {
    const { args, env } = JSON.parse(json).mcpServers["knowledge-base"];
    const [name, ...flags] = args as string[];
    expect(name).toBe("@knowledge-base/mcp");
    lines.push((await run(flags.join(" "), env)).stderr);
  }
  expect(lines).toEqual(served.map((ids) => `knowledge-base-mcp: serving ${ids} over standard input and output\n`));
});

interface Sent {
  readonly path?: string;
  readonly method?: string;
  readonly headers?: Record<string, string>;
  readonly body?: string;
}

const message = (changes: object) => JSON.stringify({ jsonrpc: "2.0", id: 1, method: "tools/list", ...changes });

/** Sends a request that `fetch` would not send. */
async function send({ port }: URL, { path = "/mcp", method = "POST", headers, body = message({}) }: Sent) {
  const all = { "content-type": "application/json", accept: "application/json, text/event-stream", ...headers };
  const sent = request({ host: "127.0.0.1", port, path, method, headers: all }).end(body);
  const [response] = (await once(sent, "response")) as [IncomingMessage];
  return [response.statusCode, await text(response)];
}

async function connectHttp(url: URL, era: Era, headers: Record<string, string> = {}): Promise<Client> {
  const client = new Client({ name: "test", version: "1.0.0" }, withEra({}, era));
  await client.connect(new StreamableHTTPClientTransport(url, { requestInit: { headers } }));
  onTestFinished(() => client.close());
  return client;
}

describe("knowledge-base-mcp over HTTP", () => {
  it("serves clients of all versions of the protocol at once", async () => {
    const flags = "--brain=brain_operations --allow=promptIndex.get,pages.archive --allow-destructive";
    const { command: server, url } = await startServing(`--demo --http=0 ${flags}`);
    const eras: Era[] = ["2026-07-28", "legacy"];
    const clients = await Promise.all(eras.map((era) => connectHttp(url, era)));
    const calls = clients.map(async (client, index) => {
      const slug = ["kestrel", "weather-limits"][index];
      const archived = await client.callTool({ name: "pages_archive", arguments: { slug } });
      expect(archived.structuredContent).toMatchObject({ slug });
      expect(textOf(await client.callTool({ name: "prompt_index_get", arguments: { limit: 1 } }))).toMatch('pages="1"');
      expect((await client.listResources()).resources).toHaveLength(1);
      expect((await client.getPrompt({ name: "prompt_index_brain_operations" })).messages).toHaveLength(1);
    });
    await Promise.all(calls);
    expect(await server.stop("SIGTERM")).toMatchObject({ code: 0 });
  });

  it("says that there is no token", async () => {
    const { command: server } = await startServing("--demo --http=0");
    expect(server.stderr).toContain("there is no --token: every program on this machine can use the tools");
  });

  it("has the exit code 3 if the port is taken", async () => {
    const { url } = await startServing("--demo --http=0");
    const { code, stderr } = await run(`--demo --http=${url.port}`);
    const problem = `Failed to listen on 127.0.0.1 port ${url.port}: the port is in use. `;
    expect([code, stderr]).toEqual([3, expect.stringContaining(problem)]);
  });

  const token = "0123456789abcdef";
  const authorization = `Bearer ${token}`;
  const withToken = `--token=${token}`;
  const open = `--host=0.0.0.0 ${withToken}`;
  const openFor = `${open} --allowed-hosts=kb.internal,.corp.example`;

  it.each<{ flags: string; headers: Record<string, string>; status: number }>([
    { flags: "", headers: { accept: "*/*" }, status: 200 },
    { flags: "", headers: { accept: "" }, status: 200 },
    { flags: "", headers: { accept: "application/json, */*;q=0.1" }, status: 200 },
    { flags: "", headers: { accept: "text/html" }, status: 406 },
    { flags: "", headers: { host: "localhost:4100", origin: "http://localhost:5173" }, status: 200 },
    { flags: "", headers: { origin: "https://evil.example" }, status: 403 },
    { flags: "", headers: { origin: "null" }, status: 403 },
    { flags: "", headers: { host: "kb.internal" }, status: 403 },
    { flags: "", headers: { host: "[::1]:80" }, status: 200 },
    { flags: "", headers: { host: "mcp.localhost" }, status: 200 },
    { flags: "", headers: { host: "127.0.0.1.evil.example" }, status: 403 },
    { flags: "", headers: { host: "kb internal" }, status: 403 },
    { flags: "", headers: { host: "user@localhost" }, status: 403 },
    { flags: "--host=localhost", headers: { host: "evil.example" }, status: 403 },
    {
      flags: "--allowed-hosts=kb.internal",
      headers: { host: "KB.internal:8443", origin: "https://kb.internal" },
      status: 200,
    },
    { flags: "--allowed-hosts=.corp.example", headers: { host: "a.corp.example" }, status: 200 },
    { flags: "--allowed-hosts=.corp.example", headers: { host: "corp.example.evil" }, status: 403 },
    { flags: "--allowed-hosts=*", headers: { host: "evil.example", origin: "https://evil.example" }, status: 200 },
    { flags: open, headers: { authorization, host: "kb.internal:80" }, status: 200 },
    { flags: open, headers: { host: "kb.internal:80" }, status: 401 },
    { flags: open, headers: { authorization, origin: "https://evil.example" }, status: 403 },
    { flags: openFor, headers: { authorization, host: "other.internal" }, status: 403 },
    { flags: openFor, headers: { authorization, host: "kb.internal" }, status: 200 },
    { flags: `--host=:: ${withToken}`, headers: { authorization, host: "kb.internal" }, status: 200 },
    { flags: withToken, headers: {}, status: 401 },
    { flags: withToken, headers: { authorization: "Bearer wrong" }, status: 401 },
    { flags: withToken, headers: { authorization: token }, status: 401 },
    { flags: withToken, headers: { authorization: `bearer ${token}` }, status: 200 },
  ])('started with "$flags", responds to the headers $headers with $status', async ({ flags, headers, status }) => {
    const { url } = await startServing(`--demo --http=0 ${flags}`);
    expect((await send(url, { headers }))[0]).toBe(status);
  });

  const withoutToken = { method: "GET", headers: { authorization: "" }, body: "" };

  // biome-ignore format: one or two lines a row
  it.each<{ what: string; sent: Sent; status: number; response: string }>([
    { what: "TRACE", sent: { method: "TRACE", body: "" }, status: 501, response: "The method TRACE is not supported" },
    { what: "GET", sent: { method: "GET", body: "" }, status: 405, response: "Send a POST request." },
    { what: "media types in capitals", sent: { headers: { accept: "Application/JSON, TEXT/Event-Stream" } }, status: 200,
      response: "prompt_index_get" },
    { what: "parameters that are null", sent: { body: message({ params: null }) }, status: 200, response: "prompt_index_get" },
    { what: "parameters that are null in a batch", sent: { body: `[${message({ params: null })}]` }, status: 200,
      response: "prompt_index_get" },
    { what: "a call of a tool without a name", sent: { body: message({ method: "tools/call", params: {} }) }, status: 200,
      response: "expected string, received undefined" },
    { what: "another path", sent: { path: "/other" }, status: 404, response: "The server is at /mcp." },
    { what: "a search for OAuth without the token", sent: { ...withoutToken, path: "/.well-known/oauth-protected-resource/mcp" },
      status: 404, response: "The server is at /mcp." },
    { what: "GET without the token", sent: withoutToken, status: 405, response: "Send a POST request." },
    { what: "a long body", sent: { headers: { "transfer-encoding": "chunked" }, body: "x".repeat(300_000) }, status: 413,
      response: "must not exceed 262144 bytes" },
    { what: "no JSON, which the log doesn't quote", sent: { body: "kb_secret" }, status: 400, response: "Invalid JSON" },
  ])("responds to $what with $status", async ({ sent, status, response }) => {
    const { url, command: server } = await startServing(`--demo --http=0 --brain=brain_operations ${open}`);
    const headers = { authorization, ...sent.headers };
    expect(await send(url, { ...sent, headers })).toEqual([status, expect.stringContaining(response)]);
    expect(server.stderr).not.toContain("kb_secret");
  });

  it.each([
    { flags: "", hostname: "127.0.0.1" },
    { flags: open, hostname: "0.0.0.0" },
    { flags: `--host=:: ${withToken}`, hostname: "[::]" },
  ])('started with "$flags", listens on $hostname', async ({ flags, hostname }) => {
    const { url } = await startServing(`--demo --http=0 ${flags}`);
    expect(url.hostname).toBe(hostname);
  });

  it("requires the token of the guide, and never shows it", async () => {
    const guide = await read("docs/guides/prompts-and-agents.md");
    const [, token = "", flags = ""] = /TOKEN=(\S+)\nnpx @knowledge-base\/mcp (.*) --http \d+\n/.exec(guide) ?? [];
    const variables = { KNOWLEDGE_BASE_MCP_TOKEN: token };
    const { command: server, url } = await startServing(`${flags} --http=0`, variables);
    await expect(connectHttp(url, "2026-07-28")).rejects.toThrow();
    const client = await connectHttp(url, "2026-07-28", { authorization: `Bearer ${token}` });
    expect((await client.listTools()).tools).toHaveLength(2);
    const { stdout, stderr } = await server.stop();
    expect(stdout + stderr).not.toContain(token);
    expect(stderr).not.toContain("there is no --token");
  });

  it("lets the model choose among several installations", async () => {
    const { url } = await startServing("--demo --http=0 --installation=a,b");
    const { tools } = await (await connectHttp(url, "2026-07-28")).listTools();
    const choices = tools.map(({ inputSchema }) => inputSchema.properties?.["installationId"]);
    expect(choices).toMatchObject([{ enum: ["a", "b"] }, undefined]);
  });
});

it("knowledge-base-mcp over standard input writes messages of the protocol to the output, and everything else to the log", async () => {
  const page = { pinned: true, slug: "a", title: "A", summary: "", pageType: "topic", status: "brand-new" };
  const service = createServer((_, response) => {
    response.writeHead(200, { "content-type": "application/json" }).end(JSON.stringify([page]));
  });
  onTestFinished(() => void service.close());
  await once(service.listen(0, "127.0.0.1"), "listening");
  const { port } = service.address() as AddressInfo;
  const variables = { KNOWLEDGE_BASE_API_KEY: key, KNOWLEDGE_BASE_LOG: "debug" };
  const server = start(`--base-url=http://127.0.0.1:${port} --brain=b`, variables);
  const messages = [
    { id: 7.5, method: "secret/method" },
    initializeWith({}),
    { id: 2, method: "tools/call", params: { name: "prompt_index_get", arguments: {} } },
  ];
  for (const message of messages) server.stdin.write(`${JSON.stringify({ jsonrpc: "2.0", ...message })}\n`);
  await server.waitForOutput('"id":2');
  server.stdin.end();
  const { stdout, stderr } = await server.ended;
  const lines = stdout.trimEnd().split("\n");
  expect(lines.map((line) => JSON.parse(line).id)).toEqual([7.5, 1, 2]);
  for (const line of [
    "the client has sent a message that is not JSON-RPC\n",
    "promptIndex.get: the response differs from the contract: [0].status must be one of active, ",
    "promptIndex.get: 200 after ",
    "prompt_index_get: ok\n",
  ])
    expect(stderr).toContain(`knowledge-base-mcp: ${line}`);
  expect(stderr).not.toMatch(/secret/);
});
