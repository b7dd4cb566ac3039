import { DataPointType, type MetricData } from "@opentelemetry/sdk-metrics";

/** Formats metrics: a line for each combination of attributes, with the value of a counter or the count of a histogram. */
export function formatMetrics(metrics: readonly MetricData[]): string {
  return metrics.flatMap((metric) => formatPoints(metric)).join("\n");
}

function formatPoints(metric: MetricData): string[] {
  const { name } = metric.descriptor;
  if (metric.dataPointType === DataPointType.HISTOGRAM) {
    return metric.dataPoints.map(({ attributes, value }) => formatPoint(name, attributes, `${value.count} measured`));
  }
  if (metric.dataPointType === DataPointType.SUM) {
    return metric.dataPoints.map(({ attributes, value }) => formatPoint(name, attributes, String(value)));
  }
  throw new TypeError(`${name} is neither a histogram nor a counter`);
}

function formatPoint(name: string, attributes: Readonly<Record<string, unknown>>, value: string): string {
  return [name, ...Object.values(attributes), value].join("  ");
}
