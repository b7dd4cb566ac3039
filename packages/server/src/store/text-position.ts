/** Position of a character in a text: line and column count from 1. */
export interface TextPosition {
  readonly line: number;
  readonly column: number;
}

/** Position of the first character. */
export const textStart: TextPosition = { line: 1, column: 1 };

/** Returns the position after a text that begins at a position. */
export function advancePosition(start: TextPosition, text: string): TextPosition {
  let { line } = start;
  let lineStart = -1;
  for (let found = text.indexOf("\n"); found >= 0; found = text.indexOf("\n", found + 1)) {
    line += 1;
    lineStart = found;
  }
  return { line, column: lineStart < 0 ? start.column + text.length : text.length - lineStart };
}

/** Returns a position as messages show it, such as `line 3 column 24`. */
export function formatPosition({ line, column }: TextPosition): string {
  return `line ${line} column ${column}`;
}
