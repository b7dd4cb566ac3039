import { runConformance } from "@knowledge-base/conformance";
import { createHandlers } from "@knowledge-base/server/msw";
import { setupWorker } from "msw/browser";
import { describe, it, onTestFinished } from "vitest";
import { expectConforming, openTarget } from "../helpers/targets.ts";

describe("the reference server", () => {
  it("conforms through a service worker, in a page", async () => {
    const { server, target } = openTarget();
    const worker = setupWorker(...createHandlers(server, { catchAll: true }));
    await worker.start({ onUnhandledFrame: "error", quiet: true });
    onTestFinished(() => worker.stop());
    expectConforming(await runConformance({ ...target, fetch: undefined }, { strict: true }));
  });

  it("conforms over server.fetch, in a page", async () => {
    expectConforming(await runConformance(openTarget().target, { strict: true }));
  });
});
