import { execFile } from "node:child_process";
import { existsSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { beforeAll, describe, expect, it } from "vitest";
import { commandLine, createEnvironment, startHttp } from "./cli/start-command.ts";

const run = promisify(execFile);
const folder = fileURLToPath(new URL("inspector", import.meta.url));
const inspector = `${folder}/node_modules/.bin/mcp-inspector`;

beforeAll(async () => {
  if (!existsSync(inspector)) {
    await run("npm", ["ci", "--ignore-scripts", "--no-audit", "--no-fund", "--prefer-offline"], { cwd: folder });
  }
}, 180_000);

/** Runs the command line of the MCP Inspector, and returns the result that it prints. */
async function inspect(...args: readonly string[]): Promise<Record<string, unknown>> {
  const env = createEnvironment();
  const { stdout } = await run(process.execPath, [inspector, "--cli", "--format", "json", "--quiet", ...args], { env });
  const { result = {}, ...rest } = JSON.parse(stdout);
  return { ...rest, ...result };
}

const stdio = (...flags: readonly string[]) => [...commandLine, "--demo", "--brain=brain_operations", ...flags];

describe("the command line of the MCP Inspector", () => {
  it.each(["legacy", "modern"])(
    "lists, calls and reads everything over stdio in the era %s",
    async (era) => {
      const use = (...args: readonly string[]) => inspect(...stdio(), "--protocol-era", era, ...args);
      expect(await use("--method", "tools/list", "--strict")).toMatchObject({
        tools: [{ name: "channels_list" }, { name: "prompt_index_get" }],
      });
      expect(
        await use("--method", "tools/call", "--tool-name", "prompt_index_get", "--tool-arg", "limit=2"),
      ).toMatchObject({
        structuredContent: { pages: [{ slug: "electric-fleet-programme" }, {}] },
      });
      expect(await use("--method", "resources/list")).toMatchObject({ resources: [{ mimeType: "application/xml" }] });
      const uri = "knowledge-base://brains/brain_operations/index";
      expect(await use("--method", "resources/read", "--uri", uri)).toMatchObject({ contents: [{ uri }] });
      expect(await use("--method", "prompts/list")).toMatchObject({
        prompts: [{ name: "prompt_index_brain_operations" }],
      });
      expect(await use("--method", "prompts/get", "--prompt-name", "prompt_index_brain_operations")).toMatchObject({
        messages: [{ role: "user" }],
      });
    },
    120_000,
  );

  it("lists and calls over HTTP", async () => {
    await using server = await startHttp(["--demo", "--brain=brain_operations"]);
    const use = (...args: readonly string[]) =>
      inspect("--server-url", server.url.href, "--transport", "http", ...args);
    expect(await use("--method", "tools/list")).toMatchObject({ tools: [{}, {}] });
    expect(await use("--method", "tools/call", "--tool-name", "channels_list")).toMatchObject({
      structuredContent: { channels: [{}, {}, {}, {}, {}] },
    });
  }, 120_000);
});
