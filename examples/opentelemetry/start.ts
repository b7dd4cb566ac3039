import { KnowledgeBase } from "@knowledge-base/sdk";
import { createReferenceServer } from "@knowledge-base/server";
import { demoSeed } from "@knowledge-base/server/demo";
import { metrics, trace } from "@opentelemetry/api";
import { createTelemetry } from "./create-telemetry.ts";
import { formatSpans, startTelemetry } from "./telemetry.ts";

const telemetry = startTelemetry();
const tracer = trace.getTracer("nightly-report");
const server = createReferenceServer({ seed: demoSeed() });
const kb = new KnowledgeBase({
  ...server.connection,
  ...createTelemetry(tracer, metrics.getMeter("nightly-report")),
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
for (const { name, dataPoints } of await telemetry.metrics()) {
  for (const { attributes, value } of dataPoints) {
    const count = typeof value === "object" && "count" in value ? value.count : value;
    console.log([name, ...Object.values(attributes), count].join("  "));
  }
}
await telemetry.stop();
