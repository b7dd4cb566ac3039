import { runConformance } from "@knowledge-base/conformance";
import { setup } from "@knowledge-base/conformance/reference-server";
import { createReferenceServer } from "@knowledge-base/server";
import { withControl } from "@knowledge-base/server/control";
import { describe, expect, it } from "vitest";

const delayMs = 150;

/** Runs the cases about archiving against a service whose index is updated with a delay. */
async function runDelayed(eventual: number) {
  const server = createReferenceServer();
  const control = withControl(server);
  const stale = new Map<string, Response>();
  let changedAt = 0;
  const fetch = async (url: string, init: RequestInit) => {
    const response = await control(url, init);
    if (url.includes("/_control/server/reset")) stale.clear();
    if (/\/archive$|\/pages\/restore/.test(url)) changedAt = performance.now();
    if (!url.endsWith("/index") || !response.ok) return response;
    const before = stale.get(url);
    if (before && performance.now() - changedAt < delayMs) return before.clone();
    stale.set(url, response.clone());
    return response;
  };
  const { baseUrl, apiKey } = server;
  const target = { baseUrl, apiKey, fetch, setup, write: true, eventual };
  return runConformance(target, { filter: ({ id }) => id.startsWith("pages.archive/") });
}

describe("an index that is updated with a delay", () => {
  it("fails without the option eventual", async () => {
    const { results } = await runDelayed(0);
    expect(results.filter(({ status }) => status === "failed").map(({ id }) => id)).toContain(
      "pages.archive/hidden-from-index",
    );
  });

  it("is awaited with it", async () => {
    const { results } = await runDelayed(2_000);
    expect(results.filter(({ status }) => status !== "passed")).toEqual([]);
  });
});
