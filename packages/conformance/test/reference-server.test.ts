import { runConformance } from "@knowledge-base/conformance";
import { createReferenceServer } from "@knowledge-base/server";
import { demoSeed } from "@knowledge-base/server/demo";
import { createHandlers } from "@knowledge-base/server/msw";
import { setupServer } from "msw/node";
import { describe, expect, it, onTestFinished } from "vitest";

const known = {
  brainId: "brain_operations",
  slug: "weather-limits",
  bindingId: "binding_bridge",
  installationId: "installation_harbour_line",
};

describe("the reference server conforms", () => {
  it("over server.fetch", async () => {
    const server = createReferenceServer({ seed: demoSeed() });
    const { baseUrl, apiKey, fetch, reset } = server;
    const results = await runConformance({ baseUrl, apiKey, fetch, known, reset });
    expect(results.filter(({ passed }) => !passed)).toEqual([]);
    expect(results).toHaveLength(24);
  });

  it("through setupServer of msw", async () => {
    const server = createReferenceServer({ seed: demoSeed(), baseUrl: "https://intercepted.test/api" });
    const interception = setupServer(...createHandlers(server));
    interception.listen({ onUnhandledRequest: "error" });
    onTestFinished(() => interception.close());
    const { baseUrl, apiKey, reset } = server;
    const results = await runConformance({ baseUrl, apiKey, known, reset });
    expect(results.filter(({ passed }) => !passed)).toEqual([]);
    expect(results).toHaveLength(24);
  });
});
