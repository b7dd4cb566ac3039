import type { CommandError } from "./command-error.ts";
import { escapeControlCharacters } from "./escape-control-characters.ts";

/** Prints a text and a line break. Resolves when they are written, or cannot be because nothing reads the stream any more. */
export function print(text: string, output: NodeJS.WriteStream = process.stdout): Promise<void> {
  return new Promise((resolve) => output.write(`${text}\n`, () => resolve()));
}

/** Prints an error of a command and its details, one line each, to the standard error output. */
export function reportError(command: string, { message, details }: CommandError): Promise<void> {
  const lines = [`${command}: ${message}`, ...details.map((detail) => `  ${detail}`)];
  return print(lines.map(escapeControlCharacters).join("\n"), process.stderr);
}
