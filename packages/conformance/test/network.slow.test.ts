import { describe, expect, it } from "vitest";
import { ChildProcessRun, nodeCommandLine } from "../../internal/test/helpers/child-process-run.ts";
import { startBehindProxy, trustingVariables } from "../../server/test/helpers/start-behind-proxy.ts";

type Variables = Readonly<Record<string, string>>;

async function runWithVariables(baseUrl: string, apiKey: string, variables: Variables) {
  const commandLine = nodeCommandLine(new URL("../src/cli.ts", import.meta.url));
  const args = [baseUrl, "--api-key", apiKey, "--only", "authentication/"];
  await using command = new ChildProcessRun([...commandLine, ...args], { env: { ...process.env, ...variables } });
  return await command.ended;
}

describe("knowledge-base-conformance", () => {
  const trusting = trustingVariables;
  // biome-ignore format: one or two lines a row
  it.each<{ name: string; url: string; variable: string; others?: Variables; hosts: string[]; code: number }>([
    { name: "HTTP through HTTP_PROXY", url: "http://kb.test", variable: "HTTP_PROXY", hosts: ["kb.test"], code: 0 },
    { name: "HTTPS through HTTPS_PROXY", url: "https://kb.test", variable: "HTTPS_PROXY", others: trusting, hosts: ["kb.test"], code: 0 },
    { name: "HTTPS through https_proxy", url: "https://kb.test", variable: "https_proxy", others: trusting, hosts: ["kb.test"], code: 0 },
    { name: "HTTPS through HTTP_PROXY alone, as Node does", url: "https://kb.test", variable: "HTTP_PROXY", others: trusting,
      hosts: ["kb.test"], code: 0 },
    { name: "nothing to a service whose certificate NODE_EXTRA_CA_CERTS doesn't name", url: "https://kb.test", variable: "HTTPS_PROXY",
      hosts: ["kb.test"], code: 2 },
    { name: "to no proxy what NO_PROXY names", url: "http://kb.test", variable: "HTTP_PROXY", others: { NO_PROXY: "a.test,kb.test" },
      hosts: [], code: 2 },
    { name: "to no proxy with NO_PROXY=*", url: "http://kb.test", variable: "HTTP_PROXY", others: { NO_PROXY: "*" }, hosts: [], code: 2 },
  ])("sends $name", async ({ url, variable, others, hosts: expected, code }) => {
    const { apiKey, proxyUrl, hosts } = await startBehindProxy(url.startsWith("https:"));
    const ended = await runWithVariables(url, apiKey, { [variable]: proxyUrl, ...others });
    expect({ code: ended.code, hosts: [...hosts] }, ended.stderr).toEqual({ code, hosts: expected });
  });

  it.each(["http", "https"])("sends nothing to this machine through a proxy over %s", async (protocol) => {
    const { apiKey, port, proxyUrl, hosts } = await startBehindProxy(protocol === "https");
    const variables = { HTTP_PROXY: proxyUrl, HTTPS_PROXY: proxyUrl, NO_PROXY: "a.test", ...trusting };
    const ended = await runWithVariables(`${protocol}://localhost:${port}`, apiKey, variables);
    expect({ code: ended.code, hosts: [...hosts] }, ended.stderr).toEqual({ code: 0, hosts: [] });
  });

  it("warns of a proxy that is no URL, and shows no password in it", async () => {
    const { apiKey, port } = await startBehindProxy(false);
    const variables = { HTTP_PROXY: "user:secret@127.0.0.1:3128" };
    const { code, stderr } = await runWithVariables(`http://localhost:${port}`, apiKey, variables);
    const advice = "HTTP_PROXY and HTTPS_PROXY must be URLs, such as http://proxy.example.com:3128";
    const warning = `knowledge-base-conformance: the proxy is not used: ${advice}.\n`;
    expect({ code, stderr }).toEqual({ code: 0, stderr: warning });
  });
});
