import { styleText } from "node:util";

const indent = "  ";

// A reader such as `head` may have seen enough.
process.stdout.on("error", (error: NodeJS.ErrnoException) => {
  if (error.code !== "EPIPE") throw error;
  process.exit();
});

export function printTitle(text: string): void {
  console.log(`\n${paint("bold", text)}`);
}

export function printStep(operation: string, purpose: string): void {
  console.log(`\n${paint("cyan", operation)}  ${paint("dim", purpose)}`);
}

export function print(line: string): void {
  console.log(indent + line);
}

/** Prints rows in columns. */
export function printRows(rows: readonly (readonly string[])[]): void {
  const widths = (rows[0] ?? []).map((_, column) => Math.max(...rows.map((row) => row[column]?.length ?? 0)));
  for (const row of rows) {
    print(
      row
        .map((cell, column) => cell.padEnd(widths[column] ?? 0))
        .join("  ")
        .trimEnd(),
    );
  }
}

// Adds nothing in a pipe, or on a terminal without colors.
function paint(style: Parameters<typeof styleText>[0], text: string): string {
  return styleText(style, text, { stream: process.stdout });
}
