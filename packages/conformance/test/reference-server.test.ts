import { runConformance } from "@knowledge-base/conformance";
import { setup } from "@knowledge-base/conformance/reference-server";
import { createReferenceServer } from "@knowledge-base/server";
import { withControl } from "@knowledge-base/server/control";
import { describe, expect, it, onTestFinished, vi } from "vitest";
import { recordsOf } from "../../server/test/helpers/build-state.ts";
import { expectConforming, openTarget } from "./helpers/targets.ts";

const strict = { strict: true };

// reference-server.slow.test.ts runs the suite over sockets.
describe("the reference server", () => {
  it("conforms over server.fetch, in a runtime without AbortSignal.any", async () => {
    const any = vi.spyOn(AbortSignal, "any").mockImplementation(() => {
      throw new TypeError("AbortSignal.any is not a function");
    });
    onTestFinished(() => any.mockRestore());
    expectConforming(await runConformance(openTarget().target, strict));
  });

  it("conforms if its records can't be reset", async () => {
    expectConforming(await runConformance(openTarget(undefined, ({ reset: _, ...rest }) => rest).target, strict));
  });

  it("conforms over withControl, twice, and its setup leaves it as it was", async () => {
    const server = createReferenceServer();
    const { baseUrl, apiKey } = server;
    const before = recordsOf(server);
    const target = { baseUrl, apiKey, fetch: withControl(server), setup, write: true };
    const report = await runConformance(target, strict);
    expectConforming(report);
    expect(recordsOf(server)).toEqual(before);
    const results = report.results.map((result) => ({ ...result, duration: expect.any(Number) }));
    expect(await runConformance(target, strict)).toEqual({ ...report, results });
  });
});

it.each([0, 1, 2, 3, 4])("its setup removes what it has created if its request %i fails", async (failing) => {
  const server = createReferenceServer();
  const { baseUrl, apiKey } = server;
  const before = recordsOf(server);
  let requests = 0;
  const fetch = (url: string, init: RequestInit) =>
    requests++ === failing ? Promise.reject(new Error("lost")) : withControl(server)(url, init);
  await expect(setup({ baseUrl, apiKey, fetch, write: true })).rejects.toThrow("lost");
  expect(recordsOf(server)).toEqual(before);
});

it("its setup resets the records of both organizations", async () => {
  const server = createReferenceServer();
  const { baseUrl, apiKey } = server;
  const { reset } = await setup({ baseUrl, apiKey, fetch: withControl(server), write: true });
  const before = server.snapshot().pages;
  for (const { brainId, slug } of before) server.control.pages.delete({ brainId, slug });
  await reset?.();
  expect(server.snapshot().pages).toEqual(before);
});
