import { conformanceCases, runConformance } from "@knowledge-base/conformance";
import { createReferenceServer } from "@knowledge-base/server";
import { describe, expect, it } from "vitest";
import { refusalOf } from "./helpers/targets.ts";

const fetch = () => expect.unreachable("a request was sent");
const target = { baseUrl: "https://kb.test", apiKey: "key_of_nobody", fetch };

// Runs the suite with arguments that the compiler would refuse.
const refuse = (...given: readonly unknown[]) =>
  refusalOf("invalid_target", ...(given as unknown as Parameters<typeof runConformance>));

const allOptions = "actions, apiKey, baseUrl, eventual, fetch, records, reset, setup, timeout, write";
const unknownAction = "target.actions.restorePages is not an option; did you mean restorePage?";
const noReason = 'options.knownDeviations: "errors/any-query" must have a reason, which is a text.';
const wrongRecords =
  "target.records.brain is not an option; did you mean brainId?; target.records.slug must be a string that is not empty (got 5).";

const wrongTargets: readonly { message: string; changes: object }[] = [
  { message: `target.filter is not an option; the options are ${allOptions}.`, changes: { filter: () => true } },
  { message: "target.apiKey is missing.", changes: { apiKey: undefined } },
  { message: "target.apiKey must be a string of visible ASCII characters.", changes: { apiKey: 12_345_678 } },
  { message: "target.apiKey must be a string of visible ASCII characters.", changes: { apiKey: "two words" } },
  { message: "target.apiKey must be a string of visible ASCII characters.", changes: { apiKey: "schlüssel" } },
  { message: 'target.setup must be a function (got "./setup.mjs").', changes: { setup: "./setup.mjs" } },
  { message: 'target.write must be true or false (got "false").', changes: { write: "false" } },
  { message: "target.timeout must be a whole number from 1 to 600000 (got 0).", changes: { timeout: 0 } },
  { message: "target.timeout must be a whole number from 1 to 600000 (got 600001).", changes: { timeout: 600_001 } },
  { message: "target.eventual must be a whole number from 0 to 60000 (got -1).", changes: { eventual: -1 } },
  { message: "target.eventual must be a whole number from 0 to 60000 (got 60001).", changes: { eventual: 60_001 } },
  { message: "target.records must be an object with any of brainId, slug, ", changes: { records: [] } },
  { message: wrongRecords, changes: { records: { brain: "b", slug: 5 } } },
  {
    message: "target.records.slug and plainSlug must be different records.",
    changes: { records: { slug: "notes", plainSlug: "notes" } },
  },
  {
    message: "target.records.slug and secondBrainSlug must be different records.",
    changes: { records: { slug: "notes", secondBrainSlug: "notes" } },
  },
  {
    message: "target.records.foreignApiKey must be a string that is not empty.",
    changes: { records: { foreignApiKey: 12_345_678 } },
  },
  { message: unknownAction, changes: { actions: { restorePages: () => {} } } },
  { message: 'target.actions.notify must be a function (got "yes").', changes: { actions: { notify: "yes" } } },
];

const wrongOptions: readonly { message: string; options: unknown }[] = [
  {
    message: "options must be an object with any of onResult, filter, strict, knownDeviations, signal (got null).",
    options: null,
  },
  { message: "options.filters is not an option; did you mean filter?", options: { filters: () => false } },
  { message: 'options.filter must be a function (got "errors/").', options: { filter: "errors/" } },
  { message: "options.strict must be true or false (got 1).", options: { strict: 1 } },
  { message: "options.signal must be an AbortSignal (got an object).", options: { signal: {} } },
  {
    message: "options.knownDeviations must be an object with the reason for each case (got an array).",
    options: { knownDeviations: [] },
  },
  {
    message: 'options.knownDeviations: "none/such" is not the id of a case.',
    options: { knownDeviations: { "none/such": "x" } },
  },
  { message: noReason, options: { knownDeviations: { "errors/any-query": "" } } },
];

describe("before anything is sent, the run is refused", () => {
  it.each(wrongTargets)("$message", async ({ message, changes }) => {
    expect(await refuse({ ...target, ...changes })).toContain(message);
  });

  it.each(wrongOptions)("$message", async ({ message, options }) => {
    expect(await refuse(target, options)).toBe(message);
  });

  const wrongUrls = [new URL("https://kb.test"), "kb.test", "ftp://kb.test", "https://kb.test/?"];
  it.each(wrongUrls)("because %s is no base URL", async (baseUrl) => {
    const form = "a URL that begins with https:// or http://, without a user name, a query or a fragment";
    expect(await refuse({ ...target, baseUrl })).toBe(`target.baseUrl must be ${form}.`);
  });

  it("because there is no target", async () => {
    const fields = "baseUrl, apiKey, fetch, records, write, reset, setup, actions, eventual, timeout";
    expect(await refuse(undefined)).toBe(`target must be an object with any of ${fields} (got undefined).`);
  });
});

it("treats fields that are undefined as if they were left out", async () => {
  const { baseUrl, apiKey, fetch } = createReferenceServer();
  const undefinedFields = (...names: string[]) => Object.fromEntries(names.map((name) => [name, undefined]));
  const absent = undefinedFields("write", "reset", "setup", "eventual", "timeout");
  const nested = { records: undefinedFields("brainId"), actions: undefinedFields("notify") };
  const options = undefinedFields("filter", "onResult", "strict", "knownDeviations", "signal");
  const report = await runConformance({ baseUrl, apiKey, fetch, ...nested, ...absent }, options);
  expect(report).toMatchObject({ conclusion: "conforms", counts: { failed: 0, error: 0 } });
  expect(report.results).toHaveLength(conformanceCases.length);
});
