import { ChildProcessRun } from "@knowledge-base/internal/test-helpers/child-process-run.ts";
import { expect, it } from "vitest";
import { startBehindProxy, trustingVariables } from "../../server/test/helpers/start-behind-proxy.ts";

it("the client uses Node's proxy and the certificates that it trusts", async () => {
  const { apiKey, proxyUrl, hosts } = await startBehindProxy(true);
  const program = `
    import { KnowledgeBase } from "@knowledge-base/sdk";
    const kb = new KnowledgeBase({ baseUrl: "https://kb.test", apiKey: "${apiKey}" });
    const [entry] = await kb.promptIndex.get({ brainId: "brain_operations" });
    console.log(entry.slug);
  `;
  const args = ["--conditions=@knowledge-base/source", "--input-type=module", "--eval", program];
  const env = { ...process.env, NODE_USE_ENV_PROXY: "1", HTTPS_PROXY: proxyUrl, ...trustingVariables };
  await using command = new ChildProcessRun([process.execPath, ...args], { env, cwd: import.meta.dirname });
  expect(await command.ended).toMatchObject({ code: 0, stdout: "electric-fleet-programme\n" });
  expect([...hosts]).toEqual(["kb.test"]);
});
