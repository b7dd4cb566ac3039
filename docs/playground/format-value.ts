import { format } from "@vitest/pretty-format";

/** Writes a value as a console would: texts as they are, everything else as JavaScript. */
export function formatValue(value: unknown): string {
  if (typeof value === "string") return value;
  return format(value, { escapeString: false, printBasicPrototype: false, maxDepth: 6 });
}
