import { runConformance } from "@knowledge-base/conformance";
import { setup } from "@knowledge-base/conformance/reference-server";
import { connect } from "@knowledge-base/server/control";
import { describe, it, onTestFinished, vi } from "vitest";
import { startServer } from "../../server/test/cli/start-server.ts";
import { createTestFile } from "./create-test-file.ts";
import { expectConforming } from "./expect-conforming.ts";
import { createControls, createTestState, records } from "./test-targets.ts";

const controlToken = "token_of_the_controls";

describe("the reference server conforms", () => {
  it("as the command knowledge-base-server, controlled over HTTP", async () => {
    const file = await createTestFile("state.json", JSON.stringify(createTestState()));
    await using command = await startServer(["--seed", file]);
    const { url, apiKeys } = command;
    const server = await connect(url);
    const target = {
      baseUrl: url,
      apiKey: apiKeys[0] ?? "",
      records,
      reset: server.reset,
      controls: createControls(server),
    };
    expectConforming(await runConformance({ ...target, write: true }, { strict: true }));
  });

  it("as the command knowledge-base-server with a token for its controls, with records of its setup", async () => {
    await using command = await startServer(["--control-token", controlToken]);
    const { url, apiKeys } = command;
    vi.stubEnv("KNOWLEDGE_BASE_SERVER_CONTROL_TOKEN", controlToken);
    onTestFinished(() => void vi.unstubAllEnvs());
    const target = { baseUrl: url, apiKey: apiKeys[0] ?? "", setup, write: true };
    expectConforming(await runConformance(target, { strict: true }));
  });
});
