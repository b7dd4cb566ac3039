import { describe, expect, it } from "vitest";
import { ChildProcessRun, nodeCommandLine } from "../../internal/test/helpers/child-process-run.ts";
import { startBehindProxy, trustingVariables } from "../../server/test/helpers/start-behind-proxy.ts";

const [http, https] = [false, true];

async function runWithVariables(baseUrl: string, apiKey: string, variables: Readonly<Record<string, string>>) {
  const commandLine = nodeCommandLine(new URL("../src/cli.ts", import.meta.url));
  const args = [baseUrl, "--api-key", apiKey, "--only", "authentication/"];
  await using command = new ChildProcessRun([...commandLine, ...args], { env: { ...process.env, ...variables } });
  return await command.ended;
}

describe("knowledge-base-conformance", () => {
  // biome-ignore format: one row a line
  it.each<[what: string, isSecure: boolean, variables: (proxy: string) => Record<string, string>, hosts: string[], code: number]>([
    ["HTTP through HTTP_PROXY", http, (proxy) => ({ HTTP_PROXY: proxy }), ["kb.test"], 0],
    ["HTTPS through HTTPS_PROXY", https, (proxy) => ({ HTTPS_PROXY: proxy, ...trustingVariables }), ["kb.test"], 0],
    ["HTTPS through https_proxy", https, (proxy) => ({ https_proxy: proxy, ...trustingVariables }), ["kb.test"], 0],
    ["HTTPS through HTTP_PROXY alone, as Node does", https, (proxy) => ({ HTTP_PROXY: proxy, ...trustingVariables }), ["kb.test"], 0],
    ["to no proxy what NO_PROXY names", http, (proxy) => ({ HTTP_PROXY: proxy, NO_PROXY: "a.test,kb.test" }), [], 2],
    ["to no proxy with NO_PROXY=*", http, (proxy) => ({ HTTP_PROXY: proxy, NO_PROXY: "*" }), [], 2],
  ])("sends %s", async (_, isSecure, variables, expected, code) => {
    const { apiKey, proxyUrl, hosts } = await startBehindProxy(isSecure);
    const ended = await runWithVariables(`${isSecure ? "https" : "http"}://kb.test`, apiKey, variables(proxyUrl));
    expect({ code: ended.code, hosts: [...hosts] }, ended.stderr).toEqual({ code, hosts: expected });
  });

  it.each([http, https])("sends nothing to this machine through a proxy (https: %s)", async (isSecure) => {
    const { apiKey, port, proxyUrl, hosts } = await startBehindProxy(isSecure);
    const variables = { HTTP_PROXY: proxyUrl, HTTPS_PROXY: proxyUrl, NO_PROXY: "a.test", ...trustingVariables };
    const ended = await runWithVariables(`${isSecure ? "https" : "http"}://localhost:${port}`, apiKey, variables);
    expect({ code: ended.code, hosts: [...hosts] }, ended.stderr).toEqual({ code: 0, hosts: [] });
  });

  it("trusts a certificate only with NODE_EXTRA_CA_CERTS", async () => {
    const { apiKey, port } = await startBehindProxy(https);
    const trusting = await runWithVariables(`https://localhost:${port}`, apiKey, trustingVariables);
    expect(trusting).toMatchObject({ code: 0, stderr: "" });
    const stderr = expect.stringContaining("got no response: fetch failed (self-signed certificate");
    expect(await runWithVariables(`https://localhost:${port}`, apiKey, {})).toMatchObject({ code: 2, stderr });
  });

  it("warns of a proxy that is no URL, and shows no password in it", async () => {
    const { apiKey, port } = await startBehindProxy(http);
    const variables = { HTTP_PROXY: "user:secret@127.0.0.1:3128" };
    const { code, stderr } = await runWithVariables(`http://localhost:${port}`, apiKey, variables);
    const advice = "HTTP_PROXY and HTTPS_PROXY must be URLs, such as http://proxy.example.com:3128";
    expect({ code, stderr }).toEqual({
      code: 0,
      stderr: `knowledge-base-conformance: the proxy is not used: ${advice}.\n`,
    });
  });
});
