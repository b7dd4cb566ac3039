import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { readFile } from "node:fs/promises";
import { afterEach, beforeEach, test } from "node:test";
import { setTimeout as delay } from "node:timers/promises";
import { promisify } from "node:util";
import { type ClientOptions, KnowledgeBase } from "@knowledge-base/sdk";
import { createReferenceServer, type ReferenceServer } from "@knowledge-base/server";
import { demoSeed } from "@knowledge-base/server/demo";
import { metrics, SpanKind, SpanStatusCode, trace } from "@opentelemetry/api";
import { DataPointType } from "@opentelemetry/sdk-metrics";
import type { ReadableSpan } from "@opentelemetry/sdk-trace";
import { addRequestIds } from "./add-request-ids.ts";
import { createTelemetryHooks } from "./create-telemetry-hooks.ts";
import { startTelemetry } from "./start-telemetry.ts";

const brainId = "brain_operations";
let telemetry: ReturnType<typeof startTelemetry>;
let server: ReferenceServer;

beforeEach(() => {
  telemetry = startTelemetry();
  server = createReferenceServer({ seed: demoSeed() });
});

afterEach(() => telemetry.stop());

function createClient(options: ClientOptions = {}): KnowledgeBase {
  const { baseUrl, apiKey, fetch } = server;
  const hooks = createTelemetryHooks(trace.getTracer("test"), metrics.getMeter("test"));
  return new KnowledgeBase({ ...hooks, baseUrl, apiKey, fetch: addRequestIds(fetch), random: () => 0, ...options });
}

function findSpan(name: string): ReadableSpan {
  const found = telemetry.spans().filter((span) => span.name === name);
  assert.equal(found.length, 1, `there is one span ${name}`);
  return found[0] as ReadableSpan;
}

function childrenOf(parent: ReadableSpan): readonly ReadableSpan[] {
  return telemetry.spans().filter(({ parentSpanContext }) => parentSpanContext?.spanId === parent.spanContext().spanId);
}

/** Returns the data points of a counter, or the counts of a histogram, with their attributes. */
async function readMetric(name: string): Promise<(readonly [Readonly<Record<string, unknown>>, number])[]> {
  const metric = (await telemetry.metrics()).find(({ descriptor }) => descriptor.name === name);
  if (metric?.dataPointType === DataPointType.HISTOGRAM)
    return metric.dataPoints.map(({ attributes, value }) => [attributes, value.count]);
  if (metric?.dataPointType === DataPointType.SUM)
    return metric.dataPoints.map(({ attributes, value }) => [attributes, value]);
  return [];
}

test("a call is a span with a child for each attempt", async () => {
  server.faults.add({ kind: "status", status: 503 });
  await createClient().promptIndex.get({ brainId });

  const call = findSpan("promptIndex.get");
  assert.deepEqual(call.attributes, {
    "knowledge_base.operation": "promptIndex.get",
    "knowledge_base.attempts": 2,
    "knowledge_base.request_id": "req_2",
    "http.response.status_code": 200,
  });
  assert.equal(call.status.code, SpanStatusCode.UNSET);

  const url = `${server.baseUrl}/v1/brains/${brainId}/index`;
  const [first, second, ...others] = childrenOf(call);
  assert.deepEqual(others, []);
  assert.equal(first?.kind, SpanKind.CLIENT);
  assert.equal(first.name, "GET");
  assert.deepEqual(first.attributes, {
    "http.request.method": "GET",
    "url.full": url,
    "http.response.status_code": 503,
    "knowledge_base.request_id": "req_1",
    "error.type": "503",
  });
  assert.equal(first.status.code, SpanStatusCode.ERROR);
  assert.deepEqual(second?.attributes, {
    "http.request.method": "GET",
    "url.full": url,
    "http.response.status_code": 200,
    "http.request.resend_count": 1,
    "knowledge_base.request_id": "req_2",
  });
  assert.equal(second.status.code, SpanStatusCode.UNSET);
});

test("a call that fails has the code, the status and the request id of its error", async () => {
  const { error } = await createClient().pages.archive({ brainId, slug: "no-such-page" }).safe();
  const call = findSpan("pages.archive");
  assert.deepEqual(call.attributes, {
    "knowledge_base.operation": "pages.archive",
    "knowledge_base.attempts": 1,
    "knowledge_base.request_id": "req_1",
    "http.response.status_code": 404,
    "error.type": "not_found",
  });
  assert.deepEqual(call.status, { code: SpanStatusCode.ERROR, message: error?.message });
});

test("a connection that breaks is an attempt with a code instead of a status", async () => {
  server.faults.add({ kind: "connection_reset" });
  await createClient({ retries: 0 }).promptIndex.get({ brainId }).safe();
  const [attempt] = childrenOf(findSpan("promptIndex.get"));
  assert.equal(attempt?.attributes["error.type"], "connection");
  assert.equal(attempt.attributes["http.response.status_code"], undefined);
});

test("a key function that fails is an attempt without a request", async () => {
  const apiKey = () => Promise.reject(new Error("The vault is closed."));
  await createClient({ apiKey, retries: 0 }).promptIndex.get({ brainId }).safe();
  const call = findSpan("promptIndex.get");
  assert.equal(call.attributes["error.type"], "configuration");
  const [attempt] = childrenOf(call);
  assert.equal(attempt?.name, "apiKey");
  assert.deepEqual(attempt.attributes, { "error.type": "api_key" });
});

test("a call that sends nothing is a span without children", async () => {
  await createClient().pages.archive({ brainId, slug: "" }).safe();
  const call = findSpan("pages.archive");
  assert.equal(call.attributes["error.type"], "input");
  assert.equal(call.attributes["knowledge_base.attempts"], 0);
  assert.deepEqual(childrenOf(call), []);
});

test("spans have the times of the call and of its attempts", async () => {
  let nowMs = 1_780_000_000_000;
  const kb = createClient({
    clock: { now: () => nowMs, after: () => () => {} },
    fetch: async (input, init) => {
      nowMs += 1500;
      return server.fetch(input, init);
    },
  });
  await kb.promptIndex.get({ brainId });
  const call = findSpan("promptIndex.get");
  const [attempt] = childrenOf(call);
  assert.deepEqual(call.startTime, [1_780_000_000, 0]);
  assert.deepEqual(call.duration, [1, 500_000_000]);
  assert.deepEqual(attempt?.startTime, [1_780_000_000, 0]);
  assert.deepEqual(attempt.duration, [1, 500_000_000]);
});

test("calls at the same time have the active span of their caller as parent, and their own attempts", async () => {
  const numbers = Array.from({ length: 20 }, (_, index) => index);
  for (const number of numbers) server.control.pages.create({ brainId, title: `Page ${number}`, body: "…" });
  const kb = createClient({
    fetch: async (input, init) => {
      await delay(Math.random() * 20);
      return server.fetch(input, init);
    },
  });
  server.faults.add({ kind: "status", status: 503, times: 10 });
  await Promise.all(
    numbers.map((number) =>
      trace.getTracer("test").startActiveSpan(`job ${number}`, async (job) => {
        await delay(Math.random() * 20);
        await kb.pages.archive({ brainId, slug: `page-${number}` }, { retries: 20 });
        job.end();
      }),
    ),
  );
  const attempts = numbers.flatMap((number) => {
    const [call, ...others] = childrenOf(findSpan(`job ${number}`));
    assert.equal(call?.name, "pages.archive");
    assert.deepEqual(others, []);
    const children = childrenOf(call);
    assert.equal(children.length, call.attributes["knowledge_base.attempts"]);
    for (const { attributes } of children)
      assert.equal(attributes["url.full"], `${server.baseUrl}/v1/brains/${brainId}/pages/page-${number}/archive`);
    return children;
  });
  assert.equal(attempts.length, 30);
});

test("metrics count calls, retries and errors by operation", async () => {
  const kb = createClient();
  server.faults.add({ operation: "promptIndex.get", kind: "status", status: 503, times: 2 });
  await kb.promptIndex.get({ brainId });
  await kb.promptIndex.get({ brainId });
  await kb.pages.archive({ brainId, slug: "no-such-page" }).safe();

  const archive = { "knowledge_base.operation": "pages.archive", "error.type": "not_found" };
  assert.deepEqual(await readMetric("knowledge_base.call.duration"), [
    [{ "knowledge_base.operation": "promptIndex.get" }, 2],
    [archive, 1],
  ]);
  assert.deepEqual(await readMetric("knowledge_base.call.retries"), [
    [{ "knowledge_base.operation": "promptIndex.get", "error.type": "503" }, 2],
  ]);
  assert.deepEqual(await readMetric("knowledge_base.call.errors"), [[archive, 1]]);
});

test("spans and metrics do not contain the key", async () => {
  const { apiKey } = server;
  const fetch: typeof globalThis.fetch = async () => new Response(`Your key is ${apiKey}.`, { status: 500 });
  await createClient({ fetch }).promptIndex.get({ brainId, limit: 5 }).safe();
  const exported = telemetry.spans().map(({ name, attributes, status }) => ({ name, attributes, status }));
  const text = JSON.stringify([exported, await telemetry.metrics()]);
  assert(text.includes("promptIndex.get"));
  assert(!text.includes(apiKey));
});

test("npm start prints what the README shows", async () => {
  const folder = import.meta.dirname;
  const { stdout } = await promisify(execFile)(process.execPath, ["start.ts"], { cwd: folder });
  const [, shown] = /```text\n(.*?)\n```/s.exec(await readFile(`${folder}/README.md`, "utf8")) ?? [];
  assert.equal(stdout.trim(), shown);
});
