import type { Writable } from "node:stream";

/** Prints a text and a line break. Resolves when they're written, or can't be because nothing reads the stream any more. */
export function print(text: string, output: Output = process.stdout): Promise<void> {
  return new Promise((resolve) => output.write(`${text}\n`, () => resolve()));
}

/** A stream of the process, or a replacement of it. */
export type Output = Pick<NodeJS.WriteStream, "write">;

/**
 * Returns the standard output, and from then on sends everything else that is written to it, such as what a user's module logs, to the
 * standard error output.
 */
export function reserveStdout(): Output {
  const { stdout, stderr } = process;
  const write = stdout.write.bind(stdout);
  stdout.write = stderr.write.bind(stderr);
  return { write };
}

/**
 * Creates a function that writes lines to an output. It drops and counts lines while nobody reads the output, so that they don't
 * fill the memory.
 */
export function createLog(output: Writable): (line: string) => void {
  let dropped = 0;
  return (line) => {
    if (output.writableNeedDrain) {
      dropped += 1;
      return;
    }
    const omitted = dropped === 0 ? "" : `(${dropped} lines omitted, because the output was not read)\n`;
    output.write(`${omitted}${line}\n`);
    dropped = 0;
  };
}
