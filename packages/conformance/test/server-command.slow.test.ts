import { runConformance } from "@knowledge-base/conformance";
import { connect } from "@knowledge-base/server/control";
import { describe, it } from "vitest";
import { startServer } from "../../server/test/cli/start-server.ts";
import { createTestFile } from "./create-test-file.ts";
import { expectConforming } from "./expect-conforming.ts";
import { createControls, createTestState, records } from "./test-targets.ts";

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
    expectConforming(await runConformance({ ...target, write: true }));
  });
});
