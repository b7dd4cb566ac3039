import { conformanceCases, runConformance, TargetError } from "@knowledge-base/conformance";
import { createReferenceServer } from "@knowledge-base/server";
import { describe, expect, it } from "vitest";

type Arguments = Parameters<typeof runConformance>;

const url = "https://kb.test";
const urlProblem =
  "target.baseUrl must be a URL that begins with https:// or http://, without a user name, a query or a fragment.";
const emptyProblem = "must be a string that is not empty";
const unknownRecord = "target.records.brain is not an option; did you mean brainId?";
const keyProblem = "target.apiKey must be a string of visible ASCII characters.";
const targetFields = "baseUrl, apiKey, fetch, records, write, reset, setup, controls, eventual, timeout";
const optionFields = "onResult, filter, strict, knownDeviations, signal";
const sorted = (names: string) => names.split(", ").toSorted().join(", ");

// biome-ignore format: one row a line
const wrongTargets: readonly (readonly [changes: unknown, message: string])[] = [
  [{ filter: () => true }, `target.filter is not an option; the options are ${sorted(targetFields)}.`],
  [{ baseUrl: new URL(url) }, urlProblem],
  [{ baseUrl: "kb.test" }, urlProblem],
  [{ baseUrl: "ftp://kb.test" }, urlProblem],
  [{ baseUrl: `${url}/?` }, urlProblem],
  [{ baseUrl: "https://user@kb.test" }, urlProblem],
  [{ baseUrl: "https://:word@kb.test" }, urlProblem],
  [{ apiKey: undefined }, "target.apiKey is missing."],
  [{ apiKey: 12345678 }, keyProblem],
  [{ apiKey: "two words" }, keyProblem],
  [{ apiKey: "schlüssel" }, keyProblem],
  [{ setup: "./setup.mjs" }, 'target.setup must be a function (got "./setup.mjs").'],
  [{ write: "false" }, 'target.write must be true or false (got "false").'],
  [{ timeout: 0 }, "target.timeout must be a whole number from 1 to 600000 (got 0)."],
  [{ timeout: 600_001 }, "target.timeout must be a whole number from 1 to 600000 (got 600001)."],
  [{ eventual: -1 }, "target.eventual must be a whole number from 0 to 60000 (got -1)."],
  [{ eventual: 60_001 }, "target.eventual must be a whole number from 0 to 60000 (got 60001)."],
  [{ records: [] }, "target.records must be an object with any of brainId, slug, "],
  [{ records: { brain: "b", slug: 5 } }, `${unknownRecord}; target.records.slug ${emptyProblem} (got 5).`],
  [{ records: { slug: "notes", plainSlug: "notes" } }, "target.records.slug and plainSlug must be different records."],
  [{ records: { foreignApiKey: 12345678 } }, `target.records.foreignApiKey ${emptyProblem}.`],
  [{ controls: { restorePages: () => {} } }, "target.controls.restorePages is not an option; did you mean restorePage?"],
  [{ controls: { notify: "yes" } }, 'target.controls.notify must be a function (got "yes").'],
];

// biome-ignore format: one row a line
const wrongOptions: readonly (readonly [options: unknown, message: string])[] = [
  [null, `options must be an object with any of ${optionFields} (got null).`],
  [{ filters: () => false }, "options.filters is not an option; did you mean filter?"],
  [{ filter: "errors/" }, 'options.filter must be a function (got "errors/").'],
  [{ strict: 1 }, "options.strict must be true or false (got 1)."],
  [{ signal: {} }, "options.signal must be an AbortSignal (got an object)."],
  [{ knownDeviations: [] }, "options.knownDeviations must be an object with the reason for each case (got an array)."],
  [{ knownDeviations: { "none/such": "x" } }, 'options.knownDeviations: "none/such" is not the id of a case.'],
  [{ knownDeviations: { "errors/any-query": "" } }, 'options.knownDeviations: "errors/any-query" must have a reason, which is a text.'],
];

async function run(...given: readonly unknown[]): Promise<unknown> {
  const thrown = await runConformance(...(given as unknown as Arguments)).catch((error: unknown) => error);
  expect(thrown).toBeInstanceOf(TargetError);
  expect(thrown).toMatchObject({ name: "TargetError", code: "invalid_target" });
  return (thrown as TargetError).message.replace("Failed to run the suite: ", "");
}

describe("nothing is sent", () => {
  const fetch = () => expect.unreachable("a request was sent");
  const target = { baseUrl: url, apiKey: "key_of_nobody", fetch };

  it.each(wrongTargets)("to a target with %o", async (changes, message) => {
    expect(await run({ ...target, ...Object(changes) })).toContain(message);
  });

  it.each(wrongOptions)("with the options %o", async (options, message) => {
    expect(await run(target, options)).toBe(message);
  });

  it("to a target that is no object", async () => {
    expect(await run(undefined)).toBe(`target must be an object with any of ${targetFields} (got undefined).`);
  });
});

it("treats fields that are undefined as if they were left out", async () => {
  const { baseUrl, apiKey, fetch } = createReferenceServer();
  const absent = { write: undefined, reset: undefined, setup: undefined, eventual: undefined, timeout: undefined };
  const target = {
    baseUrl,
    apiKey,
    fetch,
    records: { brainId: undefined },
    controls: { notify: undefined },
    ...absent,
  };
  const options = { filter: undefined, onResult: undefined, strict: undefined, knownDeviations: undefined };
  const report = await runConformance(target, { ...options, signal: undefined });
  expect(report).toMatchObject({ conclusion: "conforms", counts: { failed: 0, error: 0 } });
  expect(report.results).toHaveLength(conformanceCases.length);
});
