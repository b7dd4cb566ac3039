import { nodeCommandLine } from "@knowledge-base/internal/test-helpers/child-process-run.ts";
import { Client } from "@modelcontextprotocol/client";
import { StdioClientTransport } from "@modelcontextprotocol/client/stdio";
import { expect, it } from "vitest";
import { startBehindProxy, trustingVariables } from "../../server/test/helpers/start-behind-proxy.ts";
import { textOf } from "./helpers/connect.ts";

it("knowledge-base-mcp reaches a service with a certificate of its own through a proxy", async () => {
  const { apiKey, proxyUrl, hosts } = await startBehindProxy(true);
  const [program, ...args] = nodeCommandLine(new URL("../src/cli.ts", import.meta.url));
  const env = { KNOWLEDGE_BASE_API_KEY: apiKey, HTTPS_PROXY: proxyUrl, ...trustingVariables };
  const flags = ["--base-url", "https://kb.test", "--brain", "brain_operations"];
  const client = new Client({ name: "test", version: "1.0.0" });
  await client.connect(
    new StdioClientTransport({ command: program, args: [...args, ...flags], env, stderr: "ignore" }),
  );
  const result = await client.callTool({ name: "prompt_index_get" });
  await client.close();
  expect(textOf(result)).toContain('<page slug="weather-limits"');
  expect([...hosts]).toEqual(["kb.test"]);
});
