import { runConformance } from "@knowledge-base/conformance";
import { createReferenceServer } from "@knowledge-base/server";
import { createHandlers } from "@knowledge-base/server/msw";
import { setupWorker } from "msw/browser";
import { describe, it, onTestFinished } from "vitest";
import { expectConforming } from "../expect-conforming.ts";
import { createControls, createTestState, records } from "../test-targets.ts";

describe("the reference server conforms", () => {
  it("through a service worker, in a page", async () => {
    const server = createReferenceServer({ seed: createTestState() });
    const worker = setupWorker(...createHandlers(server, { catchAll: true }));
    await worker.start({ onUnhandledFrame: "error", quiet: true });
    onTestFinished(() => worker.stop());
    const { baseUrl, apiKey, reset } = server;
    const target = { baseUrl, apiKey, records, reset, controls: createControls(server), write: true };
    expectConforming(await runConformance(target, { strict: true }));
  });

  it("over server.fetch, in a page", async () => {
    const server = createReferenceServer({ seed: createTestState() });
    const { baseUrl, apiKey, fetch, reset } = server;
    const controls = createControls(server);
    expectConforming(
      await runConformance({ baseUrl, apiKey, fetch, records, reset, controls, write: true }, { strict: true }),
    );
  });
});
