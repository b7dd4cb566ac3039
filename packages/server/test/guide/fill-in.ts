import type { ShownOutput } from "./read-steps.ts";

const hole = "…";

/** An output as a document shows it and as a command printed it, to be compared. */
export interface Comparison {
  readonly shown: unknown;
  readonly printed: unknown;
}

/**
 * Prepares an output for comparison: `…` is replaced by the corresponding part of the printed output. In JSON `"…"` is
 * any value, as the last element of an array any further elements, and `"…": "…"` any further fields; in a text a line of
 * its own is any further lines. Anywhere else `…` is any characters, at least one.
 */
export function fillIn(shownOutput: ShownOutput | undefined, output: string): Comparison {
  if (shownOutput?.language !== "json") {
    const printed = output.replaceAll("\r", "");
    return { shown: fillInLines(shownOutput?.text ?? "", printed), printed };
  }
  const printed = parse(output);
  return { shown: fillInValue(JSON.parse(shownOutput.text), printed), printed };
}

/** Outputs that are not JSON are compared as texts. */
function parse(output: string): unknown {
  try {
    return JSON.parse(output);
  } catch {
    return output;
  }
}

function fillInValue(shown: unknown, printed: unknown): unknown {
  if (shown === hole) return printed;
  if (typeof shown === "string") return typeof printed === "string" && fits(shown, printed) ? printed : shown;
  if (Array.isArray(shown)) return Array.isArray(printed) ? fillInArray(shown, printed) : shown;
  if (isObject(shown) && isObject(printed)) return fillInObject(shown, printed);
  return shown;
}

function fillInArray(shown: readonly unknown[], printed: readonly unknown[]): unknown[] {
  const isOpen = shown.at(-1) === hole && printed.length >= shown.length;
  const named = isOpen ? shown.slice(0, -1) : shown;
  const filled = named.map((value, index) => fillInValue(value, printed[index]));
  return isOpen ? [...filled, ...printed.slice(named.length)] : filled;
}

function fillInObject(shown: Fields, printed: Fields): Fields {
  const { [hole]: open, ...named } = shown;
  const filled = Object.fromEntries(
    Object.entries(named).map(([name, value]) => [name, fillInValue(value, printed[name])]),
  );
  const others = Object.entries(printed).filter(([name]) => !Object.hasOwn(named, name));
  return open === undefined || others.length === 0
    ? { ...filled, ...(open !== undefined && { [hole]: open }) }
    : { ...filled, ...Object.fromEntries(others) };
}

type Fields = Readonly<Record<string, unknown>>;

function isObject(value: unknown): value is Fields {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function fillInLines(shown: string, printed: string): string {
  const lines = withoutLastBreak(printed).split("\n");
  const wanted = withoutLastBreak(shown).split("\n");
  let at = 0;
  const filled = wanted.flatMap((line, index) => {
    const start = at;
    at += 1;
    if (line !== hole) {
      const candidate = lines[start];
      return candidate !== undefined && fits(line, candidate) ? candidate : line;
    }
    const next = wanted[index + 1];
    while (at < lines.length && !(next !== undefined && fits(next, lines[at] ?? ""))) at += 1;
    return start < lines.length ? lines.slice(start, at) : line;
  });
  return filled.join("\n") + (printed.endsWith("\n") ? "\n" : "");
}

/** A line break at the end of an output is invisible in a terminal. */
function withoutLastBreak(text: string): string {
  return text.replace(/\n$/, "");
}

function fits(pattern: string, text: string): boolean {
  const parts = pattern.split(hole).map((part) => part.replaceAll(/[\\^$.*+?()[\]{}|/]/g, String.raw`\$&`));
  return new RegExp(`^${parts.join("[^]+")}$`).test(text);
}
