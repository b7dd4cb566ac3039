import {
  conformanceCases,
  runConformance,
  type Setup,
  type Target,
  type TargetErrorCode,
} from "@knowledge-base/conformance";
import { setup as referenceSetup } from "@knowledge-base/conformance/reference-server";
import { describe, expect, it, vi } from "vitest";
import {
  type Change,
  changing,
  type Fetch,
  idsOf,
  only,
  openDemo,
  openTarget,
  refusalOf,
  skipWaits,
} from "./helpers/reference-target.ts";

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

describe("a filter", () => {
  it("selects cases, and the report has no others", async () => {
    const ids = ["promptIndex.get/pinned-first", "errors/unknown-ids", "responses/path"];
    const shown: string[] = [];
    const report = await runConformance(target, { ...only(...ids), onResult: ({ id }) => shown.push(id) });
    expect(report.results.map(({ id }) => id).sort()).toEqual(ids.sort());
    expect(shown).toEqual(report.results.map(({ id }) => id));
  });

  it("that is async selects no case, and is called for each", async () => {
    const filter = vi.fn(() => Promise.resolve(true) as unknown as boolean);
    const send = vi.fn(fetch);
    const report = await runConformance({ ...target, fetch: send }, { filter });
    expect(filter).toHaveBeenCalledTimes(conformanceCases.length);
    expect(send).toHaveBeenCalledOnce();
    expect(report).toMatchObject({ conclusion: "incomplete", conforms: false, results: [] });
  });
});

describe("the conclusion", () => {
  const pinned = "promptIndex.get/pinned-first";
  const restored = "pages.archive/restored";
  const known = { knownDeviations: { [pinned]: "fixed in May" } };
  const restorePage = () => Promise.reject(new Error("locked"));
  const { target: broken } = openTarget(undefined, (result) => ({ ...result, controls: { restorePage } }));
  type Options = NonNullable<Parameters<typeof runConformance>[1]>;
  // biome-ignore format: one row a line
  it.each<[conclusion: string, what: string, target: Target, options: Options]>([
    ["conforms", "a known deviation passes", target, { ...only(pinned), ...known }],
    ["conforms", "a strict run checks no choice", target, { ...only(pinned, "promptIndex.get/summary-code-units"), strict: true }],
    ["conforms", "a known deviation fails in a strict run", wrong, { ...only(pinned, "errors/any-query"), ...known, strict: true }],
    ["conforms", "a known deviation isn't completed", broken, { ...only(restored, "pages.archive/404"), knownDeviations: { [restored]: "locked" } }],
    ["doesNotConform", "a case fails, and another may", wrong, { ...only(pinned, "errors/any-query"), knownDeviations: { "promptIndex.get/success": "another" } }],
    ["incomplete", "a strict run doesn't check a required case", target, { ...only(pinned, "promptIndex.get/success"), strict: true }],
    ["incomplete", "a known deviation passes in a strict run", target, { ...only(pinned), ...known, strict: true }],
    ["incomplete", "nothing is checked", target, only("promptIndex.get/success")],
    ["incomplete", "nothing but a known deviation is checked", wrong, { ...only(pinned), ...known }],
    ["incomplete", "a case isn't completed", broken, only(restored, "pages.archive/404")],
  ])("is %s if %s", async (conclusion, _, given, options) => {
    const report = await runConformance(given, options);
    expect(report).toMatchObject({ conclusion, conforms: conclusion === "conforms" });
  });
});

describe("a control", () => {
  const restored = "pages.archive/restored";
  const asRead = "pages.archive/content-kept-as-read";
  type CreateControls = (keys: readonly string[]) => Target["controls"];
  const openWith = (createControls: CreateControls) => {
    const { target: own, server } = openTarget(undefined, ({ apiKey: ownKey = "", ...result }) => {
      const controls = { ...result.controls, ...createControls([ownKey, server.apiKey]) };
      return { ...result, apiKey: ownKey, controls };
    });
    return own;
  };
  const refuse = (reason = "no such page") => Promise.reject(new Error(reason));
  const longReason = (keys: readonly string[]) => `no access with ${keys.join(" or ")} ${"x".repeat(5000)}`;
  const returnText = async () => "a page" as never;
  const wrongType = (name: string) => `the control ${name} must return `;

  // biome-ignore format: one row a line
  it.each<[what: string, createControls: CreateControls, id: string, reason: string]>([
    ["rejects, and the message is redacted and cut", (keys) => ({ restorePage: () => refuse(longReason(keys)) }), restored, "the control restorePage failed: no access with [redacted] or [redacted] x"],
    ["never resolves", () => ({ restorePage: () => new Promise(() => {}) }), restored, "the control restorePage failed: it took longer than 500 ms"],
    ["returns no list of pages", () => ({ listPages: returnText }), asRead, wrongType("listPages")],
    ["returns no page", () => ({ readPage: returnText }), asRead, wrongType("readPage")],
    ["returns no list of the pages that a search finds", () => ({ searchPages: returnText }), asRead, wrongType("searchPages")],
  ])("gives its case an error if it %s", async (_, createControls, id, reason) => {
    const { results } = await runConformance({ ...openWith(createControls), timeout: 500 }, only(id));
    const message = expect.stringContaining(`The case was not completed: ${reason}`);
    expect(results).toMatchObject([{ status: "error", message }]);
    expect(results[0]?.message.length).toBeLessThanOrEqual(2000);
  });

  it("that lists nothing passes no case about lists", async () => {
    const ids = ["pages/list-hides", "pages.archive/hidden-from-list", "pages.archive/hidden-pinned-from-list"];
    const own = openWith(() => ({ listPages: async () => [] }));
    const report = await runConformance(own, only(...ids));
    expect(idsOf(report, "notChecked")).toEqual(ids);
  });

  it("that refuses to read, and isn't needed, is no error", async () => {
    const own = openWith(() => ({ listPages: () => refuse(), readPage: () => refuse(), searchPages: () => refuse() }));
    const { results } = await runConformance(own, only("pages.archive/success", "pages.archive/nothing-else"));
    expect(results.map(({ status }) => status)).toEqual(["passed", "passed"]);
  });
});

describe("a setup", () => {
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

  it("adds its records and controls to the target's", async () => {
    const readPage = async () => ({});
    const setup = () => ({
      records: { brainId: undefined, slug: "kestrel" },
      controls: { listPages: undefined, readPage },
    });
    const report = await runConformance({ ...target, setup, controls: { listPages: async () => [] } });
    expect(idsOf(report, "passed")).toContain("promptIndex.get/success");
    const missing = new Set(report.results.flatMap((result) => result.missing ?? []));
    for (const name of ["brainId", "slug", "readPage", "listPages"]) expect(missing).not.toContain(name);
    expect(missing).toContain("write");
  });

  // biome-ignore format: one row a line
  it.each<[what: string, setup: Setup, problem: string]>([
    ["that fails", () => Promise.reject(new Error(`no access with ${apiKey}`)), "the setup failed: no access with [redacted]."],
    ["that throws at once", () => { throw new Error("no access"); }, "the setup failed: no access."],
    ["that returns nothing", (() => undefined) as unknown as Setup, "setup must be an object with any of apiKey, records, "],
    ["with an unknown record", () => ({ records: { brain: "" } as object }), "setup.records.brain is not an option; did you mean "],
    ["with a wrong control", () => ({ controls: { notify: 5 } as object }), "setup.controls.notify must be a function (got 5)."],
    ["with a wrong key", () => ({ apiKey: "two words" }), "setup.apiKey must be a string of visible ASCII characters."],
    ["for a server without controls", referenceSetup, `there are no controls of a reference server below ${baseUrl}/_control.`],
  ])("%s stops the run", async (_, setup, problem) => {
    expect(await refusalOf("setup_failed", { ...target, setup })).toContain(problem);
  });

  // biome-ignore format: one row a line
  it.each<[what: string, result: object, code: TargetErrorCode]>([
    ["a brain that doesn't exist", { records: { brainId: "brain_x" } }, "unusable_service"],
    ["a key that is wrong", { apiKey: "wrong_key" }, "unusable_service"],
    ["an unknown record", { records: { brain: "x" } }, "setup_failed"],
  ])("that returns %s stops the run, and its records are removed", async (_, result, code) => {
    const remove = vi.fn();
    await refusalOf(code, { ...target, setup: () => ({ ...result, remove }) });
    expect(remove).toHaveBeenCalledOnce();
  });

  it("whose records can be neither used nor removed stops the run", async () => {
    const remove = () => Promise.reject(new Error(`no access with ${apiKey}`));
    const run = runConformance({ ...target, setup: () => ({ apiKey: "wrong_key", remove }) });
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

  it("whose records can't be removed is reported, and the run succeeds", async () => {
    const setup = () => ({ remove: () => Promise.reject(new Error(`no access with ${apiKey}`)) });
    const report = await runConformance({ ...target, setup });
    expect(report).toMatchObject({ conforms: true, removalProblem: "no access with [redacted]" });
  });
});

describe("a reset", () => {
  const ids = ["promptIndex.get/limit", "promptIndex.get/success", "bindings.update/success", "pages.archive/success"];

  it("is called before the first case, and after each that may have changed something", async () => {
    const resets: string[] = [];
    let next = "";
    const { target: own } = openTarget(undefined, (result) => ({ ...result, reset: () => resets.push(next) }));
    const { results } = await runConformance(own, { ...only(...ids), onResult: ({ id }) => (next = id) });
    expect(resets).toEqual(["", "bindings.update/success"]);
    expect(results.map(({ status }) => status)).toEqual(["passed", "passed", "passed", "passed"]);
  });

  it("is called at the end, too, if the target has no setup", async () => {
    const { server, target: own } = openDemo();
    const records = { ...own.records, slug: "kestrel" };
    const before = server.snapshot().pages;
    await runConformance({ ...own, records, write: true, reset: () => server.reset() }, only("pages.archive/success"));
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
    const records = { ...target.records, slug: "kestrel" };
    const report = await runConformance({ ...target, records, write: true, reset }, only("pages.archive/success"));
    expect(report).toMatchObject({ conforms: true, removalProblem: "the records could not be reset: locked" });
  });

  it("makes results of earlier cases worthless: a page is archived once for each of its cases", async () => {
    const archived: string[] = [];
    const watching = (send: Fetch) => (url: string, init: RequestInit) => {
      if (url.endsWith("/archive")) archived.push(url);
      return send(url, init);
    };
    const cases = only("pages.archive/times", "pages.archive/source");
    await runConformance(openTarget(watching).target, cases);
    expect(archived).toHaveLength(2);
    await runConformance(openTarget(watching, ({ reset: _, ...result }) => result).target, cases);
    expect(archived).toHaveLength(3);
  });

  it.each([
    ["known ids if there is a reset", true],
    ["unknown ids otherwise", false],
  ])("is what allows writes without a valid key: they have %s", async (_, hasReset) => {
    const paths = new Set<string | undefined>();
    const watching: Change = (send) => (url, init) => {
      if (init.method === "DELETE") paths.add(url.split("/").at(-1));
      return send(url, init);
    };
    const { target: own } = openTarget(watching, ({ reset, ...rest }) => (hasReset ? { ...rest, reset } : rest));
    await runConformance(own, only("bindings.unbind/401"));
    expect(paths).toEqual(new Set([hasReset ? "binding_suite" : expect.not.stringContaining("suite")]));
  });
});
