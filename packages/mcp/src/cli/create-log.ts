import { createRedactor, cutText, escapeControlCharacters } from "@knowledge-base/types/internal";

/** Writes a line to the log. */
export type Log = (line: string) => void;

const maxLineLength = 2000;

/**
 * Creates a log on the standard error output. Secrets are redacted. Lines are dropped while nobody reads them, so that they do not
 * fill the memory.
 */
export function createLog(secrets: readonly string[]): Log {
  const redact = createRedactor(secrets);
  return (line) => {
    if (process.stderr.writableNeedDrain) return;
    process.stderr.write(`knowledge-base-mcp: ${escapeControlCharacters(cutText(redact(line), maxLineLength))}\n`);
  };
}
