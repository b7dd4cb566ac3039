import { runConformance } from "@knowledge-base/conformance";
import { createReferenceServer } from "@knowledge-base/server";
import { listen } from "@knowledge-base/server/node";
import { describe, expect, it, onTestFinished, vi } from "vitest";
import { expectConforming } from "./expect-conforming.ts";
import { createControls, createTestState, records } from "./test-targets.ts";

describe("the reference server conforms", () => {
  it("in a runtime without AbortSignal.any", async () => {
    const any = vi.spyOn(AbortSignal, "any").mockImplementation(() => {
      throw new TypeError("AbortSignal.any is not a function");
    });
    onTestFinished(() => any.mockRestore());
    const { baseUrl, apiKey, fetch } = createReferenceServer({ seed: createTestState() });
    expect(await runConformance({ baseUrl, apiKey, fetch, records })).toMatchObject({ conforms: true });
  });

  it("over server.fetch", async () => {
    const server = createReferenceServer({ seed: createTestState() });
    const { baseUrl, apiKey, fetch, reset } = server;
    const controls = createControls(server);
    expectConforming(
      await runConformance({ baseUrl, apiKey, fetch, records, reset, controls, write: true }, { strict: true }),
    );
  });

  it.each(["https://listening.test", "https://listening.test/api"])("over HTTP, with the base URL %s", async (url) => {
    const server = createReferenceServer({ seed: createTestState(), baseUrl: url });
    await using listener = await listen(server);
    const { apiKey, reset } = server;
    const controls = createControls(server);
    expectConforming(
      await runConformance({ baseUrl: listener.url, apiKey, records, reset, controls, write: true }, { strict: true }),
    );
  });
});
