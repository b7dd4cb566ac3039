import { conformanceCases, runConformance, type Target } from "@knowledge-base/conformance";
import { describe, expect, it, vi } from "vitest";
import {
  type Change,
  type Fetch,
  idsOf,
  only,
  openDemo,
  openTarget,
  refusalOf,
  type SetupResult,
  skipWaits,
} from "./helpers/reference-target.ts";

// A target that responds to some requests, by their number, in another way.
function openUnreliable(respond: (request: number, init: RequestInit) => ReturnType<Fetch> | undefined): Target {
  let requests = 0;
  const { target } = openDemo((send) => (url, init) => respond(requests++, init) ?? send(url, init));
  return { ...target, records: { ...target.records, installationId: "installation_harbour_line" } };
}

const lose = () => Promise.reject(new TypeError("fetch failed", { cause: new Error("socket hang up") }));
const busy = (status: number) => async () => new Response("<p>Busy</p>", { status });
const hang = (init: RequestInit) =>
  new Promise<never>((_, reject) => {
    init.signal?.addEventListener("abort", () => reject(init.signal?.reason));
  });

describe("a service that breaks down during the run", () => {
  const request = "GET /v1/brains/brain_operations/index without an API key";
  const endless = async () =>
    new Response(new ReadableStream({ pull: (body) => body.enqueue(new Uint8Array(2 ** 22)) }));
  const runBroken = (respond: (init: RequestInit) => ReturnType<Fetch>) => {
    skipWaits();
    const target = openUnreliable((count, init) => (count < 30 ? undefined : respond(init)));
    return runConformance({ ...target, timeout: 300 });
  };
  // biome-ignore format: one row a line
  it.each<[what: string, respond: (init: RequestInit) => ReturnType<Fetch>, reason: string]>([
    ["loses connections", lose, "got no response: fetch failed (socket hang up)"],
    ["hangs", hang, "got no response: The operation was aborted due to timeout"],
    ["sends without end", endless, "got no response: the body has more than 64 MiB"],
    ["returns HTML with 502", busy(502), "responded with 502. The body: <p>Busy</p>"],
    ["returns 503 without Retry-After", busy(503), "responded with 503. The body: <p>Busy</p>"],
  ])("interrupts it if it %s", async (_, respond, reason) => {
    const report = await runBroken(respond);
    expect(report).toMatchObject({ conclusion: "interrupted", conforms: false, counts: { error: 1, failed: 0, differs: 0 } });
    expect(report.counts.passed).toBeGreaterThan(0);
    const [broken] = report.results.filter(({ status }) => status === "error");
    expect(report.interruption).toEqual({ caseId: broken?.id, reason: `${request} ${reason}` });
    expect(report.results).toHaveLength(conformanceCases.length);
    const later = report.results.find(({ id }) => id === "promptIndex.get/success" || id === "promptIndex.get/limit");
    expect(later).toMatchObject({ status: "notChecked", message: "the run was interrupted before" });
  });

  it("doesn't conform if it returns 500", async () => {
    const { conclusion, counts } = await runBroken(busy(500));
    expect({ conclusion, errors: counts.error }).toEqual({ conclusion: "doesNotConform", errors: 0 });
  });
});

describe.each<[what: string, respond: () => ReturnType<Fetch>]>([
  ["is lost", lose],
  ["is 502", busy(502)],
  ["is 503", busy(503)],
  ["is 504", busy(504)],
])("a run in which a response %s", (_, respond) => {
  it.each<[lost: readonly number[], conclusion: string, errors: number]>([
    [[30], "conforms", 0],
    [[30, 31], "incomplete", 1],
    [[30, 31, 32], "incomplete", 1],
  ])("sends each read once more at most, here after the requests %j", async (lost, conclusion, errors) => {
    skipWaits();
    const target = openUnreliable((request) => (lost.includes(request) ? respond() : undefined));
    const report = await runConformance(target);
    expect(report).toMatchObject({ conclusion, counts: { error: errors, failed: 0 } });
    expect(report.interruption).toBeUndefined();
  });

  it("sends no write again", async () => {
    skipWaits();
    let writes = 0;
    const change: Change = (send) => (url, init) =>
      (init.method === "POST" ? writes++ : 1) === 0 ? respond() : send(url, init);
    const report = await runConformance(openTarget(change).target, only("pages.archive/success"));
    expect({ writes, conclusion: report.conclusion }).toEqual({ writes: 1, conclusion: "incomplete" });
  });
});

it.each<[what: string, respond: () => ReturnType<Fetch>]>([
  ["a connection is lost", lose],
  ["a gateway responds with 502", busy(502)],
])("fails no case if %s, whichever", async (_, respond) => {
  skipWaits();
  for (let lost = 4, sent = Number.POSITIVE_INFINITY; lost < sent; lost += 1) {
    sent = 0;
    const { target } = openTarget((send) => (url, init) => (sent++ === lost ? respond() : send(url, init)));
    const report = await runConformance(target, only("authentication/nothing-changes", "pages.archive/nothing-else"));
    expect({ lost, failed: idsOf(report, "failed") }).toEqual({ lost, failed: [] });
  }
});

describe("the flags of bindings", () => {
  // Runs cases that change flags, without a reset, and returns all bindings before and after the run.
  async function runCases(ids: readonly string[], stopAt = Number.POSITIVE_INFINITY) {
    const stop = new AbortController();
    let updates = 0;
    const countUpdates: Change = (send) => (url, init) => {
      if (init.method === "PATCH" && init.body !== "{}" && ++updates === stopAt) stop.abort();
      return send(url, init);
    };
    let before: unknown;
    const { target, server } = openTarget(countUpdates, ({ reset: _, remove: __, ...result }) => {
      for (const { brainId, id } of server.snapshot().bindings) {
        server.control.bindings.update({ brainId, bindingId: id, notifyConnections: false });
      }
      before = server.snapshot().bindings;
      return result;
    });
    await runConformance(target, { ...only(...ids), signal: stop.signal });
    return { updates, before, after: server.snapshot().bindings };
  }

  const changing = conformanceCases.map(({ id }) => id).filter((id) => /^(bindings\.update|notifications)\//.test(id));

  it.each(changing)("are restored after %s", async (id) => {
    const { before, after } = await runCases([id]);
    expect(after).toEqual(before);
  });

  it("are restored if the run is stopped, whenever", async () => {
    const ids = ["bindings.update/success", "notifications/every-channel"];
    const { updates } = await runCases(ids);
    expect(updates).toBeGreaterThan(2);
    for (let stopAt = 1; stopAt <= updates; stopAt += 1) {
      const { before, after } = await runCases(ids, stopAt);
      expect({ stopAt, after }).toEqual({ stopAt, after: before });
    }
  });
});

describe("a service that limits the rate of requests", () => {
  const limited = (status: number, headers: Record<string, string>) => async () =>
    new Response("<p>", { status, headers });
  const date = "Tue, 03 Mar 2020 10:00:00 GMT";
  const reason = "the run would have to wait longer than 10 minutes in total";

  // Runs some cases with timers that don't wait, and returns the report and the seconds that it would have waited.
  async function runLimited(limit: (request: number) => ReturnType<Fetch> | undefined) {
    skipWaits();
    const start = Date.now();
    const options = { filter: ({ id }: { id: string }) => id.startsWith("channels.list/") };
    const report = await runConformance(openUnreliable(limit), options);
    return { report, waited: (Date.now() - start) / 1000 };
  }

  // biome-ignore format: one row a line
  it.each([
    ["429 with seconds", limited(429, { "retry-after": "240" }), 240],
    ["429 with a date, by the clock of the service", limited(429, { date, "retry-after": "Tue, 03 Mar 2020 10:04:00 GMT" }), 240],
    ["503 with seconds", limited(503, { "retry-after": "7" }), 7],
    ["429 with zero", limited(429, { "retry-after": "0" }), 0.25],
    ["429 without Retry-After", limited(429, {}), 0.25],
  ])("gets the request again after %s", async (_, limit, seconds) => {
    const { report, waited } = await runLimited((request) => (request === 0 || request === 4 ? limit() : undefined));
    expect(report.counts).toMatchObject({ failed: 0, differs: 0, error: 0 });
    expect(report.counts.passed).toBeGreaterThan(3);
    expect(waited).toBe(2 * seconds);
  });

  it("is asked after longer and longer times, if it doesn't say when", async () => {
    const { waited } = await runLimited((request) => (request > 3 && request < 13 ? limited(429, {})() : undefined));
    expect(waited).toBe(0.25 + 0.5 + 1 + 2 + 4 + 8 + 16 + 30 + 30);
  });

  it("interrupts the run if it asks to wait too long", async () => {
    const respond = limited(429, { "retry-after": "601" });
    const { report } = await runLimited((request) => (request === 5 ? respond() : undefined));
    const limit = { reason: `the service limits the rate of requests (429), and ${reason}` };
    expect(report).toMatchObject({ conclusion: "interrupted", interruption: limit });
  });

  it("is unreachable if it asks so before the first case", async () => {
    const run = runLimited(limited(503, { "retry-after": "601" }));
    await expect(run).rejects.toMatchObject({ code: "unusable_service", message: expect.stringContaining(reason) });
  });
});

describe("a signal", () => {
  it.each<[what: string, respond: (init: RequestInit) => ReturnType<Fetch>]>([
    ["a response", hang],
    ["a rate limit", async () => new Response("", { status: 429, headers: { "retry-after": "300" } })],
  ])("interrupts a run that waits for %s, and the records of the setup are removed", async (_, respond) => {
    const controller = new AbortController();
    const remove = vi.fn();
    const target: Target = openUnreliable((request, init) => {
      if (request < 20) return undefined;
      setTimeout(() => controller.abort(), 20);
      return respond(init);
    });
    const report = await runConformance({ ...target, setup: () => ({ remove }) }, { signal: controller.signal });
    expect(report).toMatchObject({ conclusion: "interrupted", interruption: { reason: "the run was stopped" } });
    expect(report.counts).toMatchObject({ error: 1, failed: 0 });
    expect(remove).toHaveBeenCalledOnce();
  });

  it.each<[what: string, hang: (stop: () => Promise<never>, result: SetupResult) => SetupResult]>([
    ["control", (stop, { controls }) => ({ controls: { ...controls, readBinding: stop } })],
    ["reset", (stop) => ({ reset: stop })],
  ])("ends a %s that hangs after five seconds, and the report has its reason", async (_, hang) => {
    skipWaits();
    const startMs = Date.now();
    const controller = new AbortController();
    const stop = () => {
      controller.abort(new Error("the release was cancelled"));
      return new Promise<never>(() => {});
    };
    const remove = vi.fn();
    const { target } = openTarget(undefined, (result) => ({ ...result, ...hang(stop, result), remove }));
    const run = runConformance(target, { ...only("bindings.update/as-read"), signal: controller.signal });
    const interruption = { reason: "the run was stopped: the release was cancelled" };
    await expect(run).resolves.toMatchObject({ conclusion: "interrupted", interruption });
    expect(Date.now() - startMs).toBe(5000);
    expect(remove).toHaveBeenCalledOnce();
  });

  it("that was aborted before lets nothing be sent", async () => {
    const target = openUnreliable(() => expect.unreachable("a request was sent"));
    const message = await refusalOf("unusable_service", target, { signal: AbortSignal.abort() });
    expect(message).toBe("the run was stopped.");
  });
});
