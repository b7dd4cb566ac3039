import { context, metrics, trace } from "@opentelemetry/api";
import { AsyncLocalStorageContextManager } from "@opentelemetry/context-async-hooks";
import {
  AggregationTemporality,
  InMemoryMetricExporter,
  MeterProvider,
  PeriodicExportingMetricReader,
} from "@opentelemetry/sdk-metrics";
import { InMemorySpanExporter, SimpleSpanProcessor, TracerProvider } from "@opentelemetry/sdk-trace";

/** Starts OpenTelemetry with exporters that keep spans and metrics in memory. Yours send them to a collector. */
export function startTelemetry() {
  const spans = new InMemorySpanExporter();
  const measurements = new InMemoryMetricExporter(AggregationTemporality.CUMULATIVE);
  const tracerProvider = new TracerProvider({ spanProcessors: [new SimpleSpanProcessor({ exporter: spans })] });
  const meterProvider = new MeterProvider({ readers: [new PeriodicExportingMetricReader({ exporter: measurements })] });
  // Without a context manager, no span is active after an await, and calls have no parent.
  context.setGlobalContextManager(new AsyncLocalStorageContextManager());
  trace.setGlobalTracerProvider(tracerProvider);
  metrics.setGlobalMeterProvider(meterProvider);

  return {
    /** Returns the spans that have ended, in the order of their ends. */
    spans: () => spans.getFinishedSpans(),
    /** Collects the metrics, and returns them. */
    async metrics() {
      measurements.reset();
      await meterProvider.forceFlush();
      return measurements.getMetrics().flatMap(({ scopeMetrics }) => scopeMetrics.flatMap(({ metrics: all }) => all));
    },
    /** Ends the timers, and removes everything that was made global. */
    async stop() {
      await Promise.all([tracerProvider.shutdown(), meterProvider.shutdown()]);
      context.disable();
      trace.disable();
      metrics.disable();
    },
  };
}
