import { readFile } from "node:fs/promises";
import { describe, expect, it } from "vitest";
import { runCommand } from "./start-command.ts";

const service = ["--base-url=https://kb.example.com", "--api-key=kb_secret_7f3a9c51", "--brain=b"];

describe.concurrent("knowledge-base-mcp", () => {
  it.each<[flags: readonly string[], problem: string]>([
    [[], "--base-url is missing, and KNOWLEDGE_BASE_URL is not set; --demo needs neither."],
    [["--base-url=https://kb.example.com"], "--api-key is missing, and KNOWLEDGE_BASE_API_KEY is not set"],
    [service.slice(0, 2), "--brain is missing; list the brains that the MCP host may use."],
    [["--demo", "--brain=a,,b"], "--brain must be a comma-separated list without empty parts."],
    [["--demo", "--brain=a,a"], "--brain must not contain a part twice."],
    [["--demo", "--brain="], "--brain must be a comma-separated list without empty parts."],
    [["--demo", "--allow=pages.archiv"], "--allow must list operations, not pages.archiv; did you mean pages.archive?"],
    [["--demo", "--port=1"], "--port needs --http."],
    [["--demo", "--token=0123456789abcdef"], "--token needs --http."],
    [["--demo", "--http", "--token=short"], "--token must have 16 to 256 visible ASCII characters."],
    [["--demo", "--http", "--port=65536"], "--port must be a whole number from 0 to 65535"],
    [["--demo", "--timeout=0"], "--timeout must be a whole number from 1 to 2147483647"],
    [["--demo", "--base-url=https://kb.example.com"], "--demo and --base-url cannot be used together."],
    [["--base-url=kb", "--api-key=kb_secret_7f3a9c51", "--brain=b"], "baseUrl"],
    [["--demo", "--read-only"], "--read-only is not a flag"],
    [["kb_secret_7f3a9c51"], "argument 1 is not a flag or the value of one"],
  ])("rejects %j", async (flags, problem) => {
    const { code, stdout, stderr } = await runCommand(flags);
    expect(stderr).toContain(problem);
    expect([code, stdout]).toEqual([2, ""]);
    expect(stderr).not.toContain("kb_secret_7f3a9c51");
  });

  it("reads its flags from variables", async () => {
    const variables = { KNOWLEDGE_BASE_URL: "https://kb.example.com", KNOWLEDGE_BASE_API_KEY: "kb_secret_7f3a9c51" };
    const { code, stderr } = await runCommand([], { ...variables, KNOWLEDGE_BASE_MCP_BRAIN: "brain_a,brain_b" });
    expect(stderr).toContain("serving brain_a, brain_b over standard input and output");
    expect(code).toBe(0);
    const demo = await runCommand([], { ...variables, KNOWLEDGE_BASE_MCP_DEMO: "true" });
    expect(demo.stderr).toContain("serving brain_operations");
  });

  it.each(["docs/guides/tools-for-agents.md", "packages/mcp/README.md"])(
    "runs as %s tells a host",
    async (document) => {
      const text = await readFile(new URL(`../../../../${document}`, import.meta.url), "utf8");
      const [, json = ""] = /```json\n(.*?)```/s.exec(text) ?? [];
      const { args, env } = JSON.parse(json).mcpServers["knowledge-base"];
      const [name, ...flags] = args as string[];
      expect(name).toBe("@knowledge-base/mcp");
      const { code, stderr } = await runCommand(flags, env);
      expect(stderr).toContain("serving brain_operations over standard input and output");
      expect(code).toBe(0);
    },
  );

  it("prints its help and its version", async () => {
    const { code, stdout } = await runCommand(["--help"]);
    expect(code).toBe(0);
    expect(stdout).toContain("Usage: knowledge-base-mcp --base-url URL --brain IDS [options]");
    expect(stdout).toContain("KNOWLEDGE_BASE_MCP_ALLOW_DESTRUCTIVE");
    expect((await runCommand(["--version"])).stdout).toBe("0.0.0\n");
  });

  it("logs nothing about calls if it is quiet", async () => {
    const { stderr } = await runCommand(["--demo", "--quiet"]);
    expect(stderr).toBe("");
  });
});
