import { context, metrics, trace } from "@opentelemetry/api";
import { AsyncLocalStorageContextManager } from "@opentelemetry/context-async-hooks";
import {
  AggregationTemporality,
  InMemoryMetricExporter,
  MeterProvider,
  PeriodicExportingMetricReader,
} from "@opentelemetry/sdk-metrics";
import { InMemorySpanExporter, type ReadableSpan, SimpleSpanProcessor, TracerProvider } from "@opentelemetry/sdk-trace";

/** Starts OpenTelemetry with exporters that keep spans and metrics in memory. Yours send them to a collector. */
export function startTelemetry() {
  const spans = new InMemorySpanExporter();
  const measurements = new InMemoryMetricExporter(AggregationTemporality.CUMULATIVE);
  const reader = new PeriodicExportingMetricReader({ exporter: measurements });
  const providers = [
    new TracerProvider({ spanProcessors: [new SimpleSpanProcessor({ exporter: spans })] }),
    new MeterProvider({ readers: [reader] }),
  ] as const;
  // Without a context manager, no span is active after an await, and calls have no parent.
  context.setGlobalContextManager(new AsyncLocalStorageContextManager());
  trace.setGlobalTracerProvider(providers[0]);
  metrics.setGlobalMeterProvider(providers[1]);

  return {
    spans: () => spans.getFinishedSpans(),
    async metrics() {
      await reader.forceFlush();
      const [resource] = measurements.getMetrics().slice(-1);
      const all = resource?.scopeMetrics.flatMap((scope) => scope.metrics) ?? [];
      return all.map(({ descriptor: { name }, dataPoints }) => ({ name, dataPoints }));
    },
    async stop() {
      await Promise.all(providers.map((provider) => provider.shutdown()));
      for (const api of [context, trace, metrics]) api.disable();
    },
  };
}

/** Formats spans as a tree: the name of each, and its attributes except the URL. */
export function formatSpans(spans: readonly ReadableSpan[], parentId?: string, indent = ""): string {
  return spans
    .filter(({ parentSpanContext }) => parentSpanContext?.spanId === parentId)
    .map((span) => {
      const { "url.full": _, "http.request.method": __, "knowledge_base.operation": ___, ...shown } = span.attributes;
      const attributes = Object.entries(shown).map(([name, value]) => `  ${name.replace(/.*\./, "")}=${value}`);
      return `${indent}${span.name}${attributes.join("")}\n${formatSpans(spans, span.spanContext().spanId, `${indent}  `)}`;
    })
    .join("");
}
