import {
  type ConformanceOptions,
  conformanceCases,
  runConformance,
  type Setup,
  type Target,
  type TargetErrorCode,
} from "@knowledge-base/conformance";
import { setup as referenceSetup } from "@knowledge-base/conformance/reference-server";
import { describe, expect, it, vi } from "vitest";
import { type Change, changing, idsOf, only, openDemo, openTarget, refusalOf, skipWaits } from "./helpers/targets.ts";

const { target } = openDemo();
const { baseUrl, apiKey, fetch } = target;
const reversed = changing("/index", async (response) =>
  response.ok ? Response.json((await response.json()).reverse()) : response,
);
const { target: wrong } = openDemo(reversed);

it("reports that a service conforms, as far as it was checked", async () => {
  const report = await runConformance(target);
  expect(report).toMatchObject({ conclusion: "conforms", conforms: true, counts: { failed: 0, error: 0 } });
  for (const count of [report.counts.passed, report.counts.notChecked]) expect(count).toBeGreaterThan(30);
});

it("reports which case failed, and why", async () => {
  const { conclusion, results } = await runConformance(wrong, only("promptIndex.get/pinned-first", "errors/any-query"));
  expect(conclusion).toBe("doesNotConform");
  const message = expect.stringMatching(/^the pinned entry [\w-]+ comes after one that is not pinned$/);
  expect(results).toMatchObject([{ status: "passed" }, { status: "failed", message }]);
});

it("without write, sends only GET requests, changes nothing, and fails nothing", async () => {
  let before: unknown;
  const methods = new Set<unknown>();
  const watching: Change = (send) => (url, init) => {
    methods.add(init.method);
    return send(url, init);
  };
  const { server, target: own } = openTarget(watching, ({ reset: _, remove: __, ...result }) => {
    before = server.snapshot();
    return result;
  });
  const report = await runConformance({ ...own, write: false });
  expect(server.snapshot()).toEqual(before);
  expect([...methods]).toEqual(["GET"]);
  expect(report).toMatchObject({ conforms: true, write: false, counts: { failed: 0, differs: 0, error: 0 } });
  expect(report.counts.passed).toBeGreaterThan(50);
});

it("selects no case by a filter that is async, and calls it for each", async () => {
  const filter = vi.fn(() => Promise.resolve(true) as unknown as boolean);
  const send = vi.fn(fetch);
  const report = await runConformance({ ...target, fetch: send }, { filter });
  expect(filter).toHaveBeenCalledTimes(conformanceCases.length);
  expect(send).toHaveBeenCalledOnce();
  expect(report).toMatchObject({ conclusion: "incomplete", conforms: false, results: [] });
});

describe("the conclusion", () => {
  const pinned = "promptIndex.get/pinned-first";
  const restored = "pages.archive/restored";
  const anyQuery = "errors/any-query";
  const success = "promptIndex.get/success";
  const choice = "promptIndex.get/summary-code-units";
  const accept = (id: string) => ({ knownDeviations: { [id]: "fixed in May" } });
  const known = accept(pinned);
  const strict = true;
  const strictKnown = { ...known, strict };
  const both = only(pinned, anyQuery);
  const restoring = only(restored, "pages.archive/returns-404");
  const restorePage = () => Promise.reject(new Error("locked"));
  const { target: broken } = openTarget(undefined, (result) => ({ ...result, actions: { restorePage } }));
  // biome-ignore format: one row a line
  it.each<{ conclusion: string; if: string; given: Target; options: ConformanceOptions }>([
    { conclusion: "conforms", if: "a known deviation passes", given: target, options: { ...only(pinned), ...known } },
    { conclusion: "conforms", if: "a strict run checks no choice", given: target, options: { ...only(pinned, choice), strict } },
    { conclusion: "conforms", if: "a known deviation fails in a strict run", given: wrong, options: { ...both, ...strictKnown } },
    { conclusion: "conforms", if: "a known deviation isn't completed", given: broken, options: { ...restoring, ...accept(restored) } },
    { conclusion: "doesNotConform", if: "a case fails, and another may", given: wrong, options: { ...both, ...accept(success) } },
    { conclusion: "incomplete", if: "a strict run lacks a required case", given: target, options: { ...only(pinned, success), strict } },
    { conclusion: "incomplete", if: "a strict run passes a known deviation", given: target, options: { ...only(pinned), ...strictKnown } },
    { conclusion: "incomplete", if: "nothing is checked", given: target, options: only(success) },
    { conclusion: "incomplete", if: "nothing but a known deviation is checked", given: wrong, options: { ...only(pinned), ...known } },
    { conclusion: "incomplete", if: "a case isn't completed", given: broken, options: restoring },
  ])("is $conclusion if $if", async ({ conclusion, given, options }) => {
    const report = await runConformance(given, options);
    expect(report).toMatchObject({ conclusion, conforms: conclusion === "conforms" });
  });
});

describe("an action", () => {
  const restored = "pages.archive/restored";
  const asRead = "pages.archive/content-kept-as-read";
  const openWith = (actions: Target["actions"]) =>
    openTarget(undefined, (result) => ({ ...result, actions: { ...result.actions, ...actions } })).target;
  const refuse = () => Promise.reject(new Error("no such page"));
  const hang = () => new Promise<never>(() => {});
  const returnText = async () => "a page" as never;

  // biome-ignore format: one row a line
  it.each<{ name: string; actions: Target["actions"]; id: string; reason: string }>([
    { name: "rejects", actions: { restorePage: refuse }, id: restored, reason: "the action restorePage failed: no such page" },
    { name: "never resolves", actions: { restorePage: hang }, id: restored, reason: "the action restorePage failed: it took longer " },
    { name: "returns no list of pages", actions: { listPages: returnText }, id: asRead, reason: "the action listPages must return " },
    { name: "returns no page", actions: { readPage: returnText }, id: asRead, reason: "the action readPage must return " },
    { name: "finds no list of pages", actions: { searchPages: returnText }, id: asRead, reason: "the action searchPages must return " },
  ])("gives its case an error if it $name", async ({ actions, id, reason }) => {
    const { results } = await runConformance({ ...openWith(actions), timeout: 500 }, only(id));
    const message = expect.stringContaining(`The case was not completed: ${reason}`);
    expect(results).toMatchObject([{ status: "error", message }]);
  });

  it("may reject with a message that has keys, or is long: it is redacted and cut", async () => {
    const { target: own, server } = openTarget(undefined, (result) => {
      const reason = new Error(`no access with ${result.apiKey} or ${server.apiKey} ${"x".repeat(5000)}`);
      return { ...result, actions: { restorePage: () => Promise.reject(reason) } };
    });
    const [failed] = (await runConformance(own, only(restored))).results;
    expect(failed?.message).toMatch(/no access with \[redacted\] or \[redacted\] x+…?$/);
    expect(failed?.message).toHaveLength(2000);
  });

  it("that lists nothing passes no case about lists", async () => {
    const ids = ["pages/list-hides", "pages.archive/hidden-from-list", "pages.archive/hidden-pinned-from-list"];
    const report = await runConformance(openWith({ listPages: async () => [] }), only(...ids));
    expect(idsOf(report, "notChecked")).toEqual(ids);
  });

  it("that refuses to read, and isn't needed, is no error", async () => {
    const ids = ["pages.archive/nothing-else", "pages.archive/success"];
    const own = openWith({ listPages: refuse, readPage: refuse, searchPages: refuse });
    expect(idsOf(await runConformance(own, only(...ids)), "passed")).toEqual(ids);
  });
});

describe("a setup", () => {
  const deny = () => Promise.reject(new Error(`no access with ${apiKey}`));

  it("gets the service, with a base URL that has no slash at its end", async () => {
    const setup = vi.fn(() => ({}));
    await runConformance({ baseUrl: `${baseUrl}/`, apiKey, fetch, setup }, only());
    expect(setup.mock.calls).toEqual([[{ baseUrl, apiKey, fetch, write: false }]]);
  });

  it("has its records removed even if a callback throws", async () => {
    const remove = vi.fn();
    const onResult = () => {
      throw new Error("the disk is full");
    };
    const run = runConformance({ ...target, setup: () => ({ remove }) }, { onResult });
    await expect(run).rejects.toThrow("the disk is full");
    expect(remove).toHaveBeenCalledOnce();
  });

  it("adds its records and actions to the target's", async () => {
    const actions = { listPages: undefined, readPage: async () => ({}) };
    const setup = () => ({ records: { brainId: undefined, slug: "kestrel" }, actions });
    const report = await runConformance({ ...target, setup, actions: { listPages: async () => [] } });
    expect(idsOf(report, "passed")).toContain("promptIndex.get/success");
    const missing = new Set(report.results.flatMap((result) => result.missing ?? []));
    for (const name of ["brainId", "slug", "readPage", "listPages"]) expect(missing).not.toContain(name);
    expect(missing).toContain("write");
  });

  const returnRecord = () => ({ records: { brain: "" } as object });
  const returnNumber = () => ({ actions: { notify: 5 } as object });

  // biome-ignore format: one row a line
  it.each<{ name: string; setup: Setup; problem: string }>([
    { name: "that fails", setup: deny, problem: "the setup failed: no access with [redacted]." },
    { name: "that throws at once", setup: () => { throw new Error("no access"); }, problem: "the setup failed: no access." },
    { name: "that returns nothing", setup: (() => undefined) as unknown as Setup, problem: "setup must be an object with any of apiKey" },
    { name: "with an unknown record", setup: returnRecord, problem: "setup.records.brain is not an option" },
    { name: "with a wrong action", setup: returnNumber, problem: "setup.actions.notify must be a function" },
    { name: "with a wrong key", setup: () => ({ apiKey: "two words" }), problem: "setup.apiKey must be a string of visible ASCII" },
    { name: "for a server without controls", setup: referenceSetup, problem: "there are no controls of a reference server below " },
  ])("$name stops the run", async ({ setup, problem }) => {
    expect(await refusalOf("setup_failed", { ...target, setup })).toContain(problem);
  });

  it.each<{ name: string; result: object; code: TargetErrorCode }>([
    { name: "a brain that doesn't exist", result: { records: { brainId: "brain_x" } }, code: "unusable_service" },
    { name: "a key that is wrong", result: { apiKey: "wrong_key" }, code: "unusable_service" },
    { name: "an unknown record", result: { records: { brain: "x" } }, code: "setup_failed" },
  ])("that returns $name stops the run, and its records are removed", async ({ result, code }) => {
    const remove = vi.fn();
    await refusalOf(code, { ...target, setup: () => ({ ...result, remove }) });
    expect(remove).toHaveBeenCalledOnce();
  });

  it("whose records can be neither used nor removed stops the run", async () => {
    const run = runConformance({ ...target, setup: () => ({ apiKey: "wrong_key", remove: deny }) });
    const message = "its records cannot be used, and could not be removed: no access with [redacted].";
    const cause = { code: "unusable_service" };
    await expect(run).rejects.toMatchObject({ code: "setup_failed", message: expect.stringContaining(message), cause });
  });

  it("may take five minutes, and so may its functions", async () => {
    skipWaits();
    const never = () => new Promise<never>(() => {});
    const tooLong = (name: string) => expect.stringContaining(`${name} took longer than 300000 ms`);
    expect(await refusalOf("setup_failed", { ...target, setup: never })).toEqual(tooLong("setup"));
    const setup = () => ({ reset: never, remove: never });
    const report = await runConformance({ ...target, setup }, only("promptIndex.get/limit"));
    const results = [{ status: "error", message: tooLong("reset") }];
    expect(report).toMatchObject({ results, removalProblem: tooLong("remove") });
  });
});

describe("a reset", () => {
  const writable = { ...target, records: { ...target.records, slug: "kestrel" }, write: true };

  it("is called before the first case, and after each that may have changed something", async () => {
    const ids = [
      "promptIndex.get/limit",
      "promptIndex.get/success",
      "bindings.update/success",
      "pages.archive/success",
    ];
    const resets: string[] = [];
    let next = "";
    const { target: own } = openTarget(undefined, (result) => ({ ...result, reset: () => resets.push(next) }));
    const report = await runConformance(own, { ...only(...ids), onResult: ({ id }) => (next = id) });
    expect(resets).toEqual(["", "bindings.update/success"]);
    expect(idsOf(report, "passed")).toEqual(ids);
  });

  it("is called at the end, too, if the target has no setup", async () => {
    const { server, target: own } = openDemo();
    const before = server.snapshot().pages;
    const reset = () => server.reset();
    await runConformance({ ...writable, ...own, records: writable.records, reset }, only("pages.archive/success"));
    expect(server.snapshot().pages).toEqual(before);
  });

  it("is the target's if the setup has none; if it fails, its case gets an error, and the next one resets again", async () => {
    const reset = vi.fn().mockRejectedValueOnce(new Error("locked"));
    const cases = only("promptIndex.get/limit", "promptIndex.get/pinned-first");
    const { results } = await runConformance({ ...target, reset, setup: () => ({}) }, cases);
    const message = "The case was not completed: the records could not be reset: locked";
    expect(results).toMatchObject([{ status: "error", message }, { status: "passed" }]);
    expect(reset).toHaveBeenCalledTimes(2);
  });

  it("that fails at the end is reported, and the run succeeds", async () => {
    const reset = vi.fn().mockResolvedValueOnce(undefined).mockRejectedValueOnce(new Error("locked"));
    const report = await runConformance({ ...writable, reset }, only("pages.archive/success"));
    expect(report).toMatchObject({ conforms: true, removalProblem: "the records could not be reset: locked" });
  });

  it.each([
    { name: "a page is archived for each case if there is a reset", hasReset: true, archived: 2 },
    { name: "a page is archived once for all cases otherwise", hasReset: false, archived: 1 },
  ])("makes results of earlier cases worthless: $name", async ({ hasReset, archived }) => {
    const paths = await sentWith(hasReset, "POST", "pages.archive/times", "pages.archive/source");
    expect(paths).toHaveLength(archived);
  });

  it.each([
    { name: "known ids if there is a reset", hasReset: true, id: "binding_suite" },
    { name: "unknown ids otherwise", hasReset: false, id: expect.not.stringContaining("suite") },
  ])("is what allows writes without a valid key: they have $name", async ({ hasReset, id }) => {
    const paths = await sentWith(hasReset, "DELETE", "bindings.unbind/returns-401");
    expect(new Set(paths.map((path) => path.split("/").at(-1)))).toEqual(new Set([id]));
  });

  // Runs cases, and returns the URLs of their requests with a method.
  async function sentWith(hasReset: boolean, method: string, ...ids: readonly string[]): Promise<string[]> {
    const urls: string[] = [];
    const watching: Change = (send) => (url, init) => {
      if (init.method === method) urls.push(url);
      return send(url, init);
    };
    const { target: own } = openTarget(watching, ({ reset, ...rest }) => (hasReset ? { ...rest, reset } : rest));
    await runConformance(own, only(...ids));
    return urls;
  }
});
