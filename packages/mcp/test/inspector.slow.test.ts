import { execFile } from "node:child_process";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { beforeAll, expect, it } from "vitest";
import { install } from "../../../scripts/install.ts";
import { nodeCommandLine } from "../../command-line/test/start-command.ts";
import { startHttp } from "./cli/mcp-run.ts";

const folder = fileURLToPath(new URL("inspector", import.meta.url));
const inspector = `${folder}/node_modules/.bin/mcp-inspector`;
const commandLine = nodeCommandLine(new URL("../src/cli.ts", import.meta.url));

beforeAll(() => install(folder), 180_000);

/** Runs the command line of the MCP Inspector, and returns the result that it prints. */
async function inspect(...args: readonly string[]): Promise<Record<string, unknown>> {
  const flags = [inspector, "--cli", "--format", "json", "--quiet", ...args];
  const { result = {}, ...rest } = JSON.parse((await promisify(execFile)(process.execPath, flags)).stdout);
  return { ...rest, ...result };
}

it.each(["legacy", "modern"])("the MCP Inspector lists the tools over stdio in the era %s", async (era) => {
  const args = [...commandLine, "--demo", "--brain=brain_operations", "--protocol-era", era];
  expect(await inspect(...args, "--method", "tools/list", "--strict")).toMatchObject({
    tools: [{ name: "channels_list" }, { name: "prompt_index_get" }],
  });
});

it("the MCP Inspector calls a tool over HTTP", async () => {
  const { url } = await startHttp(["--demo", "--brain=brain_operations"]);
  const args = ["--server-url", url.href, "--transport", "http", "--method", "tools/call"];
  expect(await inspect(...args, "--tool-name", "channels_list")).toMatchObject({
    structuredContent: { channels: [{}, {}, {}, {}, {}] },
  });
});
