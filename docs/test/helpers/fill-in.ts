import { expect } from "vitest";
import type { Block } from "../../website/blocks.ts";

const hole = "…";

/**
 * Prepares an output for comparison: `…` in what a document shows matches any part of what was printed. In JSON `"…"` is any
 * value, as the last element of an array any further elements, and `"…": "…"` any further fields; in a text a line of its own
 * is any further lines. Anywhere else `…` is any characters, at least one.
 */
export function fillIn(shownOutput: Block | undefined, output: string): { shown: unknown; printed: unknown } {
  if (shownOutput?.language === "json")
    return { shown: matcherOf(JSON.parse(shownOutput.text)), printed: JSON.parse(output) };
  const printed = output.replaceAll("\r", "").replace(/\n$/, "");
  return { shown: shownOutput ? matchWhole(shownOutput.text.replace(/\n$/, "")) : "", printed };
}

function matcherOf(shown: unknown): unknown {
  if (shown === hole) return expect.toSatisfy(() => true);
  if (typeof shown === "string") return shown.includes(hole) ? matchWhole(shown) : shown;
  if (typeof shown !== "object" || shown === null) return shown;
  if (Array.isArray(shown)) {
    const items = shown.filter((item) => item !== hole).map(matcherOf);
    return items.length === shown.length ? items : expect.arrayContaining(items);
  }
  const named = Object.entries(shown).filter(([name]) => name !== hole);
  const fields = Object.fromEntries(named.map(([name, value]) => [name, matcherOf(value)]));
  return Object.hasOwn(shown, hole) ? expect.objectContaining(fields) : fields;
}

function matchWhole(text: string): unknown {
  return expect.stringMatching(`^${patternOf(text)}$`);
}

/** Returns the pattern of a text in which `…` is any text; as a line of its own, also none. */
export function patternOf(text: string): string {
  const lines = text.split("\n").map((line) => {
    const escaped = line.replaceAll(/[\\^$.*+?()[\]{}|/]/g, String.raw`\$&`);
    return line === hole ? "[^]*" : escaped.replaceAll(hole, "[^]+");
  });
  return lines.join("\n");
}
