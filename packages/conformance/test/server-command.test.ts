import { mkdtemp, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { runConformance } from "@knowledge-base/conformance";
import { connect } from "@knowledge-base/server/control";
import { describe, it } from "vitest";
import { startServer } from "../../server/test/cli/start-server.ts";
import { expectConforming } from "./expect-conforming.ts";
import { createControls, createTestState, records } from "./test-targets.ts";

describe("the reference server conforms", () => {
  it("as the command knowledge-base-server, controlled over HTTP", async () => {
    const file = join(await mkdtemp(join(tmpdir(), "knowledge-base-")), "world.json");
    await writeFile(file, JSON.stringify(createTestState()));
    const { url, apiKeys, stop } = await startServer(["--seed", file]);
    const server = await connect(url);
    const target = {
      baseUrl: url,
      apiKey: apiKeys[0] ?? "",
      records,
      reset: server.reset,
      controls: createControls(server),
    };
    expectConforming(await runConformance({ ...target, write: true }));
    await stop("SIGTERM");
  });
});
