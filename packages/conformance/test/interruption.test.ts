import { conformanceCases, runConformance, type Target } from "@knowledge-base/conformance";
import { describe, expect, it, vi } from "vitest";
import { type Change, type Fetch, idsOf, only, openDemo, openTarget, refusalOf, skipWaits } from "./helpers/targets.ts";

type Respond = (init: RequestInit) => ReturnType<Fetch>;

// A target that responds to some requests, by their number, in another way.
function openUnreliable(choose: (request: number) => Respond | false): Target {
  let requests = 0;
  const change: Change = (send) => (url, init) => (choose(requests++) || (() => send(url, init)))(init);
  const { target } = openDemo(change);
  return { ...target, records: { ...target.records, installationId: "installation_harbour_line" } };
}

const lose: Respond = () => Promise.reject(new TypeError("fetch failed", { cause: new Error("socket hang up") }));
const busy =
  (status: number, headers: Record<string, string> = {}): Respond =>
  async () =>
    new Response("<p>Busy</p>", { status, headers });
const hang: Respond = ({ signal }) =>
  new Promise((_, reject) => signal?.addEventListener("abort", () => reject(signal.reason)));
const sendWithoutEnd: Respond = async () =>
  new Response(new ReadableStream({ pull: (body) => body.enqueue(new Uint8Array(2 ** 22)) }));

describe("a service that breaks down during the run", () => {
  const runBroken = (respond: Respond) => {
    skipWaits();
    return runConformance({ ...openUnreliable((request) => request >= 30 && respond), timeout: 300 });
  };
  it.each<{ name: string; respond: Respond; reason: string }>([
    { name: "loses connections", respond: lose, reason: "got no response: fetch failed (socket hang up)" },
    { name: "hangs", respond: hang, reason: "got no response: The operation was aborted due to timeout" },
    { name: "sends without end", respond: sendWithoutEnd, reason: "got no response: the body has more than 64 MiB" },
    { name: "returns HTML with 502", respond: busy(502), reason: "responded with 502. The body: <p>Busy</p>" },
    {
      name: "returns 503 without Retry-After",
      respond: busy(503),
      reason: "responded with 503. The body: <p>Busy</p>",
    },
  ])("interrupts it if it $name", async ({ respond, reason }) => {
    const { results, interruption, ...report } = await runBroken(respond);
    expect(report).toMatchObject({
      conclusion: "interrupted",
      conforms: false,
      counts: { error: 1, failed: 0, differs: 0 },
    });
    expect(report.counts.passed).toBeGreaterThan(0);
    const [broken] = results.filter(({ status }) => status === "error");
    const request = "GET /v1/brains/brain_operations/index without an API key";
    expect(interruption).toEqual({ caseId: broken?.id, reason: `${request} ${reason}` });
    expect(results).toHaveLength(conformanceCases.length);
    const later = results.find(({ id }) => id === "promptIndex.get/success" || id === "promptIndex.get/limit");
    expect(later).toMatchObject({ status: "notChecked", message: "the run was interrupted before" });
  });
});

describe.each([
  { name: "is lost", respond: lose },
  { name: "is 502", respond: busy(502) },
  { name: "is 503", respond: busy(503) },
  { name: "is 504", respond: busy(504) },
])("a run in which a response $name", ({ respond }) => {
  it.each([
    { lost: [30], conclusion: "conforms", errors: 0 },
    { lost: [30, 31], conclusion: "incomplete", errors: 1 },
    { lost: [30, 31, 32], conclusion: "incomplete", errors: 1 },
  ])("sends each read once more at most, here after the requests $lost", async ({ lost, conclusion, errors }) => {
    skipWaits();
    const report = await runConformance(openUnreliable((request) => lost.includes(request) && respond));
    expect(report).toMatchObject({ conclusion, counts: { error: errors, failed: 0 } });
    expect(report.interruption).toBeUndefined();
  });

  it("sends no write again", async () => {
    skipWaits();
    let writes = 0;
    const change: Change = (send) => (url, init) =>
      init.method === "POST" && writes++ === 0 ? respond(init) : send(url, init);
    const report = await runConformance(openTarget(change).target, only("pages.archive/success"));
    expect({ writes, conclusion: report.conclusion }).toEqual({ writes: 1, conclusion: "incomplete" });
  });
});

it.each([
  { name: "a connection is lost", respond: lose },
  { name: "a gateway responds with 502", respond: busy(502) },
])("fails no case if $name, whichever", async ({ respond }) => {
  skipWaits();
  for (let lost = 4, sent = Number.POSITIVE_INFINITY; lost < sent; lost += 1) {
    sent = 0;
    const { target } = openTarget((send) => (url, init) => (sent++ === lost ? respond(init) : send(url, init)));
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
      for (const { brainId, id } of server.snapshot().bindings)
        server.control.bindings.update({ brainId, bindingId: id, notifyConnections: false });
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
  const reason = "the run would have to wait longer than 10 minutes in total";

  // Runs some cases with timers that don't wait, and returns the report and the seconds that it would have waited.
  async function runLimited(choose: (request: number) => Respond | false) {
    skipWaits();
    const start = Date.now();
    const options = { filter: ({ id }: { id: string }) => id.startsWith("channels.list/") };
    const report = await runConformance(openUnreliable(choose), options);
    return { report, waited: (Date.now() - start) / 1000 };
  }

  const [date, inFourMinutes] = ["Tue, 03 Mar 2020 10:00:00 GMT", "Tue, 03 Mar 2020 10:04:00 GMT"];
  it.each([
    { name: "429 with seconds", limit: busy(429, { "retry-after": "240" }), seconds: 240 },
    {
      name: "429 with a date, by the clock of the service",
      limit: busy(429, { date, "retry-after": inFourMinutes }),
      seconds: 240,
    },
    { name: "503 with seconds", limit: busy(503, { "retry-after": "7" }), seconds: 7 },
    { name: "429 with zero", limit: busy(429, { "retry-after": "0" }), seconds: 0.25 },
    { name: "429 without Retry-After", limit: busy(429), seconds: 0.25 },
  ])("gets the request again after $name", async ({ limit, seconds }) => {
    const { report, waited } = await runLimited((request) => [0, 4].includes(request) && limit);
    expect(report.counts).toMatchObject({ failed: 0, differs: 0, error: 0 });
    expect(report.counts.passed).toBeGreaterThan(3);
    expect(waited).toBe(2 * seconds);
  });

  it("is asked after longer and longer times, if it doesn't say when", async () => {
    const { waited } = await runLimited((request) => request > 3 && request < 13 && busy(429));
    expect(waited).toBe(0.25 + 0.5 + 1 + 2 + 4 + 8 + 16 + 30 + 30);
  });

  it("interrupts the run if it asks to wait too long", async () => {
    const { report } = await runLimited((request) => request === 5 && busy(429, { "retry-after": "601" }));
    const limit = { reason: `the service limits the rate of requests (429), and ${reason}` };
    expect(report).toMatchObject({ conclusion: "interrupted", interruption: limit });
  });

  it("is unreachable if it asks so before the first case", async () => {
    const run = runLimited(() => busy(503, { "retry-after": "601" }));
    await expect(run).rejects.toMatchObject({ code: "unusable_service", message: expect.stringContaining(reason) });
  });
});

describe("a signal", () => {
  it.each([
    { name: "a response", respond: hang },
    { name: "a rate limit", respond: busy(429, { "retry-after": "300" }) },
  ])("interrupts a run that waits for $name, and the records of the setup are removed", async ({ respond }) => {
    const controller = new AbortController();
    const remove = vi.fn();
    const target = openUnreliable((request) => {
      if (request === 20) setTimeout(() => controller.abort(), 20);
      return request >= 20 && respond;
    });
    const report = await runConformance({ ...target, setup: () => ({ remove }) }, { signal: controller.signal });
    expect(report).toMatchObject({ conclusion: "interrupted", interruption: { reason: "the run was stopped" } });
    expect(report.counts).toMatchObject({ error: 1, failed: 0 });
    expect(remove).toHaveBeenCalledOnce();
  });

  it.each([
    { name: "an action", hang: (stop: () => Promise<never>) => ({ actions: { readBinding: stop } }) },
    { name: "a reset", hang: (stop: () => Promise<never>) => ({ reset: stop }) },
  ])("ends $name that hangs after five seconds, and the report has its reason", async ({ hang }) => {
    skipWaits();
    const startMs = Date.now();
    const controller = new AbortController();
    const stop = () => {
      controller.abort(new Error("the release was cancelled"));
      return new Promise<never>(() => {});
    };
    const remove = vi.fn();
    const { target } = openTarget(undefined, (result) => ({ ...result, ...hang(stop), remove }));
    const run = runConformance(target, { ...only("bindings.update/as-read"), signal: controller.signal });
    const interruption = { reason: "the run was stopped: the release was cancelled" };
    await expect(run).resolves.toMatchObject({ conclusion: "interrupted", interruption });
    expect(Date.now() - startMs).toBe(5000);
    expect(remove).toHaveBeenCalledOnce();
  });

  it("that was aborted before lets nothing be sent", async () => {
    const target = openUnreliable(() => () => expect.unreachable("a request was sent"));
    const message = await refusalOf("unusable_service", target, { signal: AbortSignal.abort() });
    expect(message).toBe("the run was stopped.");
  });
});
