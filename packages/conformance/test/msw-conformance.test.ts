import { runConformance } from "@knowledge-base/conformance";
import { createReferenceServer } from "@knowledge-base/server";
import { createHandlers } from "@knowledge-base/server/msw";
import { setupServer } from "msw/node";
import { describe, it, onTestFinished } from "vitest";
import { expectConforming } from "./expect-conforming.ts";
import { createControls, createTestState, records } from "./test-targets.ts";

describe("the reference server conforms", () => {
  it("through setupServer of msw", async () => {
    const server = createReferenceServer({ seed: createTestState(), baseUrl: "https://intercepted.test/api" });
    const interception = setupServer(...createHandlers(server, { catchAll: true }));
    interception.listen({ onUnhandledFrame: "error" });
    onTestFinished(() => interception.close());
    const { baseUrl, apiKey, reset } = server;
    const target = { baseUrl, apiKey, records, reset, controls: createControls(server), write: true };
    expectConforming(await runConformance(target, { strict: true }));
  });
});
