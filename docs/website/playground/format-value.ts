import { format } from "@vitest/pretty-format";

const longestText = 100_000;

/** Formats a value as a console does: texts as they are, everything else as JavaScript. */
export function formatValue(value: unknown): string {
  if (typeof value === "string") return value;
  try {
    const options = { escapeString: false, printBasicPrototype: false, maxDepth: 6, maxWidth: 1_000 };
    return format(value, { ...options, maxOutputLength: longestText });
  } catch {
    return "[something that cannot be printed]"; // Its getters or traps throw.
  }
}

/** Shortens a text that is too long for a page. */
export function truncate(text: string): string {
  const rest = text.length - longestText;
  return rest > 0 ? `${text.slice(0, longestText)}\n… and ${rest} more characters` : text;
}
