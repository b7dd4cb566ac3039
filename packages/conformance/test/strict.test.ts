import { type KnownDeviations, runConformance, TargetError } from "@knowledge-base/conformance";
import { createReferenceServer } from "@knowledge-base/server";
import { describe, expect, it } from "vitest";
import { createTestState, records } from "./test-targets.ts";

const server = createReferenceServer({ seed: createTestState() });
const { baseUrl, apiKey, fetch } = server;

/** A service that returns its index in the wrong order. */
const reversed = async (url: string, init: RequestInit) => {
  const response = await fetch(url, init);
  return response.ok && url.endsWith("/index") ? Response.json((await response.json()).reverse()) : response;
};

const deviation = { "promptIndex.get/pinned-first": { status: "failed", reason: "fixed in May" } } as const;
const isAboutIndex = ({ id }: { id: string }) => ["promptIndex.get/pinned-first", "promptIndex.get/401"].includes(id);

describe("a strict run", () => {
  it("fails if a required case was not checked", async () => {
    const target = { baseUrl, apiKey, fetch, records };
    expect(await runConformance(target)).toMatchObject({ conclusion: "conforms", succeeded: true });
    expect(await runConformance(target, { strict: true })).toMatchObject({
      conclusion: "requiredNotChecked",
      conforms: true,
      succeeded: false,
    });
  });

  it("does not require what is a choice", async () => {
    const filter = ({ id }: { id: string }) => ["errors/unknown-method", "promptIndex.get/401"].includes(id);
    const report = await runConformance({ baseUrl, apiKey, fetch, records }, { strict: true, filter });
    expect(report).toMatchObject({ conclusion: "conforms", counts: { passed: 1, notChecked: 1 } });
  });
});

describe("a known deviation", () => {
  it("does not fail the run, and is reported", async () => {
    const target = { baseUrl, apiKey, fetch: reversed, records };
    const report = await runConformance(target, { knownDeviations: deviation, filter: isAboutIndex });
    expect(report).toMatchObject({ conclusion: "conformsExceptKnown", conforms: false, succeeded: true });
    expect(report.counts).toMatchObject({ failed: 1 });
    expect(report.results.find(({ status }) => status === "failed")).toMatchObject({ knownDeviation: "fixed in May" });
  });

  it("that does not deviate is reported, and fails a strict run", async () => {
    const target = { baseUrl, apiKey, fetch, records };
    const options = { knownDeviations: deviation, filter: isAboutIndex };
    expect(await runConformance(target, options)).toMatchObject({ conclusion: "conforms", succeeded: true });
    const strict = await runConformance(target, { ...options, strict: true });
    expect(strict).toMatchObject({ conclusion: "unexpectedPass", succeeded: false });
  });

  it("of another kind than expected fails the run", async () => {
    const target = { baseUrl, apiKey, fetch: reversed, records };
    const knownDeviations = { "promptIndex.get/pinned-first": { status: "error", reason: "too slow" } } as const;
    const report = await runConformance(target, { knownDeviations, filter: isAboutIndex });
    expect(report.conclusion).toBe("doesNotConform");
  });

  it.each([
    [{ "promptIndex.get/pined-first": { status: "failed", reason: "x" } }, "is not the id of a case"],
    [
      { "promptIndex.get/401": { status: "passed", reason: "x" } },
      'status must be one of failed, error (got "passed")',
    ],
    [{ "promptIndex.get/401": { status: "failed" } }, "reason is missing"],
    [[], "must be an object"],
  ])("of %o is rejected", async (knownDeviations, problem) => {
    const run = runConformance({ baseUrl, apiKey, fetch }, { knownDeviations: knownDeviations as KnownDeviations });
    await expect(run).rejects.toThrow(problem);
    await expect(run).rejects.toBeInstanceOf(TargetError);
  });
});
