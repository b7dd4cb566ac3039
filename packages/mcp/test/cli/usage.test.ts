import { readFile } from "node:fs/promises";
import { expect, it } from "vitest";
import { run, startHttp } from "./mcp-run.ts";

const key = "kb_secret_7f3a9c51";
const url = "--base-url=https://kb.example.com";
const read = (path: string) => readFile(new URL(`../../../../${path}`, import.meta.url), "utf8");

// biome-ignore format: one row a line
it.each<[flags: string[], problem: string]>([
  [[], "--base-url is missing, and KNOWLEDGE_BASE_URL is not set; --demo needs neither"],
  [[url], "--api-key is missing, and KNOWLEDGE_BASE_API_KEY is not set; --demo needs neither"],
  [[url, `--api-key=${key}`], "--brain is missing; list the brains that the MCP host may use"],
  [["--base-url=", `--api-key=${key}`, "--brain=b"], "--base-url must not be empty"],
  [["--base-url=kb", `--api-key=${key}`, "--brain=b"], "baseUrl"],
  [["--demo", "--brain=a,,b"], "--brain must be a comma-separated list without empty parts"],
  [["--demo", "--brain=a,a"], "--brain must not contain a part twice"],
  [["--demo", "--installation="], "--installation must not be empty"],
  [["--demo", "--allow=pages.archiv"], "--allow must list operations, not pages.archiv; did you mean pages.archive?"],
  [["--demo", "--port=1"], "--port needs --http"],
  [["--demo", "--token=0123456789abcdef"], "--token needs --http"],
  [["--demo", "--http", "--token=short"], "--token must be 16 to 256 visible ASCII characters"],
  [["--demo", "--http", "--port=65536"], "--port must be a whole number from 0 to 65535"],
  [["--demo", "--timeout=0"], "--timeout must be a whole number from 1 to 2147483647"],
  [["--demo", url], "--demo and --base-url cannot be used together"],
  [["--demo", "--read-only"], "Unknown option '--read-only'"],
  [[key], "There are no subcommands, only flags. Start it as: knowledge-base-mcp --base-url URL --brain IDS"],
])("rejects %j with exit code 2: %s", async (flags, problem) => {
  const { code, stdout, stderr } = await run(flags);
  expect(stderr).toContain(problem);
  expect(stderr).toMatch(/See knowledge-base-mcp --help\.\n$/);
  expect([code, stdout]).toEqual([2, ""]);
  expect(stderr).not.toContain(key);
});

it("reads its flags from variables", async () => {
  const service = { KNOWLEDGE_BASE_URL: "https://kb.example.com", KNOWLEDGE_BASE_API_KEY: key };
  const { code, stderr } = await run([], { ...service, KNOWLEDGE_BASE_MCP_BRAIN: "brain_a,brain_b" });
  expect({ code, stderr }).toEqual({
    code: 0,
    stderr: "knowledge-base-mcp: serving brain_a, brain_b over standard input and output\n",
  });
  const demo = await run([], { ...service, KNOWLEDGE_BASE_MCP_DEMO: "true" });
  expect(demo.stderr).toContain("serving brain_operations, brain_guest_services over");
});

it.each(["docs/guides/tools-for-agents.md", "packages/mcp/README.md"])("runs as %s tells a host", async (document) => {
  const [, json = ""] = /```json\n(.*?)```/s.exec(await read(document)) ?? [];
  const { args, env } = JSON.parse(json).mcpServers["knowledge-base"];
  const [name, ...flags] = args as string[];
  expect(name).toBe("@knowledge-base/mcp");
  const { code, stderr } = await run(flags, env);
  expect(stderr).toContain("serving brain_operations over standard input and output");
  expect(code).toBe(0);
});

it("serves over HTTP as the guide says", async () => {
  const guide = await read("docs/guides/tools-for-agents.md");
  const [, token = "", flags = ""] = /TOKEN=(\S+)\nnpx @knowledge-base\/mcp (.*) --http --port \d+\n/.exec(guide) ?? [];
  const { url: served } = await startHttp(flags.split(" "), { KNOWLEDGE_BASE_MCP_TOKEN: token });
  expect((await fetch(served, { method: "POST" })).status).toBe(401);
  expect((await fetch(served, { method: "POST", headers: { authorization: `Bearer ${token}` } })).status).not.toBe(401);
});

it("prints its help and its version", async () => {
  const { code, stdout } = await run(["--help"]);
  expect(code).toBe(0);
  expect(stdout).toContain("Usage: knowledge-base-mcp --base-url URL --brain IDS [options]");
  expect(stdout).toContain("KNOWLEDGE_BASE_MCP_ALLOW_DESTRUCTIVE");
  expect((await run(["--version"])).stdout).toBe("0.0.0\n");
});
