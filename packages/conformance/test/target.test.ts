import { type ConformanceCaseInfo, conformanceCases, runConformance, TargetError } from "@knowledge-base/conformance";
import { createReferenceServer } from "@knowledge-base/server";
import { describe, expect, it } from "vitest";
import { createTestState, records } from "./test-targets.ts";

/** Runs the suite with values of any type, and returns the number of requests and the error. */
async function run(changes: unknown, options?: unknown): Promise<{ sent: number; error: unknown }> {
  let sent = 0;
  const fetch = async () => {
    sent++;
    return Response.json({});
  };
  const target = { baseUrl: "https://wrong.test", apiKey: "key_of_nobody", fetch, records, write: true };
  const given = [{ ...target, ...Object(changes) }, options] as unknown as Parameters<typeof runConformance>;
  const error = await runConformance(...given).catch((thrown: unknown) => thrown);
  return { sent, error };
}

const recordNames = Object.keys(records).join(", ");
const fields = "baseUrl, apiKey, fetch, records, write, reset, setup, controls, eventual, timeout";

describe("a run is rejected before anything is sent, because of", () => {
  it.each<{ changes?: unknown; options?: unknown; problem: string }>([
    {
      changes: { filter: () => true },
      problem: `target.filter is not an option; the options are ${fields.split(", ").toSorted().join(", ")}`,
    },
    { changes: { baseUrl: undefined }, problem: "target.baseUrl is missing" },
    {
      changes: { baseUrl: new URL("https://wrong.test") },
      problem: "target.baseUrl must be a string that is not empty.",
    },
    { changes: { baseUrl: "https://wrong.test/?" }, problem: "the base URL must begin with https:// or http://" },
    { changes: { baseUrl: "https://:word@wrong.test" }, problem: "the base URL must begin with https:// or http://" },
    { changes: { apiKey: undefined }, problem: "target.apiKey is missing" },
    { changes: { apiKey: 12345678 }, problem: "target.apiKey must be a string that is not empty." },
    { changes: { fetch: {} }, problem: "target.fetch must be a function (got an object)" },
    { changes: { write: "false" }, problem: 'target.write must be true or false (got "false")' },
    { changes: { reset: true }, problem: "target.reset must be a function (got true)" },
    { changes: { timeout: "5s" }, problem: 'target.timeout must be a whole number from 1 to 600000 (got "5s")' },
    { changes: { timeout: 0 }, problem: "target.timeout must be a whole number from 1 to 600000 (got 0)" },
    { changes: { timeout: 0.5 }, problem: "target.timeout must be a whole number from 1 to 600000 (got 0.5)" },
    {
      changes: { timeout: Infinity },
      problem: "target.timeout must be a whole number from 1 to 600000 (got Infinity)",
    },
    { changes: { records: [] }, problem: `target.records must be an object with any of ${recordNames} (got an array)` },
    { changes: { records: null }, problem: `target.records must be an object with any of ${recordNames} (got null)` },
    {
      changes: { records: { brain: "b", slug: "", bindingId: 5 } },
      problem: `target.records.brain is not an option; did you mean brainId?; target.records.slug must be a string that is not empty (got ""); target.records.bindingId must be a string that is not empty (got 5)`,
    },
    {
      changes: { controls: { restorePages: () => {} } },
      problem: "target.controls.restorePages is not an option; did you mean restorePage?",
    },
    { changes: { controls: { notify: "yes" } }, problem: 'target.controls.notify must be a function (got "yes")' },
    {
      options: { filters: () => false },
      problem: "options.filters is not an option; did you mean filter?",
    },
    {
      options: { toString: () => "" },
      problem: "options.toString is not an option; the options are filter, knownDeviations, onResult, signal, strict",
    },
    { options: { filter: "errors/" }, problem: 'options.filter must be a function (got "errors/")' },
    { options: { onResult: [] }, problem: "options.onResult must be a function (got an array)" },
    {
      options: null,
      problem: "options must be an object with any of onResult, filter, strict, knownDeviations, signal (got null)",
    },
    {
      options: "errors/",
      problem: "options must be an object with any of onResult, filter, strict, knownDeviations, signal (got a string)",
    },
    {
      options: { filter: async () => false },
      problem:
        "options.filter must return true or false for each case; for authentication/before-validation it returned neither",
    },
  ])("$problem", async ({ changes, options, problem }) => {
    const { sent, error } = await run(changes, options);
    expect(error).toBeInstanceOf(TargetError);
    expect(error).toMatchObject({ code: "invalid_target" });
    expect(String(error)).toContain(`TargetError: Failed to run the suite: ${problem}`);
    expect(sent).toBe(0);
  });

  it("a target that is no object", async () => {
    const given = [undefined] as unknown as Parameters<typeof runConformance>;
    await expect(runConformance(...given)).rejects.toThrow(
      `Failed to run the suite: target must be an object with any of ${fields} (got undefined).`,
    );
  });
});

describe("a run in which no case passed", () => {
  const { baseUrl, apiKey, fetch } = createReferenceServer({ seed: createTestState() });

  it.each([
    { what: "it lacked what the case needs", filter: "promptIndex.get/success", notChecked: 1 },
    { what: "the filter chose none", filter: "nothing", notChecked: 0 },
  ])("does not report that the service conforms: $what", async ({ filter, notChecked }) => {
    const report = await runConformance({ baseUrl, apiKey, fetch }, { filter: ({ id }) => id === filter });
    expect(report.counts).toEqual({ passed: 0, failed: 0, differs: 0, notChecked, error: 0 });
    expect(report.conforms).toBe(false);
  });

  it("reports that it conforms if one more case passed", async () => {
    const ids = ["promptIndex.get/success", "errors/path-without-query"];
    const report = await runConformance({ baseUrl, apiKey, fetch }, { filter: ({ id }) => ids.includes(id) });
    expect(report.counts).toMatchObject({ passed: 1, notChecked: 1 });
    expect(report.conforms).toBe(true);
  });
});

describe("fields that are undefined", () => {
  it("are as if they were not given", async () => {
    const { baseUrl, apiKey, fetch } = createReferenceServer({ seed: createTestState() });
    const absent = { write: undefined, reset: undefined, controls: { notify: undefined }, timeout: undefined };
    const target = { baseUrl, apiKey, fetch, records: { brainId: undefined }, ...absent };
    const { results, counts } = await runConformance(target, { filter: undefined, onResult: undefined });
    expect(results).toHaveLength(conformanceCases.length);
    expect(counts.failed).toBe(0);
  });
});

describe("a base URL", () => {
  it.each(["https://service.test", "https://service.test/", "https://service.test//"])(
    "of %s is followed by one slash",
    async (baseUrl) => {
      const paths = await sentPaths(baseUrl);
      expect(paths.filter((path) => !path.startsWith("/v1/"))).toEqual([]);
    },
  );

  it.each(["https://service.test/api", "https://service.test/api/"])("of %s keeps its path", async (baseUrl) => {
    const paths = await sentPaths(baseUrl);
    expect(paths.filter((path) => !path.startsWith("/api/v1/"))).toEqual([]);
  });

  /** Runs the suite, and returns the path of every request. */
  async function sentPaths(baseUrl: string): Promise<string[]> {
    const paths: string[] = [];
    const fetch = async (url: string) => {
      paths.push(new URL(url).pathname);
      return Response.json({});
    };
    const filter = ({ id }: ConformanceCaseInfo) => id !== "errors/version-prefix";
    await runConformance({ baseUrl, apiKey: "key", fetch, records }, { filter });
    expect(paths.length).toBeGreaterThan(10);
    return paths;
  }
});
