import assert from "node:assert/strict";
import { afterEach, beforeEach, test } from "node:test";
import { setTimeout as delay } from "node:timers/promises";
import { type ClientOptions, KnowledgeBase } from "@knowledge-base/sdk";
import { createReferenceServer, type ReferenceServer } from "@knowledge-base/server";
import { demoSeed } from "@knowledge-base/server/demo";
import { metrics, trace } from "@opentelemetry/api";
import { createTelemetry } from "./create-telemetry.ts";
import { formatSpans, startTelemetry } from "./telemetry.ts";

const brainId = "brain_operations";
let telemetry: ReturnType<typeof startTelemetry>;
let server: ReferenceServer;

beforeEach(() => {
  telemetry = startTelemetry();
  server = createReferenceServer({ seed: demoSeed() });
});

afterEach(() => telemetry.stop());

function createClient(options: ClientOptions = {}): KnowledgeBase {
  const telemetryOptions = createTelemetry(trace.getTracer("test"), metrics.getMeter("test"));
  return new KnowledgeBase({ ...server.connection, ...telemetryOptions, random: () => 0, ...options });
}

test("a call is a span with a child for each attempt", async () => {
  server.faults.add({ kind: "status", status: 503 });
  await createClient().promptIndex.get({ brainId });
  assert.equal(
    formatSpans(telemetry.spans()),
    "promptIndex.get\n  GET  status_code=503  type=503\n  GET  resend_count=1  status_code=200\n",
  );
  const [retries] = (await telemetry.metrics()).filter(({ name }) => name === "knowledge_base.call.retries");
  assert.equal(retries?.dataPoints[0]?.value, 1);
});

test("a call that fails has the code of its error, even if nothing was sent", async () => {
  server.faults.add({ kind: "connection_reset" });
  await createClient({ retries: 0 }).promptIndex.get({ brainId }).safe();
  const apiKey = () => Promise.reject(new Error("The vault is closed."));
  await createClient({ apiKey, retries: 0 }).pages.archive({ brainId, slug: "kestrel" }).safe();
  assert.equal(
    formatSpans(telemetry.spans()),
    "promptIndex.get  type=connection\n  GET  type=connection\npages.archive  type=configuration\n",
  );
});

test("calls at the same time have the active span of their caller as parent, and their own attempts", async () => {
  const kb = createClient({
    fetch: async (input, init) => {
      await delay(Math.random() * 20);
      return server.fetch(input, init);
    },
  });
  const slugs = ["kestrel", "mill-quay", "weather-limits", "summer-timetable-2026"];
  server.faults.add({ kind: "status", status: 503, times: 4 });
  await Promise.all(
    slugs.map((slug) =>
      trace.getTracer("test").startActiveSpan(slug, async (job) => {
        await kb.pages.archive({ brainId, slug }, { retries: 4 });
        job.end();
      }),
    ),
  );
  const spans = telemetry.spans();
  const childrenOf = (id?: string) => spans.filter(({ parentSpanContext }) => parentSpanContext?.spanId === id);
  for (const job of childrenOf()) {
    const [call, ...others] = childrenOf(job.spanContext().spanId);
    assert.deepEqual([call?.name, others], ["pages.archive", []]);
    for (const { attributes } of childrenOf(call?.spanContext().spanId))
      assert.equal(attributes["url.full"], `${server.baseUrl}/v1/brains/${brainId}/pages/${job.name}/archive`);
  }
  assert.equal(spans.filter(({ name }) => name === "POST").length, slugs.length + 4);
});

test("spans and metrics do not contain the key", async () => {
  const { apiKey } = server;
  const fetch: typeof globalThis.fetch = async () => new Response(`Your key is ${apiKey}.`, { status: 500 });
  await createClient({ fetch }).promptIndex.get({ brainId }).safe();
  const exported = telemetry.spans().map(({ name, attributes, status }) => ({ name, attributes, status }));
  const text = JSON.stringify([exported, await telemetry.metrics()]);
  assert(text.includes("promptIndex.get"));
  assert(!text.includes(apiKey));
});
