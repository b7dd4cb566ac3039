import { conformanceCases, runConformance } from "@knowledge-base/conformance";
import { createReferenceServer } from "@knowledge-base/server";
import { describe, expect, it } from "vitest";
import { refusalOf } from "./helpers/reference-target.ts";

type Arguments = Parameters<typeof runConformance>;

const url = "https://kb.test";
const emptyProblem = "must be a string that is not empty";
const unknownRecord = "target.records.brain is not an option; did you mean brainId?";
const targetFields = "baseUrl, apiKey, fetch, records, write, reset, setup, controls, eventual, timeout";
const optionFields = "onResult, filter, strict, knownDeviations, signal";
const sorted = (names: string) => names.split(", ").toSorted().join(", ");

// biome-ignore format: one row a line
const wrongTargets: readonly (readonly [message: string, changes: unknown])[] = [
  [`target.filter is not an option; the options are ${sorted(targetFields)}.`, { filter: () => true }],
  ["target.apiKey is missing.", { apiKey: undefined }],
  ['target.setup must be a function (got "./setup.mjs").', { setup: "./setup.mjs" }],
  ['target.write must be true or false (got "false").', { write: "false" }],
  ["target.timeout must be a whole number from 1 to 600000 (got 0).", { timeout: 0 }],
  ["target.timeout must be a whole number from 1 to 600000 (got 600001).", { timeout: 600_001 }],
  ["target.eventual must be a whole number from 0 to 60000 (got -1).", { eventual: -1 }],
  ["target.eventual must be a whole number from 0 to 60000 (got 60001).", { eventual: 60_001 }],
  ["target.records must be an object with any of brainId, slug, ", { records: [] }],
  [`${unknownRecord}; target.records.slug ${emptyProblem} (got 5).`, { records: { brain: "b", slug: 5 } }],
  ["target.records.slug and plainSlug must be different records.", { records: { slug: "notes", plainSlug: "notes" } }],
  [`target.records.foreignApiKey ${emptyProblem}.`, { records: { foreignApiKey: 12_345_678 } }],
  ["target.controls.restorePages is not an option; did you mean restorePage?", { controls: { restorePages: () => {} } }],
  ['target.controls.notify must be a function (got "yes").', { controls: { notify: "yes" } }],
];

// biome-ignore format: one row a line
const wrongOptions: readonly (readonly [message: string, options: unknown])[] = [
  [`options must be an object with any of ${optionFields} (got null).`, null],
  ["options.filters is not an option; did you mean filter?", { filters: () => false }],
  ['options.filter must be a function (got "errors/").', { filter: "errors/" }],
  ["options.strict must be true or false (got 1).", { strict: 1 }],
  ["options.signal must be an AbortSignal (got an object).", { signal: {} }],
  ["options.knownDeviations must be an object with the reason for each case (got an array).", { knownDeviations: [] }],
  ['options.knownDeviations: "none/such" is not the id of a case.', { knownDeviations: { "none/such": "x" } }],
  ['options.knownDeviations: "errors/any-query" must have a reason, which is a text.', { knownDeviations: { "errors/any-query": "" } }],
];

describe("nothing is sent", () => {
  const fetch = () => expect.unreachable("a request was sent");
  const target = { baseUrl: url, apiKey: "key_of_nobody", fetch };
  const invalid = (...given: readonly unknown[]) => refusalOf("invalid_target", ...(given as unknown as Arguments));

  it.each(wrongTargets)("because %s", async (message, changes) => {
    expect(await invalid({ ...target, ...Object(changes) })).toContain(message);
  });

  it.each([new URL(url), "kb.test", "ftp://kb.test", `${url}/?`])("because %s is no base URL", async (baseUrl) => {
    const form = "a URL that begins with https:// or http://, without a user name, a query or a fragment";
    expect(await invalid({ ...target, baseUrl })).toBe(`target.baseUrl must be ${form}.`);
  });

  it.each([12_345_678, "two words", "schlüssel"])("because %s is no API key", async (apiKey) => {
    expect(await invalid({ ...target, apiKey })).toBe("target.apiKey must be a string of visible ASCII characters.");
  });

  it.each(wrongOptions)("because %s", async (message, options) => {
    expect(await invalid(target, options)).toBe(message);
  });

  it("because there is no target", async () => {
    expect(await invalid(undefined)).toBe(`target must be an object with any of ${targetFields} (got undefined).`);
  });
});

it("treats fields that are undefined as if they were left out", async () => {
  const { baseUrl, apiKey, fetch } = createReferenceServer();
  const absent = { write: undefined, reset: undefined, setup: undefined, eventual: undefined, timeout: undefined };
  const nested = { records: { brainId: undefined }, controls: { notify: undefined } };
  const options = { filter: undefined, onResult: undefined, strict: undefined, knownDeviations: undefined };
  const target = { baseUrl, apiKey, fetch, ...nested, ...absent };
  const report = await runConformance(target, { ...options, signal: undefined });
  expect(report).toMatchObject({ conclusion: "conforms", counts: { failed: 0, error: 0 } });
  expect(report.results).toHaveLength(conformanceCases.length);
});
