import { KnowledgeBase } from "@knowledge-base/sdk";
import { createReferenceServer } from "@knowledge-base/server";
import { demoSeed } from "@knowledge-base/server/demo";
import { metrics, trace } from "@opentelemetry/api";
import { addRequestIds } from "./add-request-ids.ts";
import { createTelemetryHooks } from "./create-telemetry-hooks.ts";
import { formatMetrics } from "./format-metrics.ts";
import { formatSpans } from "./format-spans.ts";
import { startTelemetry } from "./start-telemetry.ts";

const telemetry = startTelemetry();
const tracer = trace.getTracer("nightly-report");
const server = createReferenceServer({ seed: demoSeed() });
const kb = new KnowledgeBase({
  ...createTelemetryHooks(tracer, metrics.getMeter("nightly-report")),
  baseUrl: server.baseUrl,
  apiKey: server.apiKey,
  fetch: addRequestIds(server.fetch),
  random: () => 0, // no delays between attempts, so that the example ends at once
});
const brainId = "brain_operations";

server.faults.add({ operation: "promptIndex.get", kind: "status", status: 503 });
await tracer.startActiveSpan("nightly report", async (report) => {
  const index = kb.promptIndex.get({ brainId });
  const archived = kb.pages.archive({ brainId, slug: "no-such-page" });
  await Promise.allSettled([index, archived]);
  report.end();
});

console.log(formatSpans(telemetry.spans()));
console.log(formatMetrics(await telemetry.metrics()));
await telemetry.stop();
