import { spawn } from "node:child_process";
import { once } from "node:events";
import { readFile } from "node:fs/promises";
import { text } from "node:stream/consumers";
import { nodeCommandLine } from "@knowledge-base/internal/test-helpers/child-process-run.ts";
import { Client } from "@modelcontextprotocol/client";
import { StdioClientTransport } from "@modelcontextprotocol/client/stdio";
import { expect, it } from "vitest";
import { type Era, textOf, withEra } from "./helpers/connect.ts";
import { initializeWith } from "./helpers/start.ts";

const [program, ...args] = nodeCommandLine(new URL("../src/cli.ts", import.meta.url)) as [string, ...string[]];

function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}

/** Returns the flags that the guide tells a coding agent to use. */
async function readGuideFlags(): Promise<string[]> {
  const guide = await readFile(new URL("../../../docs/guides/prompts-and-agents.md", import.meta.url), "utf8");
  const [, json = ""] = /```json\n(.*?)```/s.exec(guide) ?? [];
  return JSON.parse(json).mcpServers["knowledge-base"].args.slice(1);
}

it.each<Era>(["2026-07-28", "legacy"])(
  "does what the guide says for %s clients of the official package",
  async (era) => {
    const transport = new StdioClientTransport({
      command: program,
      args: [...args, ...(await readGuideFlags())],
      stderr: "pipe",
    });
    let log = "";
    transport.stderr?.on("data", (bytes: Buffer) => {
      log += bytes.toString();
    });
    const capabilities = { elicitation: { form: {} } };
    const client = new Client({ name: "test", version: "1.0.0" }, withEra({ capabilities }, era));
    await client.connect(transport);
    const questions: string[] = [];
    client.setRequestHandler("elicitation/create", ({ params: { message } }) => {
      questions.push(message);
      return { action: "accept", content: { confirm: questions.length > 1 } };
    });
    expect((await client.listTools()).tools.map(({ name }) => name)).toEqual(["prompt_index_get", "pages_archive"]);
    const brainId = "brain_operations";
    const readIndex = async () => textOf(await client.callTool({ name: "prompt_index_get", arguments: { brainId } }));
    expect(await readIndex()).toMatch(/<page slug="weather-limits" .*Fog stop is 200 metres/);
    const call = { name: "pages_archive", arguments: { brainId, slug: "kestrel" } };
    expect(textOf(await client.callTool(call))).toContain("The person did not allow this call.");
    expect(await readIndex()).toContain('<page slug="kestrel"');
    expect((await client.callTool(call)).structuredContent).toMatchObject({ slug: "kestrel", archived: true });
    expect(questions[1]).toBe('Archive a page? brainId: "brain_operations", slug: "kestrel"');
    expect(await readIndex()).not.toContain('<page slug="kestrel"');
    await expect.poll(() => log).toContain("knowledge-base-mcp: pages_archive: ok\n");
    expect(log).not.toContain("kb_demo_harbour_line");
    await client.close();
  },
);

it("has a response to every request for a host that has closed the input and reads late", async () => {
  const server = spawn(program, [...args, "--demo", "--brain=brain_operations"], { stdio: ["pipe", "pipe", "pipe"] });
  const calls = Array.from({ length: 60 }, (_, index) => {
    return { id: index + 2, method: "tools/call", params: { name: "prompt_index_get" } };
  });
  const lines = [initializeWith({}), ...calls].map((message) => JSON.stringify({ jsonrpc: "2.0", ...message }));
  server.stdin.end(lines.join("\n"));
  let log = "";
  server.stderr.on("data", (bytes: Buffer) => {
    log += bytes.toString();
  });
  await expect.poll(() => log.split("prompt_index_get: ok").length).toBe(61);
  const responses = (await text(server.stdout)).trimEnd().split("\n");
  expect(responses.map((line) => JSON.parse(line).id)).toHaveLength(61);
});

it("ends when the process that has started it is killed", async () => {
  const launcher = `
    const { spawn } = require("node:child_process");
    const child = spawn(${JSON.stringify(program)}, ${JSON.stringify([...args, "--demo"])}, { stdio: ["pipe", "pipe", "inherit"] });
    child.stdin.write('{"jsonrpc":"2.0","id":1,"method":"ping"}\\n');
    child.stdout.once("data", () => console.log(child.pid));
  `;
  const host = spawn(process.execPath, ["-e", launcher], { stdio: ["ignore", "pipe", "ignore"] });
  const [line] = (await once(host.stdout, "data")) as [Buffer];
  const pid = Number(line.toString());
  expect(isRunning(pid)).toBe(true);
  host.kill("SIGKILL");
  await expect.poll(() => isRunning(pid)).toBe(false);
});
