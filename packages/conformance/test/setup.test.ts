import { runConformance, type Setup, type SetupContext } from "@knowledge-base/conformance";
import { setup } from "@knowledge-base/conformance/reference-server";
import { createReferenceServer } from "@knowledge-base/server";
import { withControl } from "@knowledge-base/server/control";
import { listen } from "@knowledge-base/server/node";
import { describe, expect, it } from "vitest";
import { expectConforming } from "./expect-conforming.ts";
import { createTestState, records } from "./test-targets.ts";

describe("the setup for the reference server", () => {
  it("enables every case, over HTTP, and a second run has the same verdicts", async () => {
    const server = createReferenceServer();
    await using listener = await listen({ ...server, fetch: withControl(server) });
    const target = { baseUrl: listener.url, apiKey: server.apiKey, setup, write: true };
    const first = await runConformance(target, { strict: true });
    expectConforming(first);
    expect(first.conclusion).toBe("conforms");
    expect(await runConformance(target, { strict: true })).toEqual(first);
  });

  it("leaves the server as it was", async () => {
    const server = createReferenceServer();
    const { baseUrl, apiKey } = server;
    const before = server.snapshot();
    await runConformance({ baseUrl, apiKey, fetch: withControl(server), setup, write: true });
    expect({ ...server.snapshot(), idPosition: 0 }).toEqual({ ...before, idPosition: 0 });
  });
});

describe("a setup", () => {
  const reference = createReferenceServer({ seed: createTestState() });
  const { baseUrl, apiKey, fetch } = reference;

  it("gets the service, and its records are removed after a failure in the middle", async () => {
    let removed = 0;
    const contexts: SetupContext[] = [];
    const ownSetup = (context: SetupContext) => {
      contexts.push(context);
      return { records, remove: () => removed++ };
    };
    const onResult = () => {
      throw new Error("the disk is full");
    };
    await expect(
      runConformance({ baseUrl: `${baseUrl}/`, apiKey, fetch, setup: ownSetup }, { onResult }),
    ).rejects.toThrow("the disk is full");
    expect(removed).toBe(1);
    expect(contexts).toEqual([{ baseUrl, apiKey, fetch, write: false }]);
  });

  it("resets its records only after a case that may have changed them", async () => {
    const resets: number[] = [];
    let finished = 0;
    const ownSetup = () => ({ records, reset: () => resets.push(finished) });
    const target = { baseUrl, apiKey, fetch, setup: ownSetup, write: true };
    const ids = [
      "promptIndex.get/success",
      "promptIndex.get/limit",
      "bindings.update/success",
      "pages.archive/success",
    ];
    await runConformance(target, { filter: ({ id }) => ids.includes(id), onResult: () => finished++ });
    expect(resets).toEqual([0, 3]);
  });

  it.each<[string, Setup, string]>([
    ["that fails", () => Promise.reject(new Error(`no access with ${apiKey}`)), "no access with [redacted]."],
    ["that returns nothing", (() => undefined) as unknown as Setup, "setup must be an object with any of"],
    ["with an unknown record", () => ({ records: { brain: "x" } as object }), "records.brain is not an option"],
    [
      "with a wrong control",
      () => ({ controls: { notify: 5 } as object }),
      "controls.notify must be a function (got 5)",
    ],
    ["with a wrong key", () => ({ apiKey: "two words" }), "setup.apiKey must be visible ASCII characters"],
  ])("%s stops the run", async (_, ownSetup, problem) => {
    const run = runConformance({ baseUrl, apiKey, fetch, setup: ownSetup });
    await expect(run).rejects.toMatchObject({ code: "setup_failed", message: expect.stringContaining(problem) });
  });

  it("with a brain that cannot be read stops the run, and its records are removed", async () => {
    let removed = 0;
    const ownSetup = () => ({ records: { brainId: "brain_unknown" }, remove: () => removed++ });
    await expect(runConformance({ baseUrl, apiKey, fetch, setup: ownSetup })).rejects.toMatchObject({
      code: "wrong_brain",
    });
    expect(removed).toBe(1);
  });

  it("whose records cannot be removed is reported", async () => {
    const ownSetup = () => ({ records, remove: () => Promise.reject(new Error(`no access with ${apiKey}`)) });
    const report = await runConformance({ baseUrl, apiKey, fetch, setup: ownSetup });
    expect(report).toMatchObject({ succeeded: true, removalProblem: "no access with [redacted]" });
  });

  it("whose reset fails gives every case an error", async () => {
    const ownSetup = () => ({ records, reset: () => Promise.reject(new Error("locked")) });
    const { results } = await runConformance(
      { baseUrl, apiKey, fetch, setup: ownSetup },
      { filter: ({ id }) => id === "promptIndex.get/success" },
    );
    expect(results).toMatchObject([{ status: "error", message: "The records could not be reset: locked" }]);
  });

  it("is told if a server has no controls", async () => {
    await expect(runConformance({ baseUrl, apiKey, fetch, setup })).rejects.toThrow(
      `the setup failed: there are no controls of a reference server below ${baseUrl}/_control.`,
    );
  });
});
