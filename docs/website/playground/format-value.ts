import { format } from "node-inspect-extracted";

const longestText = 100_000;

/** Formats values as the console of Node does. */
export function formatValues(values: readonly unknown[]): string {
  try {
    return format(...values);
  } catch {
    return "[something that cannot be printed]"; // Its getters or traps throw.
  }
}

/** Shortens a text that is too long for a page. */
export function truncate(text: string): string {
  const rest = text.length - longestText;
  return rest > 0 ? `${text.slice(0, longestText)}\n… and ${rest} more characters` : text;
}
