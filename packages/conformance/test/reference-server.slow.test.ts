import { runConformance } from "@knowledge-base/conformance";
import { setup } from "@knowledge-base/conformance/reference-server";
import { createReferenceServer } from "@knowledge-base/server";
import { withControl } from "@knowledge-base/server/control";
import { createHandlers } from "@knowledge-base/server/msw";
import { listen } from "@knowledge-base/server/node";
import { setupServer } from "msw/node";
import { describe, it, onTestFinished } from "vitest";
import { expectConforming, openTarget } from "./helpers/targets.ts";

const strict = { strict: true };

// Each form needs thousands of requests.
describe("the reference server", { timeout: 90_000 }, () => {
  // command-setup.slow.test.ts runs it without a path.
  it("conforms over HTTP, with a base URL that has a path", async () => {
    const server = createReferenceServer({ baseUrl: "https://listening.test/api" });
    await using listener = await listen({ ...server, fetch: withControl(server) });
    const target = { baseUrl: listener.url, apiKey: server.apiKey, setup, write: true };
    expectConforming(await runConformance(target, strict));
  });

  it("conforms through setupServer of msw", async () => {
    const { server, target } = openTarget();
    const interception = setupServer(...createHandlers(server, { catchAll: true }));
    interception.listen({ onUnhandledFrame: "error" });
    onTestFinished(() => interception.close());
    expectConforming(await runConformance({ ...target, fetch: undefined }, strict));
  });
});
