import { spawn } from "node:child_process";
import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { Client } from "@modelcontextprotocol/client";
import { StdioClientTransport } from "@modelcontextprotocol/client/stdio";
import { describe, expect, it } from "vitest";
import { type Era, textOf, withEra } from "../connect.ts";
import { commandLine, createEnvironment } from "./start-command.ts";

const eras: readonly Era[] = ["2026-07-28", "legacy"];
const [program, ...args] = commandLine;

/** Connects a client of the official package to `knowledge-base-mcp --demo`. */
async function connectStdio(era: Era, flags: readonly string[] = [], capabilities = {}) {
  const transport = new StdioClientTransport({
    command: program,
    args: [...args, "--demo", ...flags],
    env: createEnvironment(),
    stderr: "pipe",
  });
  let log = "";
  transport.stderr?.on("data", (bytes: Buffer) => {
    log += bytes.toString();
  });
  const client = new Client({ name: "test", version: "1.0.0" }, withEra({ capabilities }, era));
  await client.connect(transport);
  return {
    client,
    pid: transport.pid ?? 0,
    readLog: () => log,
    [Symbol.asyncDispose]: () => client.close(),
  };
}

function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}

describe.each(eras)("knowledge-base-mcp over stdio for clients of the protocol %s", (era) => {
  it("lists, calls and reads everything", async () => {
    await using connection = await connectStdio(era);
    const { client, readLog } = connection;
    const { tools } = await client.listTools();
    expect(tools.map(({ name }) => name)).toEqual(["channels_list", "prompt_index_get"]);
    const index = await client.callTool({ name: "prompt_index_get", arguments: { brainId: "brain_guest_services" } });
    expect(textOf(index)).toContain('<knowledge-base-index pages="3"');
    const channels = await client.callTool({ name: "channels_list", arguments: { brainId: "brain_operations" } });
    expect(textOf(channels)).toContain('"name":"bridge"');
    for (const { uri } of (await client.listResources()).resources) {
      expect((await client.readResource({ uri })).contents).toMatchObject([
        { text: expect.stringContaining("<page ") },
      ]);
    }
    for (const { name } of (await client.listPrompts()).prompts) {
      expect((await client.getPrompt({ name })).messages).toHaveLength(1);
    }
    await expect.poll(readLog).toContain("knowledge-base-mcp: channels_list: ok\n");
    expect(readLog()).toContain("serving brain_operations, brain_guest_services over standard input and output");
    expect(readLog()).not.toContain("kb_demo_harbour_line");
  });

  it("asks a person before a page is archived", async () => {
    const elicitation = { form: {} };
    await using connection = await connectStdio(era, ["--allow=pages.archive"], { elicitation });
    const { client } = connection;
    const questions: string[] = [];
    client.setRequestHandler("elicitation/create", ({ params: { message } }) => {
      questions.push(message);
      return { action: "accept", content: { confirm: questions.length > 1 } };
    });
    const input = { brainId: "brain_operations", slug: "kestrel" };
    const first = await client.callTool({ name: "pages_archive", arguments: input });
    expect(textOf(first)).toContain("The person did not allow this call.");
    const second = await client.callTool({ name: "pages_archive", arguments: input });
    expect(second.structuredContent).toMatchObject({ slug: "kestrel", archived: true });
    expect(questions).toHaveLength(2);
  });

  it("ends when the client closes the connection", async () => {
    const { client, pid } = await connectStdio(era);
    expect(isRunning(pid)).toBe(true);
    await client.close();
    await expect.poll(() => isRunning(pid)).toBe(false);
  });
});

describe("knowledge-base-mcp over stdio", () => {
  it("ends when the process that started it is killed", async () => {
    // The launcher stands for a host: it starts the server, begins a call, and prints the id of the process.
    const launcher = `
      const { spawn } = require("node:child_process");
      const child = spawn(${JSON.stringify(program)}, ${JSON.stringify([...args, "--demo"])}, { stdio: ["pipe", "pipe", "inherit"] });
      const params = { protocolVersion: "2025-06-18", capabilities: {}, clientInfo: { name: "host", version: "1" } };
      child.stdin.write(JSON.stringify({ jsonrpc: "2.0", id: 1, method: "initialize", params }) + "\\n");
      child.stdout.once("data", () => console.log(child.pid));
    `;
    const host = spawn(process.execPath, ["-e", launcher], {
      stdio: ["ignore", "pipe", "ignore"],
      env: createEnvironment(),
    });
    const [line] = (await once(host.stdout, "data")) as [Buffer];
    const pid = Number(line.toString());
    expect(isRunning(pid)).toBe(true);
    host.kill("SIGKILL");
    await expect.poll(() => isRunning(pid), { timeout: 10_000 }).toBe(false);
  });

  it("ends after a message that is too long", async () => {
    const child = spawn(program, [...args, "--demo"], { stdio: ["pipe", "ignore", "pipe"], env: createEnvironment() });
    let log = "";
    child.stderr.on("data", (bytes: Buffer) => {
      log += bytes.toString();
    });
    child.stdin.on("error", () => {});
    child.stdin.write("x".repeat(2 * 1024 * 1024));
    expect(await once(child, "exit")).toEqual([0, null]);
    expect(log).toContain("exceeded maximum size");
  });

  it("logs in one line what is not a message of the protocol, without its content", async () => {
    const child = spawn(program, [...args, "--demo"], { stdio: ["pipe", "ignore", "pipe"], env: createEnvironment() });
    let log = "";
    child.stderr.on("data", (bytes: Buffer) => {
      log += bytes.toString();
    });
    child.stdin.end('{"jsonrpc":"2.0","id":7.5,"method":"secret/method"}\n');
    await once(child, "exit");
    expect(log).toContain("knowledge-base-mcp: the client has sent a message that is not JSON-RPC\n");
    expect(log).not.toContain("secret");
  });

  it("logs how a response of the service differs from the contract", async () => {
    const page = { pinned: true, slug: "a", title: "A", summary: "", pageType: "topic", status: "brand-new" };
    const service = createServer((_, response) => {
      response.writeHead(200, { "content-type": "application/json" }).end(JSON.stringify([page]));
    });
    service.listen(0, "127.0.0.1");
    await once(service, "listening");
    const { port } = service.address() as AddressInfo;
    const env = createEnvironment({ KNOWLEDGE_BASE_API_KEY: "kb_secret_7f3a9c51" });
    const flags = [`--base-url=http://127.0.0.1:${port}`, "--brain=b"];
    const child = spawn(program, [...args, ...flags], { stdio: ["pipe", "ignore", "pipe"], env });
    const params = { name: "prompt_index_get", arguments: {} };
    child.stdin.write(`${JSON.stringify({ jsonrpc: "2.0", id: 1, method: "tools/call", params })}\n`);
    let log = "";
    for await (const bytes of child.stderr as AsyncIterable<Buffer>) {
      log += bytes.toString();
      if (log.includes("prompt_index_get: ok")) child.stdin.end();
    }
    service.close();
    expect(log).toContain("the response differs from the contract: [0].status must be one of active, ");
    expect(log).not.toContain("kb_secret_7f3a9c51");
  });

  it.each(["SIGTERM", "SIGINT", "SIGHUP"] as const)("ends at %s with the exit code 0", async (signal) => {
    const child = spawn(program, [...args, "--demo"], { stdio: ["pipe", "ignore", "pipe"], env: createEnvironment() });
    await once(child.stderr, "data");
    child.kill(signal);
    expect(await once(child, "exit")).toEqual([0, null]);
  });

  it("writes nothing but messages of the protocol to the standard output", async () => {
    const child = spawn(program, [...args, "--demo"], {
      stdio: ["pipe", "pipe", "ignore"],
      env: createEnvironment({ KNOWLEDGE_BASE_LOG: "debug" }),
    });
    const params = { protocolVersion: "2025-06-18", capabilities: {}, clientInfo: { name: "host", version: "1" } };
    const messages = [
      { jsonrpc: "2.0", id: 1, method: "initialize", params },
      { jsonrpc: "2.0", method: "notifications/initialized" },
      { jsonrpc: "2.0", id: 2, method: "tools/call", params: { name: "prompt_index_get", arguments: {} } },
    ];
    child.stdin.write(messages.map((message) => `${JSON.stringify(message)}\n`).join(""));
    let output = "";
    for await (const bytes of child.stdout as AsyncIterable<Buffer>) {
      output += bytes.toString();
      if (output.includes('"id":2')) child.stdin.end();
    }
    const lines = output.trimEnd().split("\n");
    expect(lines.map((line) => JSON.parse(line).id)).toEqual([1, 2]);
  });
});
