import type { ReadableSpan } from "@opentelemetry/sdk-trace";

/** Formats spans as a tree: the name of each, and its attributes. */
export function formatSpans(spans: readonly ReadableSpan[]): string {
  const formatChildren = (parentId: string | undefined, indent: string): string[] =>
    spans
      .filter(({ parentSpanContext }) => parentSpanContext?.spanId === parentId)
      .flatMap((span) => [
        `${indent}${[span.name, ...formatAttributes(span)].join("  ")}`,
        ...formatChildren(span.spanContext().spanId, `${indent}  `),
      ]);
  return formatChildren(undefined, "").join("\n");
}

function formatAttributes({ attributes }: ReadableSpan): string[] {
  const shown = { ...attributes, "knowledge_base.operation": undefined, "http.request.method": undefined };
  return Object.entries(shown).flatMap(([name, value]) => {
    const shortName = name.slice(name.lastIndexOf(".") + 1);
    return value === undefined || shortName === "full" ? [] : [`${shortName}=${String(value)}`];
  });
}
